import v8 from 'node:v8';
import vm from 'node:vm';

v8.setFlagsFromString('--expose-gc');

/** Cleans the heap, so that one measurement does not pay for the rubbish of another. */
export const collect = vm.runInNewContext('gc');

/** The value below which the share `at` of `values` lies; with `at` = 0.5 the median. */
export function quantile(values, at) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))];
}

export const median = (values) => quantile(values, 0.5);

/** Milliseconds that `run` takes. */
export async function timed(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/**
 * Measures named `runs` side by side: in each round every one has its turn, so that a busy moment of the machine
 * does not fall on one of them alone. Stops after `rounds`, or after `budgetMs` once there are three.
 *
 * @returns the milliseconds of each round by name
 */
export async function sideBySide(runs, { rounds, budgetMs = Number.POSITIVE_INFINITY, clean = true }) {
  const times = Object.fromEntries(Object.keys(runs).map((name) => [name, []]));
  const begun = performance.now();
  for (let round = 0; round < rounds; round++) {
    if (round >= 3 && performance.now() - begun > budgetMs) break;
    for (const [name, run] of Object.entries(runs)) {
      if (clean) collect();
      times[name].push(await timed(run));
    }
  }
  return times;
}

/** The median of the ratios of two runs, round by round. */
export function ratio(times, base) {
  return median(times.map((ms, round) => ms / base[round]));
}
