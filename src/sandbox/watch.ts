import { drawBelow } from './draw.js';
import { WORK_ITEM, type World } from './world.js';

/** Called with what came where, and its text. */
export type Show = (title: string, text?: string) => void;

/** How often the ticket and the session are looked at, in milliseconds. */
const LOOK_MS = 100;

/**
 * Shows what Slack, the ticket and the session get, as it comes.
 *
 * @returns stops watching
 */
export function watchWorld(world: World, show: Show): () => void {
  let comments = 0;
  let deliveries = 0;
  const look = () => {
    for (const comment of world.ticket.comments(WORK_ITEM).slice(comments)) {
      comments += 1;
      show('the ticket · a comment', comment.body);
    }
    for (const { actor, text } of world.loop.delivered().slice(deliveries)) {
      deliveries += 1;
      show(`the session · an answer from ${actor}`, text);
    }
  };
  const timer = setInterval(look, LOOK_MS);
  const { events } = world.slack;
  const offMessage = events.on('message', ({ channel, ts, change }) => {
    look();
    const message = world.slack.messages(channel).find((candidate) => candidate.ts === ts);
    if (message?.bot_id === undefined || change === 'deleted') return;
    const where = message.thread_ts === undefined ? 'a new thread' : 'in the thread';
    const below = drawBelow(message).join('\n');
    if (change === 'edited') show('Slack · the question’s message, edited', below);
    // The line of a notice is its text too.
    else
      show(`Slack · ${where}`, message.text.includes(below) ? message.text : `${message.text}\n\n${below}`);
  });
  const offReaction = events.on('reaction', ({ name, change }) => {
    // The mark says that something has reached its place, which is shown first.
    look();
    if (change === 'added') show(`Slack · :${name}: on the reply`);
  });
  return () => {
    clearInterval(timer);
    offMessage();
    offReaction();
    look();
  };
}
