import type { IncomingMessage } from 'node:http';

const MAX_BODY_BYTES = 1_000_000;

export type BodyResult =
  | { readonly kind: 'body'; readonly text: string }
  | { readonly kind: 'too_large' }
  /** The client went away before the body was complete. */
  | { readonly kind: 'aborted' };

/** Reads a request body of at most one megabyte as UTF-8. */
export async function readBody(request: IncomingMessage): Promise<BodyResult> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > MAX_BODY_BYTES) return { kind: 'too_large' };
      chunks.push(bytes);
    }
  } catch {
    return { kind: 'aborted' };
  }
  return { kind: 'body', text: Buffer.concat(chunks).toString('utf8') };
}
