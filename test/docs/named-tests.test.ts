import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { titlesIn } from './titles.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = ['docs/security.md', 'docs/reliability.md'];

/** A test as the page on security names it: `file`: title, up to the next one or the end of its cell. */
const NAMED = /`(test\/[\w./-]+\.test\.ts)`: (.+?)(?=; `(?:test|src|blocks)\/|\s*\|)/gm;

/** Tests as the page on reliability names them: `file` and parts of titles, in quotes; many titles are made from tables. */
const QUOTED = /`(test\/[\w./-]+\.test\.ts)`((?:,? (?:and )?"[^"]+")+)/g;

const read = (page: string) => readFileSync(path.join(ROOT, page), 'utf8');

test.each(PAGES)('each file that %s names exists', (page) => {
  const files = [...read(page).matchAll(/`((?:test|src|blocks)\/[\w./-]+)`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});

test('each test that the page on security names is in its file', () => {
  const named = [...read('docs/security.md').matchAll(NAMED)];
  expect(named.length).toBeGreaterThan(40);
  const missing = named.filter(([, file = '', title = '']) => !titlesIn(path.join(ROOT, file)).has(title));
  expect(missing.map(([, file, title]) => ({ file, title }))).toEqual([]);
});

/** The source of a test file and of what it imports from beside it, where its tables can be. */
function sourceOf(file: string): string {
  const text = read(file);
  const beside = [...text.matchAll(/from '\.\/([\w-]+)\.js'/g)].map(([, name]) =>
    read(path.posix.join(path.posix.dirname(file), `${name}.ts`)),
  );
  return [text, ...beside].join('\n').replaceAll('’', "'");
}

test('each word of a test that the page on reliability names is in its file', () => {
  const named = [...read('docs/reliability.md').matchAll(QUOTED)].flatMap(([, file = '', parts = '']) =>
    [...parts.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ file, title })),
  );
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter(({ file, title }) => {
    const source = sourceOf(file);
    const words = title.replaceAll('’', "'").split(/[\s:,…]+/);
    return words.some((word) => !source.includes(word));
  });
  expect(missing).toEqual([]);
});

test('every abuse case on the page on security names a test', () => {
  const page = read('docs/security.md');
  const rows = page
    .slice(page.indexOf('## From the requirements of the channels'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:Abuse|---)/.test(line));
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((row) => [...row.matchAll(NAMED)].length === 0)).toEqual([]);
});
