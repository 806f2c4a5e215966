import type { PrismaClient } from './generated/client.js';

/** How far a source was heard: its own position text, and the time of the last record. */
export type SourceCursor = { position: string; heardAt: Date };

/** The cursor of one source. */
export type SourceCursorStore = {
  load(): Promise<SourceCursor | null>;
  save(cursor: SourceCursor): Promise<void>;
};

/**
 * The cursor of the source called `name` (a stream's URL, a log's path): two sources never share a position, so a
 * changed `THE_LOOP_URL` starts on its own.
 */
export function createSourceCursor(prisma: PrismaClient, name: string): SourceCursorStore {
  return {
    load: () => prisma.cursor.findUnique({ where: { name }, select: { position: true, heardAt: true } }),
    async save(cursor) {
      await prisma.cursor.upsert({ where: { name }, create: { name, ...cursor }, update: cursor });
    },
  };
}
