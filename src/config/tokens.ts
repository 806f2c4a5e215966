/** Reads each token when it is used, so none is kept; undefined when it is not set (R3.1). */
export type Tokens = {
  bot(): string | undefined;
  app(): string | undefined;
  github(): string | undefined;
  loop(): string | undefined;
  /** Every token that is set now, to be kept out of whatever is written. */
  values(): string[];
};

/** The token getters: the only code that reads a token. */
export function createTokens(
  lookup: (name: string) => string | undefined,
  names: { bot: string; app: string },
): Tokens {
  const tokens = {
    bot: () => lookup(names.bot),
    app: () => lookup(names.app),
    github: () => lookup('GITHUB_TOKEN') ?? lookup('GH_TOKEN'),
    loop: () => lookup('THE_LOOP_TOKEN'),
  };
  return {
    ...tokens,
    values: () => Object.values(tokens).flatMap((read) => read() ?? []),
  };
}
