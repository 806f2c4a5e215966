import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { testServer } from '../helpers/databases.js';
import { until } from '../helpers/until.js';
import { CHANNEL, decided, ITEM, makeRig, type Rig, SENTINELS } from './rig.js';

const QUESTION =
  'Which one should I take?\n\n1. Coerce it in the renderer.\n2. Refuse it at **parse** time.\n3. Neither.';
const LONG = `${QUESTION}\n\n\`\`\`\nsome code\n\`\`\`\n\n${'More words follow here. '.repeat(120)}`;
const SECTION = `channels: { slack: { enabled: true, channel: ${CHANNEL}, authorizedUsers: [U0ALICE, U0DANA] } }\nstate: { root: .the-loop }\n`;

const server = await testServer();
let rig: Rig;

type Control = { action_id: string; value?: string; text?: { text: string }; type: string; url?: string };

const messageAt = (ts: string) => rig.slack.messages(CHANNEL).find((message) => message.ts === ts);
/** Every control on a message now. */
const controls = (ts: string): Control[] =>
  (messageAt(ts)?.blocks ?? []).flatMap((block) =>
    block.type === 'actions' ? (block.elements as Control[]) : [],
  );
const choiceControls = (ts: string) => controls(ts).filter(({ action_id }) => action_id.startsWith('choice'));
const drawn = (ts: string) => JSON.stringify(messageAt(ts)?.blocks);
const whispers = (user: string) => rig.slack.ephemerals(CHANNEL).filter((line) => line.user === user);
const tap = (ts: string, number: number, user = 'U0ALICE') =>
  rig.slack.press({ user, channel: CHANNEL, messageTs: ts, actionId: `choice:${number}` });

beforeEach(async () => {
  rig = await makeRig({ slackSection: SECTION, server });
  await rig.start();
  await until('a connection', () => rig.slack.connections() === 1);
});
afterEach(() => rig.close());

