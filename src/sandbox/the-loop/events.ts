import type { LogFile } from './log-file.js';
import { parseLine, type RawRecord } from './records.js';

/**
 * `GET /api/v1/events`: the log's records, oldest first. `type` (repeatable) and `since` (ISO time) filter; of what is
 * left, the last `limit` are given (50 unless told, 0 is all).
 */
export function queryEvents(query: URLSearchParams, log: LogFile): { status: 200; body: RawRecord[] } {
  const types = query.getAll('type');
  const since = Date.parse(query.get('since') ?? '');
  const limit = Number(query.get('limit') ?? 50);
  const records = log.linesFrom(0).flatMap(({ text }) => parseLine(text) ?? []);
  const found = records.filter((record) => {
    if (types.length > 0 && !types.includes(record.event)) return false;
    return Number.isNaN(since) || Date.parse(String(record.ts)) >= since;
  });
  return { status: 200, body: limit > 0 ? found.slice(-limit) : found };
}
