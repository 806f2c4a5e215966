import type { Place, Threads, ThreadToRead } from '../store/threads.js';

/** As many as there are bindings by default; more are left to a cycle. */
const AT_MOST = 10_000;

/** How long a thread that is not bound is kept: its post may be under way, for 20 s at most. Milliseconds. */
const UNBOUND_MS = 30_000;

/** The threads that are asked for, until they are read. */
export type AskedFor = {
  /** @returns false when there are too many */
  add(place: Place): boolean;
  /** Takes those that are bound, each once. @throws what the database does; then all are kept */
  take(): Promise<readonly ThreadToRead[]>;
  /** Whether some are kept because they were not bound when they were last looked for. */
  isWaiting(): boolean;
};

const keyOf = ({ channel, threadTs }: Place) => `${channel} ${threadTs}`;

/** Keeps the threads that are asked for, in memory: a process that ends leaves them to the next start's cycle. */
export function askedFor(threads: Pick<Threads, 'find'>): AskedFor {
  const asked = new Map<string, { place: Place; at: number }>();
  let waiting = false;
  return {
    add(place) {
      if (asked.size >= AT_MOST && !asked.has(keyOf(place))) return false;
      asked.set(keyOf(place), { place, at: performance.now() });
      return true;
    },
    async take() {
      waiting = false;
      const looked = [...asked];
      if (looked.length === 0) return [];
      const found = await threads.find(looked.map(([, { place }]) => place));
      const bound = new Set(found.map(keyOf));
      for (const [key, entry] of looked) {
        const isDone = bound.has(key) || performance.now() - entry.at > UNBOUND_MS;
        // Asked for once more since the look: then it is looked for once more.
        if (isDone && asked.get(key) === entry) asked.delete(key);
      }
      waiting = asked.size > 0;
      return found;
    },
    isWaiting: () => waiting,
  };
}
