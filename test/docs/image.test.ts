import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLetsIn, layOutContext, layOutLastStage } from './docker-layout.js';

const execute = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LONG = 180_000;

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const dockerfile = read('Dockerfile');
const described: { scripts: Record<string, string>; files: string[] } = JSON.parse(read('package.json'));

let folder: string;
/** The build stage's `/app`. */
let build: string;
/** The last stage's `/app`, and the folder it starts in. */
let app: string;
let data: string;

// Both stages without Docker: their packages are the ones of this checkout.
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-image-'));
  build = path.join(folder, 'build');
  layOutContext(ROOT, build);
  await symlink(path.join(ROOT, 'node_modules'), path.join(build, 'node_modules'));
  await execute('npm', ['run', 'prepare'], { cwd: build });
  layOutLastStage(dockerfile, build, path.join(folder, 'image'));
  app = path.join(folder, 'image', 'app');
  data = path.join(folder, 'data');
  await mkdir(data);
}, LONG);
afterAll(() => rm(folder, { recursive: true, force: true }));

const inImage = (...args: string[]) =>
  execute(process.execPath, [path.join(app, 'dist', 'cli', 'main.js'), ...args], {
    cwd: data,
    env: { PATH: process.env.PATH, HOME: data },
  });

test('the Dockerfile builds and starts as it is done here', () => {
  expect(dockerfile).toMatch(/^RUN npm run prepare /m);
  expect(dockerfile).toContain('ENTRYPOINT ["node", "/app/dist/cli/main.js"]');
});

test('the build is given every file that its scripts name', () => {
  const scripts = ['prepare', 'generate', 'build'].map((name) => described.scripts[name] ?? '');
  const named = scripts.flatMap((script) => script.match(/\S+\.mjs/g) ?? []);
  expect(named).toContain('scripts/build-page.mjs');
  expect(named.filter((file) => !existsSync(path.join(build, file)))).toEqual([]);
});

test('no secret, no checkout and no build of this machine goes in', () => {
  const letsIn = createLetsIn(read('.dockerignore'));
  const ours = ['.env', '.git/config', '.the-loop/slack.yaml', '.the-loop/.env', 'node_modules/zod/index.js'];
  const made = [
    'dist/cli/main.js',
    'src/store/generated/client.ts',
    'docs/.env',
    'src/.env.local',
    'test/x.ts',
  ];
  expect([...ours, ...made].filter(letsIn)).toEqual([]);
});

test('the image holds what the package on npm holds', () => {
  // .env.example is for people, and is copied from a checkout.
  const wanted = described.files.filter((name) => !name.startsWith('!') && name !== '.env.example');
  expect(wanted.length).toBeGreaterThan(3);
  expect(wanted.filter((name) => !existsSync(path.join(app, name)))).toEqual([]);
});

test('the image holds every file that the code names by its place', () => {
  const missing: string[] = [];
  let count = 0;
  const sources = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  for (const source of sources.filter((name) => name.endsWith('.ts'))) {
    for (const [, name = ''] of read(`src/${source}`).matchAll(
      /new URL\('(\.[^']+)', import\.meta\.url\)/g,
    )) {
      count += 1;
      const file = path.join(app, 'dist', path.dirname(source), name);
      if (!existsSync(file)) missing.push(`src/${source}: ${name}`);
    }
  }
  expect(count).toBeGreaterThan(6);
  expect(missing).toEqual([]);
});

test(
  'in the image the commands find their files: manifest, config --init and sandbox',
  async () => {
    expect((await inImage('manifest')).stdout).toBe(read('manifest.yml'));
    await inImage('config', '--init');
    const written = await readFile(path.join(data, '.the-loop', 'slack.yaml'), 'utf8');
    const [, schema = ''] = /\$schema=(\S+)/.exec(written) ?? [];
    expect(path.resolve(data, '.the-loop', schema)).toBe(path.join(app, 'docs', 'config', 'schema.json'));
    expect(existsSync(path.join(app, 'docs', 'config', 'schema.json'))).toBe(true);
    const question = path.join(app, 'docs', 'examples', 'question.md');
    const played = await inImage('sandbox', '--headless', '--ask', question, '--answer', '2');
    expect(JSON.parse(played.stdout).delivered).toBeTruthy();
  },
  LONG,
);
