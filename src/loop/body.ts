import { errorCode } from './error-code.js';

type BodyCutCode = 'silence' | 'lost' | 'stopped';

/** Why a body ended before its end: nothing came for too long, the connection broke, or we were told to stop. */
export class BodyCut extends Error {
  readonly code: BodyCutCode;

  constructor(code: BodyCutCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BodyCut';
    this.code = code;
  }
}

/**
 * The text of a response's body as it arrives, UTF-8 characters whole wherever the bytes were cut. Nothing is read ahead of
 * the consumer, so a slow one slows the sender down, and only the time spent waiting for bytes counts as silence.
 * Throws {@link BodyCut} after `silenceMs` without a byte, when the connection breaks, and when the signal aborts.
 *
 * The body is taken hold of here and not at the first read: `fetch` closes the connection of a body that nobody holds as
 * soon as its response is garbage collected, and a catch-up can come before the first read.
 */
export function bodyText(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  return readText(body.getReader(), silenceMs, signal);
}

async function* readText(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  silenceMs: number,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await readWithin(reader, silenceMs, signal);
      const text = decoder.decode(value, { stream: !done });
      if (text !== '') yield text;
      if (done) return;
    }
  } finally {
    // Lets the connection go when the consumer stops early; a body that already broke has nothing left to cancel.
    reader.cancel().catch(() => undefined);
  }
}

async function readWithin(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  silenceMs: number,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<typeof reader.read>>> {
  let release = () => {};
  const ended = new Promise<never>((_, reject) => {
    const stop = () => reject(new BodyCut('stopped', 'stopped'));
    const timer = setTimeout(
      () => reject(new BodyCut('silence', `silent for ${silenceMs / 1000} s`)),
      silenceMs,
    );
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    release = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
  });
  try {
    return await Promise.race([reader.read().catch(lost), ended]);
  } finally {
    release();
  }
}

function lost(error: unknown): never {
  throw new BodyCut('lost', `connection lost (${errorCode(error)})`, { cause: error });
}
