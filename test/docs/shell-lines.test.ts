import { spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { sandboxEnvironment } from '../../src/config/sandbox-env.js';
import type { LocalSlack } from '../../src/sandbox/slack/local-slack.js';
import { startLocalSlack } from '../../src/sandbox/slack/server.js';
import { type LocalLoop, startLocalLoop } from '../../src/sandbox/the-loop/local-loop.js';
import { type LocalTicket, startLocalTicket } from '../../src/sandbox/ticket/local-ticket.js';

// Every line starts npm and a process of ours; some start a database.
jest.setTimeout(180_000);

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Lines that are not run here, and where what they do is run instead. */
const NOT_HERE: readonly { line: RegExp; because: string }[] = [
  { line: /^[A-Z_]+=/, because: 'a setting, not a command; test/config reads each' },
  { line: /^npm ci\b/, because: '.ci/run does it in a clean clone' },
  {
    line: /^npm (?:test|run (?:-s )?(?:test:|lint|typecheck|build|bench|docs:pictures))/,
    because: '.ci/run, or this very run',
  },
  { line: /^bash \.ci\/run/, because: 'this very run is in it' },
  { line: /^npm start\b/, because: 'runs until it is stopped: test/cli/stop.test.ts' },
  {
    line: /^npm run (?:-s )?sandbox\b(?! -- --headless)/,
    because: 'runs until it is stopped: test/cli/sandbox.test.ts',
  },
  {
    line: /^npm run (?:migration|schema)\b/,
    because: 'changes the source tree: test/store/migrations.test.ts, test/config/schema.test.ts',
  },
  { line: /\/etc\//, because: 'needs a file of the system' },
  {
    line: /^(?:sudo|systemctl|journalctl|docker|apt-get|pg_dump|pg_restore|psql|createdb|curl|tar|cp|mv|rm|git|kubectl|install|useradd|chown|mkdir|cd)\b/,
    because: 'needs a machine of its own: docs/deploy.md says what was tried by hand',
  },
  { line: /^bash scripts\//, because: 'a script for hands' },
];

/** Lines that end with another code than 0 in a set-up like the README's. */
const ENDS_WITH: readonly { line: RegExp; code: number }[] = [
  { line: /config --init$/, code: 2 }, // the README's file is there, and is never overwritten
];

async function shellLines(): Promise<{ file: string; line: string }[]> {
  const docs = (await readdir(path.join(ROOT, 'docs'), { recursive: true }))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name));
  const found: { file: string; line: string }[] = [];
  for (const file of ['README.md', 'CONTRIBUTING.md', ...docs.sort()]) {
    const markdown = await readFile(path.join(ROOT, file), 'utf8');
    for (const [, block = ''] of markdown.matchAll(/^ *```sh\n(.*?)^ *```/gms)) {
      for (const raw of block.replaceAll('\\\n', ' ').split('\n')) {
        const line = raw.replace(/(?:^|\s)#.*$/, '').trim();
        if (line !== '' && !found.some((other) => other.line === line)) found.push({ file, line });
      }
    }
  }
  return found;
}

const lines = await shellLines();
const excused = ({ line }: { line: string }) => NOT_HERE.some((entry) => entry.line.test(line));

let folder: string;
let slack: LocalSlack;
let ticket: LocalTicket;
let loop: LocalLoop;

/** An installation as the README leaves it: the package, a configuration and the tokens in the environment. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-docs-'));
  for (const name of ['dist', 'node_modules', 'prisma', 'docs', 'manifest.yml']) {
    await symlink(path.join(ROOT, name), path.join(folder, name));
  }
  await copyFile(path.join(ROOT, 'package.json'), path.join(folder, 'package.json'));
  await mkdir(path.join(folder, '.the-loop'));
  await writeFile(
    path.join(folder, '.the-loop', 'slack.yaml'),
    'channels:\n  slack:\n    enabled: true\n    channel: C0SANDBOX\n    authorizedUsers: [U0ALICE]\n',
  );
  slack = await startLocalSlack();
  ticket = await startLocalTicket({ token: 'ghp_docs', repositories: ['octo/app'] });
  loop = await startLocalLoop({ retryMs: 50 });
});
afterAll(async () => {
  await Promise.all([slack.close(), ticket.close(), loop.close()]);
  await rm(folder, { recursive: true, force: true });
});

async function shell(line: string) {
  const child = spawn('sh', ['-c', line], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...sandboxEnvironment(folder, {
        SLACK_API_URL: slack.apiUrl,
        GITHUB_API_URL: ticket.apiUrl,
        THE_LOOP_URL: loop.url,
        THE_LOOP_SLACK_BOT_TOKEN: slack.tokens.bot,
        THE_LOOP_SLACK_APP_TOKEN: slack.tokens.app,
        GITHUB_TOKEN: 'ghp_docs',
      }),
      npm_config_update_notifier: 'false',
    },
  });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

test('the lines of the documents were found', () => {
  expect(lines.length).toBeGreaterThan(30);
  expect(lines.filter((line) => !excused(line)).length).toBeGreaterThan(15);
});

test.each(NOT_HERE)('$line is left out of this test for a line that there is', ({ line }) => {
  // A reason that fits nothing any more would hide the next line that it happens to fit.
  const stands = lines.some((entry) => line.test(entry.line));
  expect(stands || line.source.includes('sudo') || line.source.includes('scripts')).toBe(true);
});

test.each(lines.filter((line) => !excused(line)))('$file: $line', async ({ line }) => {
  const { code, stdout, stderr } = await shell(line);
  const wanted = ENDS_WITH.find((entry) => entry.line.test(line))?.code ?? 0;
  expect({ code, stderr: code === wanted ? '' : `${stdout}\n${stderr}` }).toEqual({
    code: wanted,
    stderr: '',
  });
});
