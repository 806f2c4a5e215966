import { BodyCut, bodyText } from './body.js';
import { connect } from './connect.js';
import { createArraySplitter } from './json-array.js';
import { MAX_RECORD_BYTES, OVERSIZED, RECORD_TYPES, type ReadRecord, readRecord } from './record.js';

/** How a catch-up ended: every record was handed to `onRead` (`count` of them), or not, and why. */
export type CatchUpResult = { kind: 'done'; count: number } | { kind: 'failed'; reason: string };

export type CatchUpOptions = {
  /** The event query route. */
  url: URL;
  token: () => string | undefined;
  since: Date;
  onRead: (read: ReadRecord) => Promise<void>;
  signal: AbortSignal;
  silenceMs: number;
};

/**
 * Asks the-loop for the records our app uses, written since a time, oldest first, and hands them over one by one as they
 * arrive, however many there are. Never rejects of its own; what `onRead` throws goes through.
 */
export async function catchUp(options: CatchUpOptions): Promise<CatchUpResult> {
  const { token, since, onRead, signal, silenceMs } = options;
  const url = new URL(options.url);
  for (const type of RECORD_TYPES) url.searchParams.append('type', type);
  url.searchParams.set('since', since.toISOString());
  url.searchParams.set('limit', '0');
  const connection = await connect({
    url,
    token,
    headers: {},
    contentType: 'application/json',
    signal,
    timeoutMs: silenceMs,
  });
  if (connection.kind !== 'open') return { kind: 'failed', reason: connection.reason };

  const splitter = createArraySplitter(MAX_RECORD_BYTES);
  let count = 0;
  try {
    for await (const text of bodyText(connection.body, silenceMs, signal)) {
      for (const element of splitter.feed(text)) {
        if (signal.aborted) return { kind: 'failed', reason: 'stopped' };
        await onRead(element.text === undefined ? OVERSIZED : readRecord(element.text));
        count += 1;
      }
    }
  } catch (error) {
    if (error instanceof BodyCut) return { kind: 'failed', reason: error.message };
    throw error;
  }
  if (splitter.state() !== 'closed')
    return { kind: 'failed', reason: 'the answer is not a whole JSON array' };
  return { kind: 'done', count };
}
