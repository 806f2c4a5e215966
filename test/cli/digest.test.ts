import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { validateBlocks } from '../../src/sandbox/slack/validate/index.js';
import { run } from './run.js';

const TEXT = `## Stopped\n\nThe index is built.\n\n\`\`\`sql\nSELECT 1;\n\`\`\`\n\n- Drop it now.\n- Keep it.\n\nWhich one?\n${'\nMore words follow here.'.repeat(30)}`;
const URL_ = 'https://github.com/octo/app/issues/7#issuecomment-9';
let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-cli-'));
  await writeFile(path.join(cwd, 'ask.md'), TEXT);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

test('prints the digest, the ask first and the link last, and nothing else', async () => {
  const { code, stdout, stderr } = await run(['digest', '--max-chars', '300', '--url', URL_, 'ask.md'], {
    cwd,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n')[0]).toBe('*Which one?*');
  expect(stdout).toContain('_⟨code: 1 lines⟩_');
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`_… full text: <${URL_}|GitHub>_`);
  expect(stdout.trimEnd().length).toBeLessThanOrEqual(300);
});

test('reads stdin, and gives ask, choices and pointers as JSON', async () => {
  const { stdout } = await run(['digest', '--max-chars', '300', '--format', 'json', '-'], {
    cwd,
    input: TEXT,
  });
  expect(JSON.parse(stdout)).toMatchObject({
    digested: true,
    ask: 'Which one?',
    choices: [
      { number: 1, label: 'Drop it now.' },
      { number: 2, label: 'Keep it.' },
    ],
    pointers: [{ kind: 'code', count: 1 }],
  });
});

test('gives the message as Block Kit that Slack takes', async () => {
  const { stdout } = await run(['digest', '--format', 'blocks', '--url', URL_, 'ask.md'], { cwd });
  const { blocks, text } = JSON.parse(stdout);
  expect(validateBlocks(blocks, 'message')).toEqual([]);
  expect(JSON.stringify(blocks[0])).toContain('octo/app#7');
  expect(text).toContain('Which one?');
});

test('truncate keeps the first characters', async () => {
  const { stdout } = await run(['digest', '--mode', 'truncate', '--max-chars', '200', 'ask.md'], { cwd });
  expect(stdout).toMatch(/^\*Stopped\*/);
  expect(stdout).toMatch(/… \(\d+ more characters — see the link\)\n$/);
});

test.each([
  [['--max-chars', '100'], '--max-chars: must be a whole number from 200 to 3000'],
  [['--max-chars', 'many'], '--max-chars: must be a whole number from 200 to 3000'],
  [['--mode', 'summarize'], '--mode: must be digest or truncate'],
  [['--format', 'html'], '--format: must be text, json or blocks'],
  [['--url', 'javascript:alert(1)'], '--url: must be an http or https URL'],
  [['nowhere.md'], 'FILE: nowhere.md cannot be read'],
])('digest %j exits 2 and says what would be right', async (args, message) => {
  const withFile = args[0] === 'nowhere.md' ? args : [...args, 'ask.md'];
  const { code, stdout, stderr } = await run(['digest', ...withFile], { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});
