import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openOperator } from '../../src/app.js';
import { loadSettings } from '../../src/config/load.js';
import { AGENT_MARKER } from '../../src/ledger/marker.js';
import { takeProcessLock } from '../../src/store/process-lock.js';
import { atMost } from '../../src/time/at-most.js';
import { CHANNEL, ITEM, makeRig, type Rig, SENTINELS } from '../e2e/rig.js';
import { testServer } from '../helpers/databases.js';
import { keepingLogger } from '../helpers/logger.js';
import { until } from '../helpers/until.js';
import { type Ran, run } from './run.js';

const LONG = 120_000;
const PATIENT = { timeoutMs: 60_000 };

const server = await testServer();
let rig: Rig;

/** @param stop sends SIGTERM */
const ask = (args: readonly string[], stop?: AbortSignal): Promise<Ran> =>
  run(['ask', '--work-item', ITEM, '--json', '--config', 'slack.yaml', ...args], {
    cwd: rig.folder,
    env: rig.env,
    stop,
  });

const waits = () => rig.records('session.awaiting_input');
const comments = () => rig.ticket.comments(ITEM);
const inSlack = () => rig.slack.messages(CHANNEL).map(({ text }) => text);

describe('ask, with no app running', () => {
  beforeEach(async () => {
    rig = await makeRig({ server });
  });
  afterEach(() => rig.close());

  test(
    'writes the ticket, the event log as the-loop does, and Slack',
    async () => {
      const question = 'Which one should I take?\n\n1. Coerce\n2. Refuse\n';
      const { code, stdout, stderr } = await ask(['--question', question]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/not|fail|error/i) });
      const [comment] = comments();
      if (!comment) throw new Error('no comment');
      expect(comments()).toHaveLength(1);
      expect(comment.body.startsWith(question.trim())).toBe(true);
      expect(comment.body.split(AGENT_MARKER)).toHaveLength(2);
      expect(JSON.parse(stdout)).toEqual({
        workItem: ITEM,
        commentUrl: comment.html_url,
        recorded: true,
        channels: ['slack'],
        problems: [],
      });
      expect(await waits()).toEqual([
        {
          ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          source: 'ask',
          event: 'session.awaiting_input',
          level: 'info',
          pid: expect.any(Number),
          work_item: ITEM,
          question,
          actor: userInfo().username,
          comment_url: comment.html_url,
          comment_posted: true,
        },
      ]);
      expect(inSlack()).toEqual([expect.stringContaining('Which one should I take?')]);
    },
    LONG,
  );

  test(
    'with no configuration of a channel only the ticket and the event log are written',
    async () => {
      await writeFile(path.join(rig.folder, 'slack.yaml'), '{}\n');
      const { code, stdout, stderr } = await ask(['--question', 'Which?']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(JSON.parse(stdout)).toMatchObject({ recorded: true, channels: [] });
      expect([comments().length, (await waits()).length]).toEqual([1, 1]);
      expect(rig.slack.calls()).toEqual([]);
    },
    LONG,
  );

  test(
    'a ticket that refuses: exit 1, the wait is recorded, and Slack has the question',
    async () => {
      rig.ticket.faults.next({ kind: 'http', status: 403, body: { message: 'no' } }, 1, 'POST');
      const { code, stdout, stderr } = await ask(['--question', 'Which?']);
      expect(code).toBe(1);
      expect(stderr).toContain('not written on the ticket: the token may not comment there');
      expect(JSON.parse(stdout)).toMatchObject({ commentUrl: null, recorded: true, channels: ['slack'] });
      expect(comments()).toEqual([]);
      const [record] = await waits();
      expect(record).toMatchObject({ question: 'Which?', comment_posted: false });
      expect(record).not.toHaveProperty('comment_url');
      expect(inSlack()).toEqual([expect.stringContaining('Which?')]);
    },
    LONG,
  );

  test(
    'a comment whose answer was lost is found and not written twice',
    async () => {
      rig.ticket.faults.next({ kind: 'reset-after' }, 1, 'POST');
      const { code, stdout } = await ask(['--question', 'Which?']);
      expect(code).toBe(0);
      expect(comments()).toHaveLength(1);
      expect(JSON.parse(stdout).commentUrl).toBe(comments()[0]?.html_url);
    },
    LONG,
  );

  test(
    'a Slack that refuses changes neither outcome nor exit code, and the question waits for it',
    async () => {
      rig.slack.changeChannel(CHANNEL, { botIsMember: false });
      const { code, stdout, stderr } = await ask(['--question', 'Which?']);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ recorded: true, problems: [] });
      expect(stderr).toContain('not_in_channel');
      const listed = await run(['outbox', '--config', 'slack.yaml'], { cwd: rig.folder, env: rig.env });
      expect(listed.stdout).toContain(`session.awaiting_input  ${ITEM}  not_in_channel`);
      expect(listed.stdout).toContain('not_in_channel: invite the bot');
    },
    LONG,
  );

  test(
    'an event log that cannot be written: exit 1 with its name, and ticket and Slack have the question',
    async () => {
      const log = path.join(rig.folder, 'taken');
      await mkdir(log);
      const section = await readFile(path.join(rig.folder, 'slack.yaml'), 'utf8');
      await writeFile(path.join(rig.folder, 'slack.yaml'), `${section}eventLog: { path: taken }\n`);
      const { code, stdout, stderr } = await ask(['--question', 'Which?']);
      expect(code).toBe(1);
      expect(stderr).toContain(`the event log ${log} cannot be written (Error EISDIR)`);
      expect(JSON.parse(stdout)).toMatchObject({ recorded: false, channels: ['slack'] });
      expect([comments().length, inSlack().length]).toEqual([1, 1]);
    },
    LONG,
  );

  test(
    'a standing session has no ticket, and is asked about all the same',
    async () => {
      const { code, stdout } = await run(
        ['ask', '--work-item', 'standing:triage', '--question-file', '-', '--config', 'slack.yaml'],
        { cwd: rig.folder, env: rig.env, input: 'Which?' },
      );
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: 'standing:triage: asked in the event log; queued for slack\n',
      });
      expect(await waits()).toMatchObject([{ work_item: 'standing:triage', comment_posted: false }]);
      expect(rig.ticket.calls()).toEqual([]);
      expect(inSlack()).toHaveLength(1);
    },
    LONG,
  );

  test(
    'a question that GitHub would not take is cut on the ticket alone, and that is said',
    async () => {
      const file = path.join(rig.folder, 'long.md');
      await writeFile(file, `Which one?\n\n${'A line of the log.\n'.repeat(10_000)}`);
      const { code, stderr } = await ask(['--question-file', file]);
      expect(code).toBe(0);
      expect(stderr).toMatch(
        /the ticket has the beginning only: a comment holds 65536 characters, and \d+ did/,
      );
      expect(comments()[0]?.body.length).toBeLessThanOrEqual(65_536);
      expect((await waits())[0]?.question).toHaveLength(12 + 19 * 10_000);
    },
    LONG,
  );

  test(
    'a signal while the ticket hangs: what was asked is recorded, and the command ends',
    async () => {
      rig.ticket.faults.next({ kind: 'delay', ms: 60_000 }, 1, 'POST');
      const stop = new AbortController();
      const asking = ask(['--question', 'Which?'], stop.signal);
      await until('the ticket to be asked', () => rig.ticket.calls().length > 0, 60_000);
      stop.abort();
      const { code, stdout } = await asking;
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({ commentUrl: null, recorded: true });
      expect(await waits()).toMatchObject([{ question: 'Which?', comment_posted: false }]);
    },
    LONG,
  );
});