describe('choosing by a tap', () => {
  test('delivers and mirrors the number and the item’s whole words, and says so on the message', async () => {
    const { ts } = await rig.ask(QUESTION);
    expect(choiceControls(ts).map(({ text }) => text?.text)).toEqual([
      '1 · Coerce it in the renderer.',
      '2 · Refuse it at parse time.',
      '3 · Neither.',
    ]);
    tap(ts, 2);
    await until('the delivery', () => rig.loop.delivered().length === 1);
    expect(rig.loop.delivered()).toEqual([
      { ref: ITEM, text: '2: Refuse it at parse time.', actor: 'slack:U0ALICE', comment: false },
    ]);
    expect(rig.mirrors()[0]).toMatch(/^> 2: Refuse it at parse time\.$/m);
    await until('the outcome', () => drawn(ts).includes('delivered'));
    expect(choiceControls(ts)).toEqual([]);
    expect(drawn(ts)).toMatch(/✅.*2 · Refuse it at parse time.*<@U0ALICE>/);
    expect(drawn(ts)).toContain('Which one should I take?');
  });

  (server === undefined ? test.skip : test)(
    'is in the database before Slack is told; a database that does not answer is not waited for',
    async () => {
      const { ts } = await rig.ask(QUESTION);
      const held = await rig.hold('inbox');
      const pressedAt = Date.now();
      expect(await tap(ts, 2).outcome).toMatchObject({ kind: 'acknowledged' });
      // About two seconds: a press that is acknowledged first and kept afterwards takes none.
      expect(Date.now() - pressedAt).toBeGreaterThan(1_500);
      expect(rig.loop.delivered()).toEqual([]);
      await held.release();
      await until('the delivery', () => rig.loop.delivered().length === 1);
    },
  );

  test('two members at once: one wins, the other is told who did', async () => {
    const { ts } = await rig.ask(QUESTION);
    tap(ts, 1, 'U0ALICE');
    tap(ts, 2, 'U0DANA');
    await until(
      'a line for the one who lost',
      () => [...whispers('U0ALICE'), ...whispers('U0DANA')].length === 1,
    );
    await until('the delivery', () => rig.loop.delivered().length === 1);
    const winner = rig.loop.delivered()[0]?.actor.slice('slack:'.length);
    const [line] = [...whispers('U0ALICE'), ...whispers('U0DANA')];
    expect(line?.user).not.toBe(winner);
    expect(line?.text).toContain(`<@${winner}>`);
    expect(rig.mirrors()).toHaveLength(1);
  });

  test('an unlisted member’s tap goes nowhere, and gets the ticket’s link', async () => {
    const { ts } = await rig.ask(QUESTION);
    tap(ts, 1, 'U0MALLORY');
    await until('a line', () => whispers('U0MALLORY').length === 1);
    expect(whispers('U0MALLORY')[0]?.text).toContain('https://');
    expect(await rig.records('channel.dropped')).toEqual(
      expect.arrayContaining([expect.objectContaining({ reason: 'unauthorized-actor', actor: 'U0MALLORY' })]),
    );
    expect([rig.loop.delivered(), rig.mirrors()]).toEqual([[], []]);
    expect(choiceControls(ts)).toHaveLength(3);
  });

  test('when Slack refuses the edit, no control is left that stands for nothing', async () => {
    const { ts } = await rig.ask(QUESTION);
    rig.slack.faults.next('chat.update', { kind: 'error', error: 'msg_blocks_too_long' });
    tap(ts, 1);
    await until('the controls to go', () => controls(ts).length === 0);
    await until('the delivery', () => rig.loop.delivered().length === 1);
  });

  test('a comment that a wrong token keeps off the ticket is said on the message, until it is written', async () => {
    rig.env.GITHUB_TOKEN = 'ghp_expired';
    const { ts } = await rig.ask(QUESTION);
    tap(ts, 1);
    await until('the reason', () => drawn(ts).includes('⚠️') && drawn(ts).includes('not on the ticket'));
    rig.env.GITHUB_TOKEN = SENTINELS.github;
    await until(
      'the comment',
      () => drawn(ts).includes('on the ticket>') && drawn(ts).includes('✅'),
      20_000,
    );
  });

  test('when no session takes the answer, the message says why and can be tapped again', async () => {
    const { ts } = await rig.ask(QUESTION);
    rig.loop.setSession(ITEM, 'none');
    tap(ts, 2);
    await until('the reason', () => drawn(ts).includes('no session registered'));
    expect(choiceControls(ts)).toHaveLength(3);
    rig.loop.setSession(ITEM, 'live');
    tap(ts, 2);
    await until('the delivery', () => rig.loop.delivered().length === 1);
    await until('the outcome', () => drawn(ts).includes('✅'));
    expect(choiceControls(ts)).toEqual([]);
  });

  test('more than five become a menu', async () => {
    const items = Array.from({ length: 7 }, (_, index) => `${index + 1}. Item number ${index + 1}`);
    const { ts } = await rig.ask(`Which?\n\n${items.join('\n')}`);
    const [menu] = controls(ts).filter(({ type }) => type === 'static_select');
    if (!menu) throw new Error('there is no menu');
    rig.slack.press({
      user: 'U0ALICE',
      channel: CHANNEL,
      messageTs: ts,
      actionId: menu.action_id,
      selectedOption: '6',
    });
    await until('the delivery', () => rig.loop.delivered().length === 1);
    expect(rig.loop.delivered()[0]?.text).toBe('6: Item number 6');
  });
});

describe('choosing by typing', () => {
  test.each([
    ['2', '2: Refuse it at parse time.'],
    ['option 3', 'option 3: Neither.'],
    ['9', '9'],
    ['2, but only on Mondays', '2, but only on Mondays'],
  ])('%j is delivered as %j, and closes the controls', async (typed, text) => {
    const { ts, threadTs } = await rig.ask(QUESTION);
    const reply = rig.reply(threadTs, typed);
    await decided(rig, reply);
    expect(rig.loop.delivered()[0]?.text).toBe(text);
    await until('the controls to close', () => choiceControls(ts).length === 0);
    await until('the outcome', () => drawn(ts).includes('<@U0ALICE>'));
  });

  test('the author’s own letter names an item', async () => {
    const { threadTs } = await rig.ask('Which way?\n\nA) Coerce it\nB) Refuse it');
    await decided(rig, rig.reply(threadTs, 'b)'));
    expect(rig.loop.delivered()[0]?.text).toBe('b: Refuse it');
  });
});

