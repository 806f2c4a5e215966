import type { Binding, Bindings } from '../../store/bindings.js';
import { subjectOf } from '../subject.js';
import type { DropDeps, Step } from './types.js';

const bound = new WeakMap<object, Binding>();

/** The binding that `inABoundThread` found for this event. */
export function bindingOf(context: object): Binding | undefined {
  return bound.get(context);
}

/** Drops what is not in a thread of ours: the app reads the threads it started, never the channel at large (R4.4). */
export function inABoundThread({ eventLog, bindings }: DropDeps & { bindings: Bindings }): Step {
  return async ({ payload, body, context, next }) => {
    const { channel, threadTs, author: actor } = subjectOf({ payload, body }) ?? {};
    const inThread = channel !== undefined && threadTs !== undefined;
    const binding = inThread ? await bindings.byThread(channel, threadTs) : undefined;
    if (!binding) {
      await eventLog.record({ event: 'channel.dropped', channel: 'slack', actor, reason: 'unmapped' });
      return;
    }
    bound.set(context, binding);
    await next();
  };
}
