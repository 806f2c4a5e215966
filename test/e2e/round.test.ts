import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { testServer } from '../helpers/databases.js';
import { until } from '../helpers/until.js';
import { CHANNEL, decided, ITEM, makeRig, type Rig, SENTINELS } from './rig.js';

const server = await testServer();
const kinds = [
  { name: 'embedded Postgres', url: undefined },
  ...(server ? [{ name: 'a Postgres server', url: server }] : []),
];

describe.each(kinds)('a round on $name', ({ url }) => {
  let rig: Rig;

  beforeEach(async () => {
    rig = await makeRig({ server: url });
  });
  afterEach(() => rig.close());

  test('a question reaches the thread, and the answer the ticket and then the session', async () => {
    await rig.start();
    const { threadTs } = await rig.ask('Which one should I take?');
    const ts = rig.reply(threadTs, 'Number 2, &amp; soon');
    expect(await decided(rig, ts)).toEqual(['eyes', 'white_check_mark']);
    expect(rig.loop.delivered()).toEqual([
      { ref: ITEM, text: 'Number 2, & soon', actor: 'slack:U0ALICE', comment: false },
    ]);
    const [mirror = ''] = rig.mirrors();
    expect(mirror).toContain('<!-- the-loop:agent-comment -->');
    expect(mirror).toContain('`U0ALICE`');
    expect(mirror).toMatch(/^> Number 2, /m);
    expect((await rig.records()).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['channel.posted', 'channel.reply_received', 'channel.mirrored']),
    );
  });

  test('an unlisted member’s reply goes nowhere', async () => {
    await rig.start();
    const { threadTs } = await rig.ask();
    rig.reply(threadTs, 'drop it', 'U0MALLORY');
    await until('the drop', async () =>
      (await rig.records('channel.dropped')).some(({ reason }) => reason === 'unauthorized-actor'),
    );
    expect(rig.mirrors()).toEqual([]);
    expect(rig.loop.delivered()).toEqual([]);
  });

  test('no token is in any log entry, record, row or message', async () => {
    await rig.start();
    const { threadTs } = await rig.ask(`a question that quotes ${SENTINELS.github}`);
    await decided(rig, rig.reply(threadTs, `my token is ${SENTINELS.bot}, take it`));
    rig.slack.faults.next('chat.postMessage', { kind: 'error', error: 'invalid_auth' });
    rig.ticket.faults.next({ kind: 'http', status: 401 }, 1, 'POST');
    rig.loop.faults.next('reply', { kind: 'reset-after' });
    await rig.ask('again?');
    await decided(rig, rig.reply(threadTs, 'and again'));
    await rig.stop();
    const everything = {
      log: JSON.stringify(rig.entries),
      records: JSON.stringify(await rig.records()),
      mirrors: JSON.stringify(rig.mirrors()),
    };
    for (const [kind, token] of Object.entries(SENTINELS)) {
      for (const [where, text] of Object.entries(everything)) {
        expect(`${where} ${text.includes(token) ? `holds the ${kind} token` : 'is clean'}`).toBe(
          `${where} is clean`,
        );
      }
    }
    // Rows hold what people wrote; the app itself adds none: the app and the-loop token were never written by anyone.
    const rows = await rig.rows();
    expect(rows).not.toContain(SENTINELS.app);
    expect(rows).not.toContain(SENTINELS.loop);
  });

  test('a restart posts nothing twice and goes on where it stopped', async () => {
    await rig.start();
    const { threadTs } = await rig.ask('first?');
    await rig.stop();
    rig.askOnly('while you were down?');
    await rig.start();
    await until('the second question', () => rig.slack.messages(CHANNEL).length === 2);
    const ts = rig.reply(threadTs, 'yes to both');
    await decided(rig, ts);
    expect(rig.slack.messages(CHANNEL).filter(({ bot_id }) => bot_id !== undefined)).toHaveLength(2);
    expect(rig.loop.delivered()).toHaveLength(1);
  });
});
