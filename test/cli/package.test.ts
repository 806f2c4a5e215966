import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const execute = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LONG = 180_000;

let folder: string;
let bin: string;

// What npm packs, unpacked elsewhere; its dependencies are the ones of this checkout.
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-pack-'));
  await execute('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: ROOT });
  const [tarball = ''] = await readdir(folder);
  await execute('tar', ['-xzf', tarball], { cwd: folder });
  const home = path.join(folder, 'package');
  await symlink(path.join(ROOT, 'node_modules'), path.join(home, 'node_modules'));
  const packed: { bin: Record<string, string> } = JSON.parse(
    await readFile(path.join(home, 'package.json'), 'utf8'),
  );
  bin = path.join(home, packed.bin['the-loop-slack'] ?? 'missing');
  await mkdir(path.join(folder, 'work'));
}, LONG);
afterAll(() => rm(folder, { recursive: true, force: true }));

const installed = (...args: string[]) =>
  execute(process.execPath, [bin, ...args], {
    cwd: path.join(folder, 'work'),
    env: { PATH: process.env.PATH, HOME: folder },
  });

test(
  'the package runs where it is installed: help, the manifest, and every migration',
  async () => {
    expect((await installed('--help')).stdout).toContain('Usage: the-loop-slack');
    expect((await installed('manifest')).stdout).toContain('display_information:');
    const { applied } = JSON.parse((await installed('migrate', '--json')).stdout);
    const migrations = await readdir(path.join(ROOT, 'prisma', 'migrations'));
    expect(applied).toEqual(migrations.filter((name) => /^\d/.test(name)).sort());
  },
  LONG,
);

test('the package carries no tests, no sources and no secrets of this checkout', async () => {
  const names = await readdir(path.join(folder, 'package'));
  expect(names.filter((name) => ['test', 'src', '.env', '.the-loop', 'bench'].includes(name))).toEqual([]);
  expect(await readdir(path.join(folder, 'package', 'dist'))).not.toContain('.tsbuildinfo');
  expect(names).toEqual(expect.arrayContaining(['LICENSE', 'README.md', '.env.example']));
});
