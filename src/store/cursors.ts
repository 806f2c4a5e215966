import type { PrismaClient } from './generated/client.js';

/** How far a source was heard: its own position text, and the time of the last record. */
export type SourceCursor = { position: string; heardAt: Date };

/** The cursor of one source. */
export type SourceCursorStore = {
  load(): Promise<SourceCursor | null>;
  save(cursor: SourceCursor): Promise<void>;
};

type Source = { kind: 'stream'; url: string } | { kind: 'log'; path: string };

/** The name of a source's cursor begins with one of these. */
const KINDS: readonly Source['kind'][] = ['stream', 'log'];

/** What the cursor of a source is called: a stream by its URL, a log by its path. */
export function sourceName(source: Source): string {
  return `${source.kind}:${source.kind === 'log' ? source.path : source.url}`;
}

/** How far back a new source is read where another was heard before it, in milliseconds: as long as a thread is read again. */
const LONGEST_MS = 14 * 24 * 60 * 60_000;

/**
 * The cursor of the source called `name` (a stream's URL, a log's path). Two sources never share a position, but one that
 * takes another's place, as a log file a stream's or one address another's, goes on from the time that the other was heard to:
 * what was written in between is not lost. What both bring is known by its key.
 */
export function createSourceCursor(prisma: PrismaClient, name: string): SourceCursorStore {
  const select = { position: true, heardAt: true } as const;
  return {
    async load() {
      const own = await prisma.cursor.findUnique({ where: { name }, select });
      if (own) return own;
      // The table keeps another cursor too: when Slack was last heard.
      const ofSources = KINDS.map((kind) => ({ name: { startsWith: `${kind}:` } }));
      const other = await prisma.cursor.findFirst({
        ...{ where: { OR: ofSources }, orderBy: { heardAt: 'desc' as const }, select },
      });
      if (!other) return null;
      const heardAt = new Date(Math.max(other.heardAt.getTime(), Date.now() - LONGEST_MS));
      return { position: '', heardAt };
    },
    async save(cursor) {
      await prisma.cursor.upsert({ where: { name }, create: { name, ...cursor }, update: cursor });
    },
  };
}
