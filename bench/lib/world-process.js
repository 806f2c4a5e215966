// The local Slack, ticket and the-loop in a process of their own, so that they do not take the app's core. It does what
// it is asked over IPC, and notes when what happened, in milliseconds of this process's clock.
import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalSlack } from '../../dist/sandbox/slack/server.js';
import { startLocalLoop } from '../../dist/sandbox/the-loop/local-loop.js';
import { startLocalTicket } from '../../dist/sandbox/ticket/local-ticket.js';

const CHANNEL = 'C0SANDBOX';
const GITHUB_TOKEN = 'ghp_sandbox';
const WITHIN_MS = 300_000;

const slack = await startLocalSlack();
const ticket = await startLocalTicket({ token: GITHUB_TOKEN, repositories: ['octo/app'] });
const loop = await startLocalLoop();

const itemOf = (n) => `github:octo/app#${n}`;
const threads = [];
let next = 0;

/** Resolves when each of `numbers` was delivered; gives when, by number. */
async function deliveries(numbers) {
  const waiting = new Set(numbers);
  const at = new Map();
  let read = loop.delivered().length;
  await loop.waitFor(
    () => {
      const all = loop.delivered();
      for (; read < all.length; read++) {
        const number = Number(/answer (\d+)\b/.exec(all[read].text)?.[1]);
        if (waiting.delete(number)) at.set(number, performance.now());
      }
      return waiting.size === 0;
    },
    { timeoutMs: WITHIN_MS },
  );
  return at;
}

function reply() {
  const number = next++;
  const threadTs = threads[number % threads.length];
  const at = performance.now();
  slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs, text: `answer ${number}` });
  return { number, at };
}

const COMMANDS = {
  addresses: () => ({
    SLACK_API_URL: slack.apiUrl,
    GITHUB_API_URL: ticket.apiUrl,
    THE_LOOP_URL: loop.url,
    THE_LOOP_SLACK_BOT_TOKEN: slack.tokens.bot,
    THE_LOOP_SLACK_APP_TOKEN: slack.tokens.app,
    GITHUB_TOKEN,
  }),
  /** Threads of so many work items, each with a session that takes answers; gives their bindings. */
  threads: ({ count }) =>
    Array.from({ length: count }, (_, at) => {
      const { message } = slack.post({ user: 'U0ALICE', channel: CHANNEL, text: 'A thread.' });
      threads.push(message.ts);
      loop.setSession(itemOf(at + 1), 'live');
      return { channel: CHANNEL, threadTs: message.ts, workItem: itemOf(at + 1) };
    }),
  /** Until so many apps have a socket, and one follows the stream. */
  async connected({ apps }) {
    await slack.waitFor(() => slack.connections() >= apps, { timeoutMs: 60_000 });
    await loop.waitFor(() => loop.streams.count() > 0, { timeoutMs: 60_000 });
    return Date.now();
  },
  /** So many answers at once; gives the milliseconds from the first to the last delivery. */
  async burst({ count }) {
    const first = next;
    const done = deliveries(Array.from({ length: count }, (_, at) => first + at));
    const start = performance.now();
    for (let at = 0; at < count; at++) {
      reply();
      if (at % 20 === 19) await sleep(0);
    }
    const at = await done;
    return { ms: Math.max(...at.values()) - start };
  },
  /** Answers at a steady pace, whether or not those before them are through; gives each one's milliseconds. */
  async pace({ count, perSecond }) {
    const first = next;
    const done = deliveries(Array.from({ length: count }, (_, at) => first + at));
    const sent = [];
    const start = performance.now();
    for (let at = 0; at < count; at++) {
      await sleep(Math.max(0, start + (at * 1000) / perSecond - performance.now()));
      sent.push(reply());
    }
    const arrived = await done;
    return { ms: sent.map(({ number, at }) => arrived.get(number) - at) };
  },
  /** Questions at Slack's own pace; gives the milliseconds of each from the event to the call that posts it. */
  async questions({ count, everyMs }) {
    const posted = new Map();
    const off = slack.events.on('call', ({ method, args }) => {
      const number = /question (\d+)\b/.exec(JSON.stringify(args))?.[1];
      if (method === 'chat.postMessage' && number !== undefined)
        posted.set(Number(number), performance.now());
    });
    const asked = [];
    for (let at = 0; at < count; at++) {
      asked.push(performance.now());
      loop.ask({ workItem: itemOf(100_000 + at), question: `Is this question ${at} or not?` });
      await sleep(everyMs);
    }
    await slack.waitFor(() => posted.size === count, { timeoutMs: WITHIN_MS });
    off();
    return { ms: asked.map((start, at) => posted.get(at) - start) };
  },
  async close() {
    await Promise.all([slack.close(), ticket.close(), loop.close()]);
    process.disconnect();
  },
};

process.on('message', async ({ id, command, options }) => {
  try {
    const result = await COMMANDS[command](options ?? {});
    if (process.connected) process.send({ id, result });
  } catch (error) {
    process.send({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
process.send({ ready: true });
