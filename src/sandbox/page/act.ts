import { z } from 'zod';
import { asTyped } from '../slack/acting/post.js';
import { SandboxSlackError } from '../slack/errors.js';
import { slackId } from '../slack/ids.js';
import type { DeliveryOutcome } from '../slack/socket/envelope.js';
import { OTHER_BOT, type World } from '../world.js';
import type { Action, Outcome } from './client/wire.js';
import type { Deck } from './deck.js';

const id = z.string().min(1).max(100);
const ts = z.string().regex(/^[0-9]+\.[0-9]+$/);
const text = z.string().max(40_000, 'Slack takes messages of at most 40,000 characters.');
const markdown = z.string().max(2_000_000, 'The sandbox takes questions of at most 2,000,000 characters.');
const control = z.object({ actionId: id, blockId: id.optional(), option: id.optional() });
const drawing = z.object({
  maxChars: z.int().min(200).max(3000),
  verbosity: z.enum(['quiet', 'normal', 'verbose']),
  longMessages: z.enum(['digest', 'truncate']),
});
const file = z.object({ name: z.string().min(1).max(255), size: z.int().min(0), type: z.string().max(255) });
const faultName = z.enum(['duplicates', 'rate-limit', 'github-down', 'loop-down', 'no-session', 'app-down']);

/** What the page may ask for. */
export const action = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('post'), as: id, text, threadTs: ts.optional(), file: file.optional() }),
  z.object({ kind: z.literal('edit'), as: id, ts, text }),
  z.object({ kind: z.literal('delete'), as: id, ts }),
  z.object({ kind: z.literal('press'), as: id, ts, control }),
  z.object({ kind: z.literal('press-in-view'), as: id, viewId: id, control }),
  z.object({ kind: z.literal('close-view'), as: id, viewId: id }),
  z.object({ kind: z.literal('open-home'), as: id }),
  z.object({ kind: z.literal('ask'), markdown, drawing, workItem: id }),
  z.object({ kind: z.literal('draft'), markdown, drawing, workItem: id }),
  z.object({ kind: z.literal('fault'), name: faultName, on: z.boolean() }),
  z.object({ kind: z.literal('drop-socket') }),
  z.object({ kind: z.literal('kill-and-restart') }),
  z.object({ kind: z.literal('reset') }),
]);

/** Why a body is no action: the limit that it exceeds, where it does nothing worse. */
export function problemOf({ issues }: z.ZodError): string {
  const tooLong = issues.every(({ code }) => code === 'too_big') ? issues[0] : undefined;
  return tooLong?.message ?? 'That is no action of the page.';
}

/** What a keyboard gives, as Slack hands it on: escaped, and with its addresses as links. */
function typed(text: string): string {
  return asTyped(text).replace(/https?:\/\/[^\s<>|`]*[^\s<>|`.,;:!?)'"]/g, '<$&>');
}

const DONE: Outcome = { ok: true };

const NO_TEXT: Outcome = { ok: false, problem: 'A message holds some text.' };

const NO_BOTS: Outcome = { ok: false, problem: 'In Slack a bot presses nothing.' };

const NO_ITEM: Outcome = { ok: false, problem: 'There is no such work item here.' };

/** What Slack tells the member whose press reached nobody. */
async function pressed(delivery: Promise<DeliveryOutcome>): Promise<Outcome> {
  const outcome = await delivery;
  if (outcome.kind === 'acknowledged') return DONE;
  return { ok: false, problem: 'the-loop did not respond. Nothing was lost: try again in a moment.' };
}

function controlOf({ actionId, blockId, option }: z.infer<typeof control>) {
  return {
    actionId,
    ...(blockId === undefined ? {} : { blockId }),
    ...(option === undefined ? {} : { selectedOption: option }),
  };
}

function post({ slack, channel }: World, action: Extract<Action, { kind: 'post' }>): Outcome {
  const { as: user, threadTs, file } = action;
  const fileId = slackId('F');
  const shared = file && {
    ...{ id: fileId, name: file.name, size: file.size },
    mimetype: file.type || 'application/octet-stream',
    permalink: `https://sandbox.slack.invalid/files/${user}/${fileId}/${encodeURIComponent(file.name)}`,
  };
  const { message } = slack.post({
    ...{ user, channel },
    text: typed(action.text),
    ...(threadTs === undefined ? {} : { threadTs }),
    ...(shared ? { files: [shared] } : {}),
    ...(user === OTHER_BOT.id ? { botId: OTHER_BOT.botId } : {}),
  });
  return { ok: true, ts: message.ts };
}

async function carryOut(deck: Deck, action: Action): Promise<Outcome> {
  const { stage, switches } = deck;
  const { slack, channel } = stage.world;
  switch (action.kind) {
    case 'post':
      if (action.text.trim() === '' && action.file === undefined) return NO_TEXT;
      return post(stage.world, action);
    case 'edit':
      if (action.text.trim() === '') return NO_TEXT;
      slack.edit({ user: action.as, channel, ts: action.ts, text: typed(action.text) });
      return DONE;
    case 'delete':
      slack.delete({ user: action.as, channel, ts: action.ts });
      return DONE;
    case 'press': {
      if (action.as === OTHER_BOT.id) return NO_BOTS;
      const where = { user: action.as, channel, messageTs: action.ts };
      return pressed(slack.press({ ...where, ...controlOf(action.control) }).outcome);
    }
    case 'press-in-view': {
      if (action.as === OTHER_BOT.id) return NO_BOTS;
      const where = { user: action.as, viewId: action.viewId };
      return pressed(slack.pressInView({ ...where, ...controlOf(action.control) }).outcome);
    }
    case 'close-view':
      slack.closeView({ user: action.as, viewId: action.viewId });
      return DONE;
    case 'open-home':
      slack.openHome({ user: action.as });
      return DONE;
    case 'ask':
      if (action.markdown.trim() === '') return { ok: false, problem: 'A question holds some text.' };
      if (!deck.has(action.workItem)) return NO_ITEM;
      await deck.ask(action);
      return DONE;
    case 'draft':
      if (!deck.has(action.workItem)) return NO_ITEM;
      return { ok: true, preview: deck.write(action).preview };
    case 'fault':
      await switches.set(action.name, action.on, deck.items);
      return DONE;
    case 'drop-socket':
      if (slack.connections() === 0) return { ok: true, note: 'No socket is open: there is nothing to cut.' };
      slack.faults.dropSockets();
      return { ok: true, note: 'The socket was cut. The app connects again by itself.' };
    case 'kill-and-restart':
      await stage.kill();
      await stage.revive();
      return { ok: true, note: 'The app was killed (SIGKILL) and started again.' };
    case 'reset':
      await stage.reset();
      return DONE;
  }
}

/** Carries out what a person did on the page; what nobody could do in Slack is told, not thrown. */
export async function act(deck: Deck, action: Action): Promise<Outcome> {
  try {
    return await carryOut(deck, action);
  } catch (error) {
    if (error instanceof SandboxSlackError) return { ok: false, problem: error.message };
    throw error;
  }
}
