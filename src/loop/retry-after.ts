/** The longest wait a server may ask of us; a longer one is cut to this. */
const MAX_RETRY_AFTER_MS = 300_000;

/** Milliseconds a `Retry-After` header asks for (seconds, or an HTTP date), from 0 to five minutes; undefined without a readable one. */
export function retryAfterMs(header: string | null | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  if (text === '') return undefined;
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(asked, 0), MAX_RETRY_AFTER_MS);
}
