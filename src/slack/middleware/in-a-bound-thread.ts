import type { Binding, Bindings } from '../../store/bindings.js';
import { subjectOf } from '../subject.js';
import type { DropDeps, Step, StepArgs } from './types.js';

const bound = new WeakMap<object, Binding>();

/** The binding that `inABoundThread` found for this event. */
export function bindingOf(context: object): Binding | undefined {
  return bound.get(context);
}

/**
 * Drops what is not in a thread of ours: the app reads the threads it started, never the channel at large (R4.4).
 *
 * @param refused called for a drop, to tell the member who pressed something; a message is dropped in silence
 */
export function inABoundThread({
  eventLog,
  bindings,
  refused,
}: DropDeps & { bindings: Bindings; refused?: ((args: StepArgs) => Promise<void>) | undefined }): Step {
  return async (args) => {
    const { context, next } = args;
    const { channel, threadTs, author: actor } = subjectOf(args) ?? {};
    const inThread = channel !== undefined && threadTs !== undefined;
    const binding = inThread ? await bindings.byThread(channel, threadTs) : undefined;
    if (!binding) {
      await eventLog.record({ event: 'channel.dropped', channel: 'slack', actor, reason: 'unmapped' });
      await refused?.(args);
      return;
    }
    bound.set(context, binding);
    await next();
  };
}
