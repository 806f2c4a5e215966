import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { until } from '../helpers/until.js';
import { run } from './run.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

let cwd: string;
let child: ChildProcessWithoutNullStreams;
let ended: Promise<number | null>;
let output = '';
let port: number;

beforeAll(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-page-'));
  child = spawn(process.execPath, [MAIN, 'sandbox'], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: cwd },
  });
  ended = new Promise((resolve) => child.once('close', resolve));
  child.stdin.end();
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  port = await until(
    'the page',
    () => Number(/^Page: http:\/\/127\.0\.0\.1:(\d+)$/m.exec(output)?.[1]) || undefined,
    60_000,
  );
});

afterAll(async () => {
  child.kill('SIGTERM');
  await ended;
  await rm(cwd, { recursive: true, force: true });
});

type Sent = { status: number; headers: Record<string, unknown>; body: string };

/** Sends exactly these headers, which fetch would not. */
function send(
  method: string,
  at: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(
      { host: '127.0.0.1', port, agent: false, method, path: at, headers: { ...length, ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      },
    );
    sent.once('error', reject).end(body);
  });
}

const drawing = { maxChars: 1500, verbosity: 'normal', longMessages: 'digest' };

const shown = z.object({
  slack: z.object({
    messages: z.array(z.object({ text: z.string(), blocks: z.unknown() })),
  }),
});

/** What the page draws. */
async function state() {
  const { body } = await send('GET', '/');
  return shown.parse(
    JSON.parse(/<script type="application\/json" id="state">(.*)<\/script>/.exec(body)?.[1] ?? ''),
  );
}

async function act(action: object) {
  return JSON.parse((await send('POST', '/act', ours(), JSON.stringify(action))).body);
}

