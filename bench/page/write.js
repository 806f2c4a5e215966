import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { renderPage } from './page.js';

const RESULTS = {
  digest: 'digest',
  store: 'store',
  pipeline: 'pipeline',
  memory: 'memory',
  growth: 'growth',
  before: 'growth-before',
};

const resultFile = (name) => new URL(`../results/${name}.json`, import.meta.url);

/** The page and its pictures by their paths below `docs/`, from the results that are kept; undefined while there are none. */
export async function pageFiles() {
  const results = {};
  for (const [key, name] of Object.entries(RESULTS)) {
    if (existsSync(resultFile(name))) results[key] = JSON.parse(await readFile(resultFile(name), 'utf8'));
  }
  return Object.keys(results).some((key) => key !== 'before') ? renderPage(results) : undefined;
}

/** Writes `docs/performance.md` and its pictures anew. */
export async function writePage() {
  const files = await pageFiles();
  if (files === undefined) {
    process.stderr.write('there is no result to write the page from: npm run bench -- --save\n');
    return;
  }
  const docs = new URL('../../docs/', import.meta.url);
  await mkdir(new URL('images/', docs), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(new URL(name, docs), text);
}
