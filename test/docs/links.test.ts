import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { EVENT_TYPES } from '../../src/channels/catalog.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('examples'))
    .map((file) => path.posix.join('docs', file)),
];

const read = (page: string) => readFileSync(path.join(ROOT, page), 'utf8');

/** The anchors of a page's headings, as GitHub makes them. */
function anchors(page: string): Set<string> {
  const headings = read(page).matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, words = '']) =>
      words
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test.each(PAGES)('each link of %s to a file or a heading of ours leads somewhere', (page) => {
  const text = read(page).replace(/^```[\s\S]*?^```$/gm, '');
  const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#');
      const to = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
      if (!existsSync(path.join(ROOT, to))) return true;
      return anchor !== undefined && !anchors(to).has(anchor);
    });
  expect(broken).toEqual([]);
});

test('the page on channels has every event of the catalog, in its words', () => {
  const rows = [
    ...read('docs/capabilities/channels.md').matchAll(/^\| `([\w.-]+)` \| (.+) \| (yes|no) \|$/gm),
  ];
  expect(rows.map(([, event, words, asks]) => [event, words, asks === 'yes'])).toEqual(
    [...EVENT_TYPES].map(([event, { words, asks }]) => [event, words, asks]),
  );
});
