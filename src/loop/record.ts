import { z } from 'zod';
import { canonicalJson, MAX_RECORD_DEPTH, sha256Hex } from './canonical.js';

/** Bytes of JSON a record may have; a larger one is refused with this reason (issue 5, "Bounds"). */
export const MAX_RECORD_BYTES = 1024 * 1024;

/** The problem of a record that is larger than {@link MAX_RECORD_BYTES}, wherever its size was noticed. */
const OVER_LIMIT = 'refused: over 1 MB';

/** Text as the database can keep it: Postgres refuses a NUL, and a record that is refused would hold up all behind it. */
const text = z.string().transform((value) => value.replaceAll('\u0000', '\ufffd'));

const common = { ts: text, work_item: z.string().min(1).pipe(text) };

/** An agent waits for a human. `question` is whole Markdown; `comment_url` is where the ticket has it. */
const awaitingInput = z.looseObject({
  event: z.literal('session.awaiting_input'),
  ...common,
  question: text,
  actor: text.nullish(),
  comment_url: text.nullish(),
  comment_posted: z.boolean().nullish(),
});

/** Somebody's answer went into the session; our own have an `actor` of the form `slack:U…`. */
const replySent = z.looseObject({
  event: z.literal('session.reply_sent'),
  ...common,
  actor: text.nullish(),
});

const escalated = z.looseObject({
  event: z.literal('graph.escalated'),
  ...common,
  node: text,
  attempts: z.number().nullish(),
  repeated: z.boolean().nullish(),
});

const parked = z.looseObject({ event: z.literal('graph.parked'), ...common, node: text });

const completed = z.looseObject({ event: z.literal('graph.completed'), ...common, node: text });

const schemas = {
  'session.awaiting_input': awaitingInput,
  'session.reply_sent': replySent,
  'graph.escalated': escalated,
  'graph.parked': parked,
  'graph.completed': completed,
} as const;

type RecordType = keyof typeof schemas;

/** A record of the-loop's event log that our app acts on, told apart by `event`. `work_item` is text: another room parses refs. */
export type LoopRecord = z.output<(typeof schemas)[RecordType]>;

/** The `event` names of every {@link LoopRecord}: what a catch-up asks the-loop for. */
export const RECORD_TYPES = [
  'session.awaiting_input',
  'session.reply_sent',
  'graph.escalated',
  'graph.parked',
  'graph.completed',
] as const satisfies readonly RecordType[];

/** A record and the hash of its content, by which a second hearing of it is known. */
export type Heard = { key: string; record: LoopRecord };

/** What a raw record turned out to be. A `problem` names keys and kinds, never a value. `refused`: it was not read at all. */
export type ParsedRecord =
  | ({ kind: 'record' } & Heard)
  | { kind: 'ignored'; event: string }
  | { kind: 'malformed'; problem: string }
  | { kind: 'refused'; problem: string };

const named = z.looseObject({ event: z.string() });

function isRecordType(event: string): event is RecordType {
  return Object.hasOwn(schemas, event);
}

/**
 * Reads one raw record, as `JSON.parse` gave it. `key` is the sha256 (hex) of the whole record's canonical JSON, extra
 * keys included: the stream, the log, a replay and a rotated file agree on it. Never throws.
 */
export function parseRecord(raw: unknown): ParsedRecord {
  const header = named.safeParse(raw);
  if (!header.success) return { kind: 'malformed', problem: 'not an object with an event name' };
  const { event } = header.data;
  if (!isRecordType(event)) return { kind: 'ignored', event };
  const canonical = canonicalJson(raw);
  if (canonical === undefined) {
    return { kind: 'malformed', problem: `${event}: nested deeper than ${MAX_RECORD_DEPTH} levels` };
  }
  if (Buffer.byteLength(canonical) > MAX_RECORD_BYTES) return { kind: 'refused', problem: OVER_LIMIT };
  const parsed = schemas[event].safeParse(raw);
  if (!parsed.success) return { kind: 'malformed', problem: `${event}: ${describe(parsed.error)}` };
  return { kind: 'record', key: sha256Hex(canonical), record: parsed.data };
}

/** A raw record as read off a source, and when it says it was written (undefined without an ISO 8601 `ts`). */
export type ReadRecord = { parsed: ParsedRecord; at: Date | undefined };

/** {@link parseRecord} from a record's JSON text; what is not JSON is malformed, what is over {@link MAX_RECORD_BYTES} refused. */
export function readRecord(json: string): ReadRecord {
  if (Buffer.byteLength(json) > MAX_RECORD_BYTES) return OVERSIZED;
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    return malformed('not JSON');
  }
  const time = timed.safeParse(raw);
  return { parsed: parseRecord(raw), at: time.success ? new Date(time.data.ts) : undefined };
}

/** What is known of a record that was too large to be read. */
export const OVERSIZED: ReadRecord = { parsed: { kind: 'refused', problem: OVER_LIMIT }, at: undefined };

const timed = z.looseObject({ ts: z.iso.datetime({ offset: true }) });

function malformed(problem: string): ReadRecord {
  return { parsed: { kind: 'malformed', problem }, at: undefined };
}

/** Names the keys that do not fit and how. A key is the schema's own word, so nothing of the record's text is in it. */
function describe(error: z.ZodError): string {
  const places = error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`);
  return `wrong or missing ${places.join(', ')}`;
}