describe('a reply that is read late', () => {
  test('answers what its writer saw, not what was asked since', async () => {
    const first = await rig.ask(QUESTION);
    await until('it to be kept', async () => (await rig.records('channel.posted')).length === 1);
    await rig.stop();
    rig.slack.faults.loseEvents(1);
    const late = rig.reply(first.threadTs, '2', 'U0DANA');
    rig.slack.faults.clear();
    rig.askOnly('Delete what?\n\n1. The branch\n2. The database');
    await rig.start();
    await decided(rig, late);
    expect(rig.loop.delivered().map(({ text }) => text)).toEqual(['2: Refuse it at parse time.']);
  });
});

describe('when a question is over', () => {
  test('an answer given elsewhere closes the controls, and a late tap never acts', async () => {
    const { ts } = await rig.ask(QUESTION);
    const [control] = choiceControls(ts);
    rig.loop.emit({ event: 'session.reply_sent', work_item: ITEM, actor: 'octocat' });
    await until('the line', () => drawn(ts).includes('octocat'));
    expect(choiceControls(ts)).toEqual([]);
    expect(control).toBeDefined();
  });

  test('a newer question takes the place of the older', async () => {
    const { ts } = await rig.ask(QUESTION);
    const next = await rig.ask('And now, which?\n\n1. This\n2. That');
    await until('the older to close', () => choiceControls(ts).length === 0);
    expect(choiceControls(next.ts)).toHaveLength(2);
    await decided(rig, rig.reply(next.threadTs, '1'));
    expect(rig.loop.delivered()[0]?.text).toBe('1: This');
  });
});

describe('what a member is told', () => {
  test('an edited reply is not delivered again', async () => {
    const { threadTs } = await rig.ask(QUESTION);
    const reply = rig.reply(threadTs, 'take the first');
    await decided(rig, reply);
    rig.slack.edit({ user: 'U0ALICE', channel: CHANNEL, ts: reply, text: 'take the second' });
    await until('a line', () => whispers('U0ALICE').length === 1);
    expect(rig.loop.delivered()).toHaveLength(1);
    expect(rig.mirrors()).toHaveLength(1);
    expect(await rig.records('channel.dropped')).toEqual(
      expect.arrayContaining([expect.objectContaining({ reason: 'edited' })]),
    );
  });

  test('a deleted reply stays answered', async () => {
    const { threadTs } = await rig.ask(QUESTION);
    const reply = rig.reply(threadTs, 'take the first');
    await decided(rig, reply);
    rig.slack.delete({ user: 'U0ALICE', channel: CHANNEL, ts: reply });
    await decided(rig, rig.reply(threadTs, 'and one more'));
    expect(rig.loop.delivered().map(({ text }) => text)).toEqual(['take the first', 'and one more']);
  });

  test('a control keyword is recorded as text, with the way to run it', async () => {
    const { threadTs } = await rig.ask(QUESTION);
    await decided(rig, rig.reply(threadTs, 'please the-loop stop now'));
    await until('a line', () => whispers('U0ALICE').length === 1);
    expect(whispers('U0ALICE')[0]?.text).toContain('https://github.com/octo/app/issues/7');
    expect(rig.mirrors()[0]).not.toMatch(/the-loop stop/);
  });

  test('the ticket’s link reaches a member where there is no thread yet', async () => {
    const { ts } = await rig.ask(QUESTION);
    tap(ts, 1, 'U0MALLORY');
    await until('a line', () => whispers('U0MALLORY').length === 1);
    // Slack shows such a line in no thread without replies.
    expect(whispers('U0MALLORY')[0]?.thread_ts).toBeUndefined();
  });

  test('files are named with their links, on the ticket and in the session', async () => {
    const { threadTs } = await rig.ask(QUESTION);
    const files = [
      {
        id: 'F1',
        name: 'plan <b>.txt',
        mimetype: 'text/plain',
        permalink: 'https://sandbox.slack.com/files/F1/plan.txt',
      },
    ];
    const { ts } = rig.slack.post({
      user: 'U0ALICE',
      channel: CHANNEL,
      threadTs,
      text: 'see this',
      files,
    }).message;
    await decided(rig, ts);
    expect(rig.loop.delivered()[0]?.text).toBe(
      'see this\n📎 plan <b>.txt (https://sandbox.slack.com/files/F1/plan.txt)',
    );
    expect(rig.mirrors()[0]).toContain('sandbox.slack.com/files/F1/plan.txt');
  });
});

