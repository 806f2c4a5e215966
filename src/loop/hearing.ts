import type { Logger } from '../eventlog/logger-type.js';
import { pause } from '../time/pause.js';
import { type Backoff, delayMs } from './backoff.js';
import { errorCode } from './error-code.js';
import type { Heard, ParsedRecord } from './record.js';
import type { ReportStatus } from './status.js';

/** Distinct problems of malformed records that are logged; a flood of new ones past this stays quiet. */
const MAX_PROBLEMS = 100;

/** Keys of records handed on that are remembered: a catch-up and the stream after it bring the same ones. */
const MAX_KEYS = 1000;

export type HearingOptions = {
  onRecord: (heard: Heard) => Promise<void>;
  logger: Logger;
  signal: AbortSignal;
  backoff: Backoff;
  random: () => number;
  report: ReportStatus;
};

/** Hands records on for a source, whichever it is. */
export type Hearing = {
  /**
   * Hands a record on, however often that takes; an ignored one is dropped, a malformed one logged once per problem, a
   * refused one each time, since each may be a question that nobody will see. One
   * handed on a short while ago is not handed on again, which is a saving and not a promise.
   */
  hear(parsed: ParsedRecord): Promise<void>;
  /**
   * Does something until it works, with backoff, and says so in the log and the status. Gives what the task gave, or
   * undefined when the signal aborted first.
   */
  insist<T>(what: string, task: () => Promise<T>): Promise<T | undefined>;
};

/** A hearing with its own memory of the problems it has logged. */
export function createHearing(options: HearingOptions): Hearing {
  const { onRecord, logger, signal, backoff, random, report } = options;
  const problems = new Set<string>();
  const handedOn = new Set<string>();

  function remember(key: string): void {
    handedOn.add(key);
    const [oldest] = handedOn;
    if (handedOn.size > MAX_KEYS && oldest !== undefined) handedOn.delete(oldest);
  }

  function complain(problem: string): void {
    if (problems.has(problem) || problems.size >= MAX_PROBLEMS) return;
    problems.add(problem);
    logger.warn('skipped a malformed record of the-loop', { problem });
  }

  async function insist<T>(what: string, task: () => Promise<T>): Promise<T | undefined> {
    let recovered = () => {};
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        const result = await task();
        recovered();
        return result;
      } catch (error) {
        const reason = `${what} failed (${errorCode(error)}); trying again`;
        const before = report('waiting', reason);
        if (failures === 0) recovered = before;
        logger[failures === 0 ? 'warn' : 'debug'](reason);
        await pause(delayMs(failures, 0, backoff, random), signal);
      }
    }
    return undefined;
  }

  return {
    insist,
    async hear(parsed) {
      if (parsed.kind === 'malformed') complain(parsed.problem);
      if (parsed.kind === 'refused') logger.warn('skipped a record of the-loop', { problem: parsed.problem });
      if (parsed.kind !== 'record') return;
      const { key, record } = parsed;
      if (handedOn.has(key)) return;
      await insist('handing a record on', async () => {
        await onRecord({ key, record });
        remember(key);
      });
    },
  };
}
