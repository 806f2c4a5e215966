import type { Middleware, SlackEventMiddlewareArgs } from '@slack/bolt';
import type { EventLog } from '../../eventlog/event-log.js';

/** A middleware of the message event. */
export type MessageMiddleware = Middleware<SlackEventMiddlewareArgs<'message'>>;

/** What every drop needs: somewhere to record it. */
export type DropDeps = { eventLog: EventLog };
