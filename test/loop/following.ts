import type { SourceStatus } from '../../src/loop/status.js';
import { followStream } from '../../src/loop/stream.js';
import { keptLog, listener, memoryCursor } from './support.js';

type Given = Partial<Parameters<typeof followStream>[0]> & {
  baseUrl: string;
  cursor?: ReturnType<typeof memoryCursor>;
};

/** Follows a stream with short waits and no jitter, keeping everything that can be observed, until `stop`. */
export function follow(given: Given) {
  const controller = new AbortController();
  const ears = listener();
  const statuses: SourceStatus[] = [];
  const { logger, lines } = keptLog();
  const cursor = given.cursor ?? memoryCursor();
  const following = followStream({
    token: () => undefined,
    onRecord: ears.onRecord,
    onStatus: (status) => statuses.push(status),
    logger,
    signal: controller.signal,
    silenceMs: 2000,
    backoff: { minMs: 10, maxMs: 50, slowMs: 60 },
    random: () => 0,
    ...given,
    cursor,
  });
  return {
    ...ears,
    statuses,
    lines,
    cursor,
    /** The waits between connections so far, milliseconds. */
    waits: () => lines.flatMap((line) => /"waitMs":(\d+)/.exec(line)?.[1] ?? []).map(Number),
    said: (reason: string) => statuses.some((status) => status.reason?.includes(reason) ?? false),
    stop: async () => {
      controller.abort();
      await following;
    },
  };
}
