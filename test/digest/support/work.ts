import { Session } from 'node:inspector';

/** The code whose work counts: ours and the parsers we call. */
const COUNTED = /\/(?:src\/digest|node_modules\/(?:markdown-it|htmlparser2|entities))\//;

/**
 * Counts how often the blocks of the code are run, as V8's precise coverage has it. Unlike time the count
 * is the same on every machine and at every load; what it leaves out is the inside of regular expressions
 * and string methods, for which there is a bound on time.
 */
export class WorkCounter {
  readonly #session = new Session();

  start(): void {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  stop(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  /** The number of block executions that `run` causes. */
  count(run: () => void): number {
    this.#take();
    run();
    return this.#take();
  }

  /** The count since the last call. The inspector of the own process answers before `post` returns. */
  #take(): number {
    let total = 0;
    this.#session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error) throw error;
      for (const script of coverage.result) {
        if (!COUNTED.test(script.url)) continue;
        for (const { ranges } of script.functions) for (const { count } of ranges) total += count;
      }
    });
    return total;
  }
}