describe('ask, on the embedded database', () => {
  beforeAll(async () => {
    rig = await makeRig();
  });
  afterAll(() => rig.close());

  test(
    'a database that another process holds changes nothing but a line on stderr that names it',
    async () => {
      const lock = await takeProcessLock(path.join(rig.folder, '.the-loop', 'local', 'slack'), 'a test');
      const { code, stdout, stderr } = await ask(['--question', 'Which?']).finally(() => lock.release());
      expect(code).toBe(0);
      expect(stderr).toContain(`process ${process.pid} (a test`);
      expect(stderr).toContain('listen posts the question when it hears it');
      expect(JSON.parse(stdout)).toMatchObject({ recorded: true, channels: [] });
      expect([comments().length, (await waits()).length]).toEqual([1, 1]);
    },
    LONG,
  );

  test(
    'a command waits for another one that has the database for a moment',
    async () => {
      const { folder, env } = rig;
      const config = path.join(folder, 'slack.yaml');
      const settings = await loadSettings({ config, env, cwd: folder, home: folder });
      if (settings.slack.kind === 'off') throw new Error('the channel is off');
      const lock = await takeProcessLock(settings.embeddedDir, 'a test');
      const opening = openOperator(settings, settings.slack.settings, keepingLogger().logger, 'test');
      expect(await atMost(500, opening)).toBe(false);
      await lock.release();
      await (await opening).close();
    },
    LONG,
  );

  test(
    'beside a running app that holds the embedded database: through it, and once, although the stream tells it too',
    async () => {
      await rig.start();
      const { code, stdout } = await ask(['--question', 'Which one is it?']);
      expect({ code, channels: JSON.parse(stdout).channels }).toEqual({ code: 0, channels: ['slack'] });
      // The next question comes after the copy of the first on the stream.
      rig.askOnly('And after that?');
      await rig.slack.waitFor(() => inSlack().some((text) => text.includes('And after that?')), PATIENT);
      expect(inSlack().filter((text) => text.includes('Which one is it?'))).toHaveLength(1);
      expect(inSlack()).toHaveLength(2);
    },
    LONG,
  );
});

