import type { LocalSlack } from '../../src/sandbox/slack/local-slack.js';
import { Bell } from './bell.js';
import { askedIn } from './deeds.js';
import { CHANNEL } from './world.js';

/** A message of the app's, as it was first posted. */
export type Post = { ts: string; threadTs: string; text: string };

/** Every message that the app posted, told apart as they come: looking through the channel each time would take too long. */
export function watchPosts(slack: LocalSlack) {
  const byQuestion = new Map<number, Post[]>();
  const notices: Post[] = [];
  const asked = new Bell<number>();
  const changed = new Bell<string>();
  const off = slack.events.on('message', ({ channel, ts, change }) => {
    changed.ring(ts);
    if (change !== 'posted') return;
    const message = slack.message(channel, ts);
    if (message?.bot_id !== slack.identity.botId) return;
    const post = { ts, threadTs: message.thread_ts ?? ts, text: message.text };
    const number = askedIn(message.text);
    if (number === undefined) notices.push(post);
    else {
      byQuestion.set(number, [...(byQuestion.get(number) ?? []), post]);
      asked.ring(number);
    }
  });
  return {
    of: (question: number) => byQuestion.get(question) ?? [],
    /** Rings a question's number when it is posted. */
    asked,
    /** Rings a message's timestamp when the message is posted or changes. */
    changed,
    /** What is no question: lines about answers that did not go all the way. */
    notices: () => notices as readonly Post[],
    marks: (ts: string) => slack.reactions(CHANNEL, ts).map(({ name }) => name),
    off,
  };
}

export type Posts = ReturnType<typeof watchPosts>;
