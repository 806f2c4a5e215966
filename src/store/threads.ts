import { z } from 'zod';
import type { PrismaClient } from './generated/client.js';

/** Where a thread is in Slack. */
export type Place = { channel: string; threadTs: string };

/** A bound thread to be read again, from the last message read in it. */
export type ThreadToRead = { id: string; channel: string; threadTs: string; readTs: string | null };

/** The bound threads, as reading them again needs them. */
export type Threads = {
  /**
   * Claims the thread that was read longest ago, for this cycle, so that replicas share the work.
   *
   * @param cycleStart threads read since then are done for this cycle
   * @param trafficSince threads without traffic since then are left out; undefined for all
   */
  claim(cycleStart: Date, trafficSince: Date | undefined): Promise<ThreadToRead | undefined>;
  /** Those of the threads that are bound, to be read before their turn. */
  find(places: readonly Place[]): Promise<readonly ThreadToRead[]>;
  /** Those of the messages that were taken in as answers. */
  taken(channel: string, messageTs: readonly string[]): Promise<ReadonlySet<string>>;
  /** Everything up to `readTs` was taken in. Never goes back, and nothing when the thread was bound anew meanwhile. */
  read(thread: ThreadToRead, readTs: string): Promise<void>;
  /** The time by the database's clock, which all cycles are measured by. */
  now(): Promise<Date>;
};

const claimed = z.array(
  z.object({ id: z.string(), channel: z.string(), threadTs: z.string(), readTs: z.string().nullable() }),
);
const messages = z.array(z.object({ ts: z.string() }));
const time = z.tuple([z.object({ now: z.date() })]);

/** The threads over the database. */
export function createThreads(prisma: PrismaClient): Threads {
  return {
    async claim(cycleStart, trafficSince) {
      const since = trafficSince ?? new Date(0);
      const rows: unknown = await prisma.$queryRaw`
        UPDATE thread_bindings SET read_at = statement_timestamp()
        WHERE id = COALESCE(
          (SELECT id FROM thread_bindings WHERE read_at < ${cycleStart} AND last_traffic_at >= ${since}
            ORDER BY read_at LIMIT 1 FOR UPDATE SKIP LOCKED),
          -- Read in the future: the clock was set back since.
          (SELECT id FROM thread_bindings
            WHERE read_at > statement_timestamp() + interval '1 minute' AND last_traffic_at >= ${since}
            ORDER BY read_at LIMIT 1 FOR UPDATE SKIP LOCKED),
          -- Held by an answer that is taken in at this moment: waited for, since to pass it over would end the cycle.
          (SELECT id FROM thread_bindings WHERE read_at < ${cycleStart} AND last_traffic_at >= ${since}
            ORDER BY read_at LIMIT 1 FOR UPDATE))
        RETURNING id::text AS id, channel, thread_ts AS "threadTs", read_ts AS "readTs"`;
      return claimed.parse(rows)[0];
    },
    async find(places) {
      const rows: unknown = await prisma.$queryRaw`
        SELECT id::text AS id, channel, thread_ts AS "threadTs", read_ts AS "readTs" FROM thread_bindings
        JOIN unnest(${places.map(({ channel }) => channel)}::text[], ${places.map(({ threadTs }) => threadTs)}::text[])
          AS place (channel, thread_ts) USING (channel, thread_ts)`;
      return claimed.parse(rows);
    },
    async taken(channel, messageTs) {
      const rows: unknown = await prisma.$queryRaw`
        SELECT message_ts AS ts FROM inbox WHERE channel = ${channel} AND message_ts = ANY (${[...messageTs]}::text[])`;
      return new Set(messages.parse(rows).map(({ ts }) => ts));
    },
    async read(thread, readTs) {
      await prisma.$executeRaw`
        UPDATE thread_bindings SET read_ts = ${readTs}
        WHERE id = ${thread.id}::uuid AND thread_ts = ${thread.threadTs}
          AND (read_ts IS NULL OR read_ts::numeric < ${readTs}::numeric)`;
    },
    async now() {
      const rows: unknown = await prisma.$queryRaw`SELECT statement_timestamp() AS now`;
      return time.parse(rows)[0].now;
    },
  };
}
