import { readFileSync } from 'node:fs';
import type { Logger } from '../../src/eventlog/logger-type.js';
import type { CursorStore, Place } from '../../src/loop/cursor.js';
import type { Heard } from '../../src/loop/record.js';

/** A capture of a running the-loop, as text. */
export function capture(name: string): string {
  return readFileSync(new URL(`../fixtures/the-loop/${name}`, import.meta.url), 'utf8');
}

/** A captured answer of a JSON route. */
export function captured(name: string): { status: number; body: unknown } {
  return JSON.parse(capture(name));
}

/** A cursor kept in memory, with everything that was saved. */
export function memoryCursor(
  place: Place | null = null,
): CursorStore & { place: Place | null; saves: Place[] } {
  const store = {
    place,
    saves: [] as Place[],
    load: async () => store.place,
    save: async (next: Place) => {
      store.place = next;
      store.saves.push(next);
    },
  };
  return store;
}

/** A logger that keeps every line. */
export function keptLog(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const at =
    (level: string) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
    };
  return { logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }, lines };
}

/** Keeps the records handed on. `questions()` are the texts of the questions among them, in order. */
export function listener() {
  const heard: Heard[] = [];
  return {
    heard,
    onRecord: async (next: Heard) => {
      heard.push(next);
    },
    questions: () =>
      heard.flatMap(({ record }) => (record.event === 'session.awaiting_input' ? [record.question] : [])),
    /** The questions without second hearings, told apart by key. */
    distinct: () => [
      ...new Map(
        heard.flatMap(({ key, record }) =>
          record.event === 'session.awaiting_input' ? [[key, record.question] as const] : [],
        ),
      ).values(),
    ],
  };
}

/** Resolves once the condition holds; rejects after `timeoutMs`, saying what was waited for. */
export async function until(condition: () => boolean, what: string, timeoutMs = 10_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
