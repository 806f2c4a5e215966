/**
 * How large a soak is: it asks `questions`, and stops asking in time to be over after `minutes`. Either is endless when
 * only the other was given. `said`: the same in words.
 */
export type SoakOptions = { questions: number; minutes: number; seed: number; said: string };

/** Without options: all that issue 5 wants, and no longer than it wants on a machine that is slow. */
const QUESTIONS = 2_000;
const MINUTES = 3;

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
  const asked = positive('--questions', env.SOAK_QUESTIONS);
  const within = positive('--minutes', env.SOAK_MINUTES);
  const isDefault = asked === undefined && within === undefined;
  const questions = isDefault ? QUESTIONS : (asked ?? Number.POSITIVE_INFINITY);
  const minutes = isDefault ? MINUTES : (within ?? Number.POSITIVE_INFINITY);
  const seed = positive('--seed', env.SOAK_SEED) ?? Math.floor(Math.random() * 2 ** 31) + 1;
  const said = [
    ...(Number.isFinite(questions) ? [`${questions} questions`] : []),
    ...(Number.isFinite(minutes) ? [`at most ${minutes} minutes`] : []),
  ].join(', ');
  return { questions, minutes, seed, said };
}
