import { App, type CodedError, SocketModeReceiver } from '@slack/bolt';
import { z } from 'zod';
import { ACTION } from '#blocks/ids.js';
import { noLongerOpen, notListed, notTaken } from '#blocks/lines.js';
import { describeError } from '../eventlog/describe-error.js';
import type { Place } from '../store/threads.js';
import { timeOfTs } from '../time/slack-ts.js';
import { acknowledgedOnceHandled } from './acknowledged.js';
import { type ChainArgs, chain } from './chain.js';
import { boltLogger, clientOptions } from './client.js';
import { readIncoming } from './incoming.js';
import { type FullTextDeps, onFullText, onPage } from './listeners/full-text.js';
import { type HomeDeps, onHomeOpened } from './listeners/home.js';
import { onTap } from './listeners/tap.js';
import { type MessageDeps, messageSteps } from './message-steps.js';
import { byAnAuthorizedMember } from './middleware/by-an-authorized-member.js';
import { inABoundThread } from './middleware/in-a-bound-thread.js';
import { notByABot } from './middleware/not-by-a-bot.js';
import { notTooLarge } from './middleware/not-too-large.js';
import type { StepArgs } from './middleware/types.js';
import { besidePress, readPress } from './press.js';
import type { Presses } from './presses.js';
import { stubbornly } from './stubbornly.js';

/** What the Bolt app needs from the rest. */
export type BoltDeps = MessageDeps &
  FullTextDeps &
  HomeDeps & {
    apiUrl: string | undefined;
    /** Called when a message in a thread could not be handled, so that it is read again there. */
    readSoon: (place: Place) => void;
    /** Called with the channel of each message event that Slack pushes, our own messages included. */
    heardFrom: (channel: string) => void;
    presses: Presses;
  };

/** A Bolt app and the Socket Mode receiver under it. */
export type BoltApp = { app: App; receiver: SocketModeReceiver };

const authorizations = z.looseObject({
  authorizations: z.array(z.looseObject({ user_id: z.string(), is_bot: z.boolean().optional() })).optional(),
});

/** As Slack writes them: C… a channel, G… a group, D… a direct message. */
const CHANNEL_ID = /^[A-Z0-9]{1,40}$/;

const pushed = z.looseObject({ event: z.unknown() });

/**
 * Builds the Bolt app for one Socket Mode connection and registers every listener.
 *
 * Reconnecting is ours (`runSocket`): the SDK's own loop ends in an unhandled rejection when Slack cannot be reached
 * while it reconnects, and would take the process down.
 */
export function createBoltApp(appToken: string, deps: BoltDeps): BoltApp {
  const options = clientOptions(deps.apiUrl, deps.logger);
  const logger = boltLogger(deps.logger);
  const receiver = new SocketModeReceiver({
    appToken,
    autoReconnectEnabled: false,
    logger,
    installerOptions: { clientOptions: options },
  });
  const app = new App({
    receiver,
    logger,
    clientOptions: options,
    // Ours drops bots' messages and records that it did.
    ignoreSelf: false,
    extendedErrorHandler: true,
    authorize: async (_source, body) => {
      const botToken = deps.botToken();
      const bot = authorizations.safeParse(body).data?.authorizations?.find((entry) => entry.is_bot === true);
      return {
        ...(botToken === undefined ? {} : { botToken }),
        ...(bot === undefined ? {} : { botUserId: bot.user_id }),
      };
    },
  });
  listen(app, deps);
  app.error(async ({ error, body }: { error: CodedError; body: unknown }) => {
    deps.logger.error('a Slack event was not handled', {
      code: error.code,
      cause: error.original?.name ?? error.name,
    });
    await deps.eventLog.record({ event: 'channel.dropped', channel: 'slack', reason: 'error' });
    const place = placeOf(body);
    if (place) deps.readSoon(place);
  });
  return { app, receiver };
}

/** The thread of the message that an event is about, if it is about one. Nothing else can be read again. */
function placeOf(body: unknown): Place | undefined {
  const { channel, threadTs } = readIncoming(pushed.safeParse(body).data?.event) ?? {};
  if (channel === undefined || threadTs === undefined) return undefined;
  return CHANNEL_ID.test(channel) && timeOfTs(threadTs) !== undefined ? { channel, threadTs } : undefined;
}

function listen(app: App, deps: BoltDeps): void {
  const { eventLog, bindings, authorizedUsers } = deps;
  app.use(notTooLarge({ eventLog }));
  const first = notByABot({ eventLog });
  const refused = (args: StepArgs) => refuse(deps, args);
  const listed = byAnAuthorizedMember({ eventLog, authorizedUsers, refused });

  app.event(
    'message',
    async ({ payload, next }) => {
      deps.heardFrom(payload.channel);
      await next();
    },
    ...messageSteps(deps),
  );
  app.event('app_home_opened', onHomeOpened(deps));

  const ours = inABoundThread({ eventLog, bindings, refused: (args) => tell(deps, args, noLongerOpen()) });
  const tap = chain(first, ours, listed, onTap(deps));
  // A tap is nowhere but in this process: unlike a reply, it cannot be read again later. So it is kept before Slack is told.
  const tapped = acknowledgedOnceHandled(
    stubbornly(tap, (args) => tell(deps, args, notTaken())),
    (error) => deps.logger.warn('a press could not be acknowledged', { cause: describeError(error) }),
  );
  const followed: typeof tapped = (args) =>
    deps.presses.follow(tapped(args), () => tell(deps, args, notTaken()));
  for (const id of [new RegExp(`^${ACTION.choice}:\\d+$`), ACTION.choose]) app.action(id, followed);
  // A modal has no thread, and a trigger no time for a look-up: what may be shown is checked by the listener itself.
  app.action(ACTION.fullText, acknowledge, first, listed, onFullText(deps));
  app.action(new RegExp(`^${ACTION.page}:`), acknowledge, first, listed, onPage(deps));
  app.action(ACTION.openOnGitHub, acknowledge);
}

/** Tells Slack at once that a press arrived: a modal must open within three seconds of it. */
async function acknowledge({
  ack,
  next,
}: {
  ack: () => Promise<void>;
  next: () => Promise<unknown>;
}): Promise<void> {
  await ack();
  await next();
}

/** Tells a member who pressed something, and only them. */
async function tell(deps: BoltDeps, { body }: ChainArgs, text: string): Promise<void> {
  const press = readPress(body);
  const place = press && besidePress(press);
  if (place) await deps.whisper(place, text);
}

/** Tells a member who may not press where the ticket is. */
async function refuse(deps: BoltDeps, args: StepArgs): Promise<void> {
  const url = readPress(args.body)?.githubUrl;
  await tell(deps, args, notListed(url));
}
