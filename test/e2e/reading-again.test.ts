import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { pollOnce } from '../../src/app.js';
import { loadSettings } from '../../src/config/load.js';
import { run } from '../cli/run.js';
import { freePort } from '../helpers/free-port.js';
import { keepingLogger } from '../helpers/logger.js';
import { until } from '../helpers/until.js';
import { CHANNEL, decided, makeRig, type Rig } from './rig.js';

const section = (read: string) =>
  `channels: { slack: { enabled: true, channel: ${CHANNEL}, authorizedUsers: [U0ALICE], read: ${read} } }\nstate: { root: .the-loop }\n`;

let rig: Rig;
afterEach(() => rig.close());

const posted = () =>
  until('the thread to be kept', async () => (await rig.records('channel.posted')).length === 1);

describe('in Socket Mode', () => {
  test('what was said while the app was down is taken in at the next start, once', async () => {
    rig = await makeRig();
    await rig.start();
    const { threadTs } = await rig.ask();
    await posted();
    const before = rig.reply(threadTs, 'before');
    await decided(rig, before);
    await rig.stop();
    rig.slack.faults.loseEvents(10);
    const [one, two] = [rig.reply(threadTs, 'one'), rig.reply(threadTs, 'two')];
    rig.slack.faults.clear();
    await rig.start();
    await decided(rig, one);
    await decided(rig, two);
    expect(rig.loop.delivered().map(({ text }) => text)).toEqual(['before', 'one', 'two']);
    expect(rig.mirrors()).toHaveLength(3);
  });
});

describe('in poll mode', () => {
  test('replies are fetched, no socket is opened, and nothing is drawn that could not be pressed', async () => {
    rig = await makeRig({ slackSection: section('{ mode: poll, intervalSeconds: 5 }') });
    await rig.start();
    const { ts, threadTs } = await rig.ask('Which?\n\n1. This\n2. That');
    await posted();
    const reply = rig.reply(threadTs, '2');
    const stranger = rig.reply(threadTs, '1', 'U0MALLORY');
    await decided(rig, reply);
    expect(rig.loop.delivered().map(({ text }) => text)).toEqual(['2: That']);
    expect(rig.slack.calls('apps.connections.open')).toEqual([]);
    expect(
      JSON.stringify(rig.slack.messages(CHANNEL).find((message) => message.ts === ts)?.blocks),
    ).not.toContain('choice:');
    await until('the drop', async () =>
      (await rig.records('channel.dropped')).some(({ reason }) => reason === 'unauthorized-actor'),
    );
    expect(rig.marks(stranger)).toEqual([]);
  });

  test('a cycle without a bound thread makes no call', async () => {
    rig = await makeRig({ slackSection: section('{ mode: poll, intervalSeconds: 5 }') });
    const settings = await loadSettings({
      config: `${rig.folder}/slack.yaml`,
      env: rig.env,
      cwd: rig.folder,
      home: rig.folder,
    });
    if (settings.slack.kind === 'off') throw new Error('off');
    expect(await pollOnce(settings, settings.slack.settings, keepingLogger().logger)).toEqual({
      ...{ read: 0, failed: [], waiting: 0 },
    });
    expect(rig.slack.calls()).toEqual([]);
  });

  test('one cycle in a process of its own reads, mirrors and delivers, over many pages', async () => {
    rig = await makeRig({ slackSection: section('{ mode: off }') });
    await rig.start();
    const { threadTs } = await rig.ask();
    await posted();
    await rig.stop();
    for (let n = 0; n < 230; n += 1) rig.reply(threadTs, `noise ${n}`, 'U0MALLORY');
    rig.reply(threadTs, 'the answer');
    const settings = await loadSettings({
      config: `${rig.folder}/slack.yaml`,
      env: rig.env,
      cwd: rig.folder,
      home: rig.folder,
    });
    if (settings.slack.kind === 'off') throw new Error('off');
    const slack = { ...settings.slack.settings, readMode: 'poll' as const };
    const file = await readFile(`${rig.folder}/slack.yaml`, 'utf8');
    await writeFile(`${rig.folder}/polled.yaml`, file.replace('mode: off', 'mode: poll'));
    const one = { read: 1, failed: [], waiting: 0 };
    expect(await pollOnce(settings, slack, keepingLogger().logger)).toEqual(one);
    expect(rig.loop.delivered().map(({ text }) => text)).toEqual(['the answer']);
    const calls = rig.slack.calls('conversations.replies').length;
    expect(calls).toBeGreaterThan(1);
    expect(await pollOnce(settings, slack, keepingLogger().logger)).toEqual(one);
    expect(rig.slack.calls('conversations.replies')).toHaveLength(calls + 1);
    rig.slack.faults.next('conversations.replies', { kind: 'http', status: 503 });
    expect(await pollOnce(settings, slack, keepingLogger().logger)).toEqual({
      ...{ read: 0, failed: ['http_503'], waiting: 0 },
    });
    const nowhere = { ...rig.env, SLACK_API_URL: `http://127.0.0.1:${await freePort()}/api/` };
    const poll = (env: Record<string, string>, ...args: string[]) =>
      run(['poll', '--config', 'polled.yaml', ...args], { cwd: rig.folder, env });
    const offline = await poll(nowhere);
    expect(offline).toMatchObject({
      code: 1,
      stdout: '0 threads read, 0 answers wait for another try\n',
      stderr: expect.stringMatching(/^1 thread could not be read: ECONNREFUSED\. Fix: .*SLACK_API_URL\n/m),
    });
    const unread = await poll(nowhere, '--json');
    expect({ code: unread.code, stdout: JSON.parse(unread.stdout) }).toEqual({
      code: 1,
      stdout: {
        read: 0,
        waiting: 0,
        failed: [{ error: 'ECONNREFUSED', threads: 1, fix: expect.stringContaining('SLACK_API_URL') }],
      },
    });
    expect(unread.stderr).toContain('1 thread could not be read: ECONNREFUSED');
    const online = await poll(rig.env, '--json');
    expect({ code: online.code, stdout: JSON.parse(online.stdout) }).toEqual({
      code: 0,
      stdout: { read: 1, waiting: 0, failed: [] },
    });
    expect(rig.loop.delivered()).toHaveLength(1);
  });
});
