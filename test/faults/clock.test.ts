import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../helpers/until.js';
import { handIn, made } from './tally.js';
import { ONCE, startWorld, type World } from './world.js';

const HOUR = 3_600_000;

// The embedded database's clock is the process's: its leases and due times jump along.
describe.each([
  { name: 'forwards', offset: 5 * HOUR },
  { name: 'back', offset: -5 * HOUR },
])('the clock jumps five hours $name', ({ offset }) => {
  let world: World;
  let folder: string;
  let n = 0;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-clock-'));
    await setClock(0);
    world = await startWorld();
    world.start({
      preload: new URL('clock.mjs', import.meta.url).href,
      env: { CLOCK_FILE: path.join(folder, 'clock') },
    });
    await world.ready();
  }, 120_000);
  afterAll(async () => {
    await world.close(n);
    handIn(world.tally);
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  let clock = 0;
  /** Sets the app's clock, and waits until the app goes by it. */
  const setClock = async (ms: number) => {
    const file = path.join(folder, 'clock');
    await writeFile(file, String(ms));
    const seen = async () => (await readFile(`${file}.seen`, 'utf8').catch(() => '')) === String(ms);
    if (ms !== clock) await until('the app to see its clock', seen, 30_000);
    clock = ms;
  };
  const jump = async () => {
    made(world.tally, offset > 0 ? 'clock forwards' : 'clock back');
    await setClock(offset);
  };
  /** Asks and answers; `during` is what happens in the middle of one of the two. */
  const round = async (during: { question?: () => Promise<void>; answer?: () => Promise<void> }) => {
    await setClock(0);
    n += 1;
    world.ask(n);
    await during.question?.();
    await world.asked(n);
    world.answer(n);
    await during.answer?.();
    await world.done(n);
    expect(world.stands(n)).toEqual(ONCE);
  };

  test('while a question is being posted', async () => {
    world.slack.faults.next('chat.postMessage', { kind: 'delay', ms: 3_000 });
    await round({ question: jump });
  }, 120_000);

  test('while a post is in doubt', async () => {
    world.slack.faults.next('chat.postMessage', { kind: 'reset-after' });
    const asked = async () => {
      await until('the first post', () => world.slack.calls('chat.postMessage').length > 0, 30_000);
      await jump();
    };
    await round({ question: asked });
  }, 120_000);

  test('while Slack wants to be left alone', async () => {
    const before = world.slack.calls('chat.postMessage').length;
    world.slack.faults.next('chat.postMessage', { kind: 'ratelimited', retryAfter: 3 });
    const asked = async () => {
      await until('the 429', () => world.slack.calls('chat.postMessage').length > before, 30_000);
      await jump();
    };
    await round({ question: asked });
  }, 120_000);

  test('while an answer is being written on the ticket', async () => {
    const posts = () => world.ticket.calls().filter(({ method }) => method === 'POST').length;
    const before = posts();
    world.ticket.faults.next({ kind: 'delay', ms: 3_000 }, 1, 'POST');
    const answered = async () => {
      await until('the comment to be under way', () => posts() > before, 30_000);
      await jump();
    };
    await round({ answer: answered });
  }, 120_000);

  test('before an answer is taken in whose comment is then in doubt', async () => {
    const posts = () => world.ticket.calls().filter(({ method }) => method === 'POST').length;
    const before = posts();
    const asked = async () => {
      await world.asked(n);
      await jump();
      world.ticket.faults.next({ kind: 'reset-after' }, 1, 'POST');
    };
    await round({ question: asked });
    expect(posts()).toBe(before + 1);
  }, 120_000);

  test('while an answer is on its way to the session', async () => {
    const calls = () => world.loop.calls().filter(({ route }) => route === 'reply').length;
    const before = calls();
    world.loop.faults.next('reply', { kind: 'delay', ms: 3_000 });
    const answered = async () => {
      await until('the delivery to be under way', () => calls() > before, 30_000);
      await jump();
    };
    await round({ answer: answered });
  }, 120_000);

  test('while an answer waits for the-loop to come back', async () => {
    const calls = () => world.loop.calls().filter(({ route }) => route === 'reply').length;
    const before = calls();
    world.loop.faults.next('reply', { kind: 'http', status: 503 }, 2);
    const answered = async () => {
      await until('a first try', () => calls() > before, 30_000);
      await jump();
    };
    await round({ answer: answered });
  }, 120_000);

  test('while an answer is lost that Slack does not send again, as when the machine slept', async () => {
    const asked = async () => {
      await world.asked(n);
      world.slack.faults.loseEvents(1);
      made(world.tally, 'lost event');
    };
    const answered = async () => {
      await jump();
      world.slack.faults.dropSockets();
      made(world.tally, 'dropped socket');
    };
    await round({ question: asked, answer: answered });
  }, 120_000);
});
