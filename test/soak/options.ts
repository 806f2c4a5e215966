/** How large a soak is. `said`: the same in words. `minutes`: instead of a count, how long questions are asked. */
export type SoakOptions = { questions: number; minutes: number | undefined; seed: number; said: string };

function positive(name: string, value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  const number = Number(value);
  if (!(number > 0)) throw new Error(`${name} must be a number above 0`);
  return number;
}

/**
 * Reads the options that test/soak/run.mjs hands on.
 *
 * @throws Error for what is no number
 */
export function soakOptions(env: Readonly<Record<string, string | undefined>>): SoakOptions {
  const minutes = positive('--minutes', env.SOAK_MINUTES);
  const questions = positive('--questions', env.SOAK_QUESTIONS) ?? 2_000;
  const seed = positive('--seed', env.SOAK_SEED) ?? Math.floor(Math.random() * 2 ** 31) + 1;
  return {
    questions,
    minutes,
    seed,
    said: minutes === undefined ? `${questions} questions` : `${minutes} minutes`,
  };
}