describe('ask refuses, before anything is written,', () => {
  beforeAll(async () => {
    rig = await makeRig({ server });
  });
  afterAll(() => rig.close());

  const refused = async (args: readonly string[]) => {
    const { code, stdout, stderr } = await run(['ask', '--config', 'slack.yaml', ...args], {
      cwd: rig.folder,
      env: rig.env,
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect([rig.ticket.calls(), await waits(), rig.slack.calls()]).toEqual([[], [], []]);
    return stderr;
  };

  test(
    'a work item that is none, and says what would be right',
    async () => {
      expect(await refused(['--work-item', 'nonsense', '--question', 'x'])).toContain('github:owner/repo#15');
      const page = 'https://github.com/octo/app/pull/7#issuecomment-1';
      expect(await refused(['--work-item', page, '--question', 'x'])).toContain('write github:octo/app#7');
      expect(await refused(['--work-item', 'octo/app#7', '--question', 'x'])).toContain(
        'write github:octo/app#7',
      );
      expect(await refused(['--question', 'x'])).toContain('--work-item');
    },
    LONG,
  );

  test(
    'a question that is none',
    async () => {
      const about = ['--work-item', ITEM];
      expect(await refused(about)).toContain('give either --question TEXT or --question-file FILE');
      expect(await refused([...about, '--question', 'x', '--question-file', 'y'])).toContain('give either');
      expect(await refused([...about, '--question', ' \n'])).toContain('--question: it is empty');
      expect(await refused([...about, '--question', AGENT_MARKER])).toContain('--question: is empty');
      expect(await refused([...about, '--question-file', 'none.md'])).toContain('none.md cannot be read');
      expect(await refused([...about, '--question-file', '.'])).toContain('cannot be read');
      const big = path.join(rig.folder, 'big.md');
      await writeFile(big, 'x'.repeat(1024 * 1024 + 1));
      expect(await refused([...about, '--question-file', big])).toContain('--question-file: over 1 MB');
      // Under 1 MB as text, over it as a record.
      await writeFile(big, '"'.repeat(1024 * 1024 - 10));
      expect(await refused([...about, '--question-file', big])).toContain('--question-file: over 1 MB');
      await writeFile(big, Buffer.from([0x57, 0xff, 0x3f]));
      expect(await refused([...about, '--question-file', big])).toContain('is not UTF-8 text');
    },
    LONG,
  );

  test(
    'a question that would publish a token of ours, without repeating it',
    async () => {
      const said = await refused(['--work-item', ITEM, '--question', `Is ${SENTINELS.github} right?`]);
      expect(said).toContain('holds a token of this app');
      expect(said).not.toContain(SENTINELS.github);
    },
    LONG,
  );

  test(
    'a configuration that is wrong',
    async () => {
      await writeFile(path.join(rig.folder, 'slack.yaml'), 'channels: { slack: { channel: "#dev" } }\n');
      const said = await refused(['--work-item', ITEM, '--question', 'x']);
      expect(said).toContain('channels.slack.channel: must be a channel id');
      await rm(path.join(rig.folder, 'slack.yaml'));
      expect(await refused(['--work-item', ITEM, '--question', 'x'])).toContain('there is no such file');
    },
    LONG,
  );
});
