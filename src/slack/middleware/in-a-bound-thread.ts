import type { Binding, Bindings } from '../../store/bindings.js';
import { readIncoming } from '../incoming.js';
import type { DropDeps, MessageMiddleware } from './types.js';

const bound = new WeakMap<object, Binding>();

/** The binding that `inABoundThread` found for this event. */
export function bindingOf(context: object): Binding | undefined {
  return bound.get(context);
}

/** Drops what is not in a thread of ours: the app reads the threads it started, never the channel at large (R4.4). */
export function inABoundThread({ eventLog, bindings }: DropDeps & { bindings: Bindings }): MessageMiddleware {
  return async ({ payload, context, next }) => {
    const incoming = readIncoming(payload);
    if (!incoming) return;
    const { channel, threadTs, author } = incoming;
    const binding = threadTs === undefined ? undefined : await bindings.byThread(channel, threadTs);
    if (!binding) {
      await eventLog.record({
        event: 'channel.dropped',
        channel: 'slack',
        actor: author,
        reason: 'unmapped',
      });
      return;
    }
    bound.set(context, binding);
    await next();
  };
}