const ours = () => ({ origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' });

test('the page is whole without its script, and may load nothing from elsewhere', async () => {
  const { status, headers, body } = await send('GET', '/');
  expect(status).toBe(200);
  expect(body).toContain('The session</h2>');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(body).not.toMatch(/(?:src|href)="https?:\/\/(?!github\.com\/octo|127)/);
  expect(body).not.toMatch(/xoxb-|xapp-|ghp_/);
});

test.each([
  ['another name for 127.0.0.1', 'GET', '/', { host: 'evil.example' }],
  ['another port', 'GET', '/', { host: '127.0.0.1:1' }],
  ['another origin', 'GET', '/live', { origin: 'https://evil.example' }],
  ['another site without an origin', 'GET', '/live', { 'sec-fetch-site': 'cross-site' }],
  ['a script of another port', 'GET', '/', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }],
  ['an action without an origin', 'POST', '/act', { 'content-type': 'application/json' }],
  ['an action from elsewhere', 'POST', '/act', { origin: 'null', 'content-type': 'application/json' }],
])('%s is refused', async (_name, method, at, headers) => {
  expect((await send(method, at, headers, method === 'POST' ? '{"kind":"reset"}' : undefined)).status).toBe(
    403,
  );
});

test.each([
  [415, { 'content-type': 'text/plain' }, '{"kind":"reset"}'],
  [400, {}, 'nonsense'],
  [400, {}, '{"kind":"post","as":"U0ALICE"}'],
  [413, { 'content-length': '99999999' }, undefined],
])('an action that is none is answered %i', async (status, headers, body) => {
  expect((await send('POST', '/act', { ...ours(), ...headers }, body)).status).toBe(status);
});

test('what nobody could do in Slack is told', async () => {
  expect(await act({ kind: 'delete', as: 'U0ALICE', ts: '1.000001' })).toEqual({
    ok: false,
    problem: 'the local Slack has no message 1.000001 in C0SANDBOX',
  });
  expect(await act({ kind: 'ask', markdown: ' ', drawing, workItem: 'new' })).toMatchObject({ ok: false });
  expect(await act({ kind: 'ask', markdown: 'a?', drawing, workItem: 'github:a/b#1' })).toMatchObject({
    ok: false,
    problem: 'There is no such work item here.',
  });
  const blank = { ok: false, problem: 'A message holds some text.' };
  expect(await act({ kind: 'post', as: 'U0ALICE', text: ' \n' })).toEqual(blank);
  expect(await act({ kind: 'edit', as: 'U0ALICE', ts: '1.000001', text: ' ' })).toEqual(blank);
  const bot = { ok: false, problem: 'In Slack a bot presses nothing.' };
  const control = { actionId: 'full_text' };
  expect(await act({ kind: 'press', as: 'U0BUILDBOT', ts: '1.000001', control })).toEqual(bot);
  expect(await act({ kind: 'press-in-view', as: 'U0BUILDBOT', viewId: 'V1', control })).toEqual(bot);
  expect(await act({ kind: 'draft', markdown: 'a?', drawing, workItem: 'github:a/b#1' })).toMatchObject({
    ok: false,
  });
});

test.each([
  ['post', { as: 'U0ALICE', text: 'x'.repeat(40_001) }, 'Slack takes messages of at most 40,000 characters.'],
  [
    'ask',
    { markdown: 'x'.repeat(2_000_001), drawing, workItem: 'new' },
    'The sandbox takes questions of at most 2,000,000 characters.',
  ],
  ['post', { as: 'U0ALICE', text: 7 }, 'That is no action of the page.'],
])('%s beyond a limit is told the limit', async (kind, action, problem) => {
  expect(await act({ kind, ...action })).toEqual({ ok: false, problem });
});

test.each([
  ['a short text', {}, { form: 'whole', length: 17, choices: 2 }],
  ['a short text at quiet', { verbosity: 'quiet' }, { form: 'none', length: 0, choices: 0, pointers: 0 }],
])('the preview says what would be shown: %s', async (_name, settings, preview) => {
  const markdown = 'Which?\n\n1. a\n2. b';
  const draft = { kind: 'draft', markdown, drawing: { ...drawing, ...settings }, workItem: 'new' };
  expect(await act(draft)).toMatchObject({ ok: true, preview });
});

test('the preview tells a text that is cut off from one that is whole', async () => {
  const markdown = `Which?\n\n${'A sentence of some words. '.repeat(60)}`;
  const preview = async (maxChars: number, longMessages: string) => {
    const settings = { ...drawing, maxChars, longMessages };
    return (await act({ kind: 'draft', markdown, drawing: settings, workItem: 'new' })).preview;
  };
  expect(await preview(2000, 'truncate')).toMatchObject({ form: 'whole' });
  expect(await preview(800, 'digest')).toMatchObject({ form: 'digest' });
  const cut = await preview(800, 'truncate');
  expect(cut.form).toBe('cut');
  expect(JSON.stringify(cut.blocks)).toContain('more characters — see the link');
});

/** Without what is made anew for each message. */
function drawn(blocks: unknown): unknown {
  const lasting = JSON.stringify(blocks, (key, value) =>
    /^(?:block_id|value)$/.test(key) ? undefined : value,
  );
  return JSON.parse(lasting);
}

test.each(['new', 'github:octo/app#7'])('the preview is what gets posted about %s', async (workItem) => {
  const messages = async () => (await state()).slack.messages;
  await until('the first question', async () => (await messages())[0], 60_000);
  const { length: before } = await messages();
  const markdown = `Which of them?\n\n${'A sentence of some words. '.repeat(70)}\n\n1. one\n2. two\n`;
  const { preview } = await act({ kind: 'draft', markdown, drawing, workItem });
  await act({ kind: 'ask', markdown, drawing, workItem });
  const posted = await until('the message', async () => (await messages())[before], 60_000);
  expect(drawn(posted.blocks)).toEqual(drawn(preview.blocks));
  expect(posted.text).toBe(preview.text);
});

test.each([['/nothing'], ['/../package.json'], ['/client/browser.js']])('there is no %s', async (at) => {
  expect((await send('GET', at)).status).toBe(404);
});

test('a port that is taken, or is none, is said', async () => {
  const taken = await run(['sandbox', '--port', String(port)], { cwd });
  expect(taken.code).toBe(2);
  expect(taken.stderr).toContain(`--port: cannot listen on 127.0.0.1:${port}`);
  const none = await run(['sandbox', '--port', 'http'], { cwd });
  expect(none.code).toBe(2);
  expect(none.stderr).toContain('--port: must be a number from 0 to 65535');
  const headless = await run(['sandbox', '--headless', '--port', '1', '--ask', '-', '--answer', '1'], {
    cwd,
  });
  expect(headless.stderr).toContain('--port and --open are for the page');
});

test('without a terminal the page stays up until SIGTERM', async () => {
  await until('the line that says so', () => output.includes('the page stays up until SIGINT'), 60_000);
  expect((await send('GET', '/')).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(output).toMatch(/\nstopped\n$/);
});
