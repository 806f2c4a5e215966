/** Reads each token when it is used, so none is kept; undefined when it is not set (R3.1). */
export type Tokens = {
  bot(): string | undefined;
  app(): string | undefined;
  github(): string | undefined;
  loop(): string | undefined;
  /** Variables whose value no token has, such as one pasted with an ellipsis: they count as not set. */
  unsendable(): string[];
  /** Every token that is set now, to be kept out of whatever is written. */
  values(): string[];
};

/** The variables that hold the two Slack tokens. */
export type TokenNames = { bot: string; app: string };

/** Every variable that can hold a token. */
export function tokenVariables(names: TokenNames): string[] {
  return [names.bot, names.app, 'GITHUB_TOKEN', 'GH_TOKEN', 'THE_LOOP_TOKEN'];
}

/** Visible ASCII: anything else is no token, and no HTTP header can carry it. */
export function isSendable(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value);
}

/** The token getters: the only code that reads a token. */
export function createTokens(lookup: (name: string) => string | undefined, names: TokenNames): Tokens {
  const token = (name: string) => {
    const value = lookup(name);
    return value !== undefined && isSendable(value) ? value : undefined;
  };
  const tokens = {
    bot: () => token(names.bot),
    app: () => token(names.app),
    github: () => token('GITHUB_TOKEN') ?? token('GH_TOKEN'),
    loop: () => token('THE_LOOP_TOKEN'),
  };
  return {
    ...tokens,
    unsendable: () =>
      tokenVariables(names).filter((name) => {
        const value = lookup(name);
        return value !== undefined && !isSendable(value);
      }),
    values: () => Object.values(tokens).flatMap((read) => read() ?? []),
  };
}
