import { subjectOf } from '../subject.js';
import type { Step } from './types.js';

const earlier = new WeakMap<object, Promise<void>>();

/** Resolves when every message that came in before this one in its thread has gone its way. */
export function turnOf(context: object): Promise<void> {
  return earlier.get(context) ?? Promise.resolve();
}

/**
 * Keeps the order in which messages of a thread come in: an answer that takes it back must not overtake the one it takes
 * back. They are looked at side by side, and each listener waits for its turn (`turnOf`) before it acts, so that what one
 * of them waits for does not add up.
 */
export function inTurn(): Step {
  const last = new Map<string, Promise<void>>();
  return async (args) => {
    const { channel, threadTs } = subjectOf(args) ?? {};
    if (channel === undefined || threadTs === undefined) {
      await args.next();
      return;
    }
    const thread = `${channel}:${threadTs}`;
    const before = last.get(thread) ?? Promise.resolve();
    let leave = () => {};
    const gone = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const all = before.then(() => gone);
    last.set(thread, all);
    earlier.set(args.context, before);
    try {
      await args.next();
    } finally {
      leave();
      if (last.get(thread) === all) void all.then(() => last.get(thread) === all && last.delete(thread));
    }
  };
}
