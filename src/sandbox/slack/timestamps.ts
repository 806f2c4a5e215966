const MICROS_PER_SECOND = 1_000_000;
const STEP_MICROS = 100;
const TS = /^\d{1,10}(?:\.\d{1,6})?$/;

/** Microseconds since 1970 as Slack's `ts`: `1700000000.000100`. */
export function formatTs(micros: number): string {
  const fraction = String(micros % MICROS_PER_SECOND).padStart(6, '0');
  return `${Math.floor(micros / MICROS_PER_SECOND)}.${fraction}`;
}

/** The microseconds that a `ts` names, or `undefined` when it is not shaped like one. */
export function parseTs(ts: string): number | undefined {
  if (!TS.test(ts)) return undefined;
  const [seconds = '0', fraction = ''] = ts.split('.');
  return Number(seconds) * MICROS_PER_SECOND + Number(fraction.padEnd(6, '0'));
}

/**
 * Gives a new, strictly increasing `ts` at each call, whatever the clock does.
 * @param now milliseconds since 1970
 */
export function makeTsSource(now: () => number): () => string {
  let last = 0;
  return () => {
    last = Math.max(Math.floor(now()) * 1_000, last + STEP_MICROS);
    return formatTs(last);
  };
}
