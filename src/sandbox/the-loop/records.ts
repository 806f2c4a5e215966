/** A record as the-loop writes it: `ts`, `source`, `event`, `level`, `pid`, then its own fields. */
export type RawRecord = Record<string, unknown> & { event: string };

/** The record's fields with the ones every record has, in the-loop's order. A field given in `fields` wins; undefined ones are left out. */
export function stamp(source: string, fields: RawRecord): Record<string, unknown> {
  const { event, ...rest } = fields;
  const record = {
    ts: new Date().toISOString(),
    source,
    event,
    level: 'info',
    pid: process.pid,
    ...rest,
  };
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** A log line as a record, or undefined for a corrupt one, which the-loop skips. */
export function parseLine(text: string): RawRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && 'event' in value && typeof value.event === 'string';
}
