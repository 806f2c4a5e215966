import { z } from 'zod';
import { parseTs } from '../timestamps.js';

/** A flag as JSON or as form clients send it: `true`, `1` and `yes` words count as true. */
export const flag = z
  .union([z.boolean(), z.string()])
  .transform((value) => value === true || value === 'true' || value === '1');

/** A whole number as JSON or as a form field. */
export const integer = z.coerce.number().int();

/** A message's `ts`. */
export const ts = z.string().refine((value) => parseTs(value) !== undefined, 'must be a message timestamp');

/** A bound in time: a `ts`, whole seconds, or `now`; gives microseconds. */
export const moment = z.union([z.string(), z.number()]).transform((value, context) => {
  const text = String(value);
  const micros = text === 'now' ? Number.MAX_SAFE_INTEGER : parseTs(text);
  if (micros !== undefined) return micros;
  context.addIssue({ code: 'custom', message: 'must be a timestamp' });
  return z.NEVER;
});

/** Message metadata; Slack ignores the rest of the object. */
export const metadata = z.object({
  event_type: z.string().min(1),
  event_payload: z.record(z.string(), z.unknown()),
});
