// Bundles the sandbox's page: what the browser runs, what the server renders with, and the style sheet.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { rolldown } from 'rolldown';

const FROM = new URL('../src/sandbox/page/client/', import.meta.url);
const TO = new URL('../dist/sandbox/page/client/', import.meta.url);

/** One self-contained module out of an entry; nothing of it is installed with the product. */
async function bundle(entry, file, platform) {
  const build = await rolldown({
    input: new URL(entry, FROM).pathname,
    platform,
    tsconfig: new URL('tsconfig.json', FROM).pathname,
    resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
  });
  await build.write({ file: new URL(file, TO).pathname, format: 'esm', minify: platform === 'browser' });
  await build.close();
}

/** The server imports these from TypeScript, so each is a module of its own in dist. */
await bundle('browser.tsx', 'browser.js', 'browser');
await bundle('render.ts', 'render.js', 'node');
await bundle('choices.ts', 'choices.js', 'node');

const sheets = (await readdir(new URL('css/', FROM))).filter((name) => name.endsWith('.css')).sort();
const css = await Promise.all(sheets.map((name) => readFile(new URL(`css/${name}`, FROM), 'utf8')));
await writeFile(new URL('page.css', TO), css.join('\n'));
