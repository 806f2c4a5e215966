import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';

/** The bench is plain JavaScript with a package of its own, so its types are stated here. */
type Page = { pageFiles(): Promise<Record<string, string> | undefined> };

const { pageFiles }: Page = await import(new URL('../bench/page/write.js', import.meta.url).href);

test('the page on performance and its pictures hold the figures of the results that are kept', async () => {
  const files = await pageFiles();
  expect(Object.keys(files ?? {})).toContain('performance.md');
  for (const [name, text] of Object.entries(files ?? {}))
    expect(await readFile(new URL(`../docs/${name}`, import.meta.url), 'utf8')).toBe(text);
});
