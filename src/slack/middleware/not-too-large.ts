import type { DropDeps, Step } from './types.js';

/** Bytes of JSON that a Slack payload may have (issue 5, "Bounds"); the largest real ones have some hundred thousand. */
export const MAX_PAYLOAD_BYTES = 1024 * 1024;

/** Refuses a payload that is larger than any of Slack's, before anything of it is looked at. */
export function notTooLarge({
  eventLog,
}: DropDeps): (args: Pick<Parameters<Step>[0], 'body' | 'next'>) => Promise<void> {
  return async ({ body, next }) => {
    if (Buffer.byteLength(JSON.stringify(body) ?? '') > MAX_PAYLOAD_BYTES) {
      await eventLog.record({ event: 'channel.dropped', channel: 'slack', reason: 'too-large' });
      return;
    }
    await next();
  };
}
