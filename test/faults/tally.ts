import { appendFileSync } from 'node:fs';

/** What one test file did to the app and what came of it; `faults` by kind. */
export type Tally = {
  faults: Record<string, number>;
  kills: number;
  questions: number;
  answers: number;
  lost: number;
  doubled: number;
  /** Deliveries whose fate nobody can know, each said to its member. */
  told: number;
};

/** A tally that starts at nothing. */
export function newTally(): Tally {
  return { faults: {}, kills: 0, questions: 0, answers: 0, lost: 0, doubled: 0, told: 0 };
}

/** Counts faults of one kind. */
export function made(tally: Tally, kind: string, times = 1): void {
  tally.faults[kind] = (tally.faults[kind] ?? 0) + times;
}

/** Hands a file's tally to the run, which prints the sum as its last line. Does nothing when the file runs on its own. */
export function handIn(tally: Tally): void {
  const file = process.env.FAULTS_TALLY;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(tally)}\n`);
}
