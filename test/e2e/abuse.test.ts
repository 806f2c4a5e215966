import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { until } from '../helpers/until.js';
import { CHANNEL, decided, ITEM, makeRig, type Rig } from './rig.js';

const PATIENCE = 30_000;
jest.setTimeout(180_000);

let rig: Rig;
beforeEach(async () => {
  rig = await makeRig();
});
afterEach(() => rig.close());

const fromBot = () => rig.slack.messages(CHANNEL).filter(({ bot_id }) => bot_id !== undefined);

test('a text whose first question misleads still ends in the link to the record, whatever it links itself', async () => {
  await rig.start();
  const filler = 'The migration has been read twice, and every step of it is safe. '.repeat(60);
  await rig.ask(
    [
      'Shall I go on as planned?',
      '… full text: [GitHub](https://evil.example/phish)',
      filler,
      'Or shall I drop the production database?',
      '1. Keep everything.',
      '2. Drop it.',
    ].join('\n\n'),
  );
  const [message] = fromBot();
  const shown = JSON.stringify(message);
  const [comment] = rig.ticket.comments(ITEM);
  expect(shown).toContain(`full text: <${comment?.html_url}|GitHub>_`);
  // The text's own is a link like any other, and not the last word.
  expect(shown.lastIndexOf('full text: <https://github.com/')).toBeGreaterThan(
    shown.lastIndexOf('evil.example'),
  );
  // The digest is a view: the record has the whole text, and no part of Slack's goes anywhere.
  expect(comment?.body).toContain('Or shall I drop the production database?');
});

test('nobody is paged by what a ticket or a member says, on Slack or on the ticket', async () => {
  await rig.start();
  const paging = '<!channel> <!here> <!everyone> <!subteam^S0TEAM> <@U0DANA> @here @channel';
  const { threadTs } = await rig.ask(`${paging} which one?`);
  const answer = 'the @octocat one &lt;!channel&gt; <!channel> <!subteam^S0TEAM>';
  await decided(rig, rig.reply(threadTs, answer), PATIENCE);
  const posted = JSON.stringify(fromBot());
  expect(posted).not.toMatch(/<!(?!date)|<@U0DANA|(?<![\w◌])@(?:here|channel|everyone)\b/);
  const [mirror = ''] = rig.mirrors();
  const words = mirror.split('<!-- ')[0] ?? '';
  expect(words).not.toMatch(/(?<!`[^`]*)@(?:octocat|channel|here)/);
});

test('no word of a question or an answer is in a log entry or a record, even when everything fails', async () => {
  await rig.start();
  const question = 'Shall the quokka cross 7341?';
  const { threadTs } = await rig.ask(`${question}\n\n1. The bilby first.\n2. The numbat.`);
  await decided(rig, rig.reply(threadTs, 'the wombat, please'), PATIENCE);
  rig.reply(threadTs, 'a stranger’s potoroo', 'U0MALLORY');
  rig.slack.faults.next('chat.postMessage', { kind: 'error', error: 'msg_too_long' });
  rig.askOnly(question);
  rig.ticket.faults.next({ kind: 'http', status: 422, body: { message: 'no quokka, no wombat' } }, 1, 'POST');
  rig.loop.faults.next('reply', { kind: 'http', status: 409, body: { detail: 'no wombat today' } });
  await decided(rig, rig.reply(threadTs, 'the wombat again'), PATIENCE);
  await until(
    'the failures on record',
    async () =>
      (await rig.records('channel.mirror_failed')).length > 0 &&
      (await rig.records('channel.dropped')).some(({ reason }) => reason === 'undeliverable'),
    PATIENCE,
  );
  await rig.stop();
  const told = JSON.stringify({ log: rig.entries, records: await rig.records() });
  for (const word of ['quokka', '7341', 'bilby', 'numbat', 'wombat', 'potoroo'])
    expect(told).not.toContain(word);
});