describe('the full text', () => {
  const openButton = (ts: string) => controls(ts).find(({ action_id }) => action_id === 'full_text');
  const opened = () => rig.slack.views().at(-1);
  const shown = () => JSON.stringify(opened() ?? null);

  test('opens in a modal, complete, and only when something was left out', async () => {
    const short = await rig.ask(QUESTION);
    expect(openButton(short.ts)).toBeUndefined();
    const { ts } = await rig.ask(LONG);
    expect(openButton(ts)).toBeDefined();
    rig.slack.press({ user: 'U0DANA', channel: CHANNEL, messageTs: ts, actionId: 'full_text' });
    await until('the text', () => shown().includes('some code'));
    expect(JSON.stringify(opened())).toContain('Refuse it at *parse* time.');
  });

  (server === undefined ? test.skip : test)(
    'a text that is no longer kept answers with the link',
    async () => {
      const { ts } = await rig.ask(LONG);
      const value = openButton(ts)?.value ?? '';
      await until('it to be kept', async () => (await rig.records('channel.posted')).length === 1);
      await rig.forget(value);
      rig.slack.press({ user: 'U0ALICE', channel: CHANNEL, messageTs: ts, actionId: 'full_text' });
      await until('the link', () => shown().includes('no longer kept'));
      expect(shown()).toContain('https://github.com/octo/app/issues/7');
    },
  );

  test('a modal that cannot be filled says so instead of loading for ever', async () => {
    const { ts } = await rig.ask(LONG);
    rig.slack.faults.next('views.update', { kind: 'http', status: 500 });
    rig.slack.press({ user: 'U0ALICE', channel: CHANNEL, messageTs: ts, actionId: 'full_text' });
    await until('the link', () => shown().includes('could not be loaded'));
  });

  test('an unlisted member gets the ticket’s link instead', async () => {
    const { ts } = await rig.ask(LONG);
    rig.slack.press({ user: 'U0MALLORY', channel: CHANNEL, messageTs: ts, actionId: 'full_text' });
    await until('a line', () => whispers('U0MALLORY').length === 1);
    expect(whispers('U0MALLORY')[0]?.text).toContain('https://');
    expect(rig.slack.views()).toEqual([]);
  });

  test('a long one has pages', async () => {
    const { ts } = await rig.ask(
      `Which?\n\n${Array.from({ length: 700 }, (_, n) => `Paragraph ${n}. ${'word '.repeat(90)}`).join('\n\n')}`,
    );
    rig.slack.press({ user: 'U0ALICE', channel: CHANNEL, messageTs: ts, actionId: 'full_text' });
    const first = await until('the first page', () =>
      shown().includes('Paragraph 0.') ? opened() : undefined,
    );
    expect(JSON.stringify(first)).toMatch(/page 1 of \d/);
    rig.slack.pressInView({ user: 'U0ALICE', viewId: first.id, actionId: 'full_text_page:next' });
    await until('the second page', () => /page 2 of \d/.test(JSON.stringify(opened())));
    expect(JSON.stringify(opened())).not.toContain('Paragraph 0.');
  });
});

describe('App Home', () => {
  test('lists what waits and what is reachable, to a member', async () => {
    await rig.ask(QUESTION);
    await until('it to be kept', async () => (await rig.records('channel.posted')).length === 1);
    rig.slack.openHome({ user: 'U0ALICE' });
    const home = await until('a home', () => rig.slack.views().find(({ type }) => type === 'home'));
    const text = JSON.stringify(home);
    expect(text).toContain('Which one should I take?');
    expect(text).toContain('GitHub');
    expect(text).toContain('the-loop');
  });

  test('tells a stranger only how to be listed', async () => {
    await rig.ask(QUESTION);
    rig.slack.openHome({ user: 'U0MALLORY' });
    const home = await until('a home', () => rig.slack.views().find(({ type }) => type === 'home'));
    expect(JSON.stringify(home)).toContain('U0MALLORY');
    expect(JSON.stringify(home)).not.toContain('Which one');
  });
});
