import { readdir, readFile } from 'node:fs/promises';

/** The package's examples; its root is three levels up, from src and from dist. */
const FOLDER = new URL('../../../docs/examples/', import.meta.url);

/** What a visitor would try first; whatever else is there follows. */
const FIRST = ['question.md', 'short-question.md', 'menu.md', 'crafted.md'];

/** The shipped Markdown examples. */
export async function readExamples(): Promise<{ name: string; markdown: string }[]> {
  const there = (await readdir(FOLDER)).filter((name) => name.endsWith('.md')).sort();
  const names = [...new Set([...FIRST.filter((name) => there.includes(name)), ...there])];
  return Promise.all(
    names.map(async (file) => ({
      name: file.slice(0, -3).replaceAll('-', ' '),
      markdown: await readFile(new URL(file, FOLDER), 'utf8'),
    })),
  );
}
