import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { EVENT_TYPES } from '../../src/channels/catalog.js';
import { program } from '../../src/cli/program.js';
import { loadSettings } from '../../src/config/load.js';
import { configSchemaText, SCHEMA_FILE } from '../../src/config/schema.js';
import { configTemplate } from '../../src/config/template.js';
import { leaves } from './leaf-paths.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const page = await readFile(path.join(ROOT, 'docs/config/cli/channels-options.md'), 'utf8');

/** The sections of the page, by the name in their heading. */
const sections = new Map(
  page.split(/^### /m).flatMap((text) => {
    const name = /^`([^`]+)`/.exec(text)?.[1];
    return name === undefined ? [] : [[name, text] as const];
  }),
);

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-schema-'));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function load(text: string) {
  const config = path.join(cwd, 'slack.yaml');
  await writeFile(config, text);
  return loadSettings({ config, cwd, home: cwd, env: {} });
}

describe('docs/config/schema.json', () => {
  test('is what the zod schema says (npm run schema)', async () => {
    expect(await readFile(SCHEMA_FILE, 'utf8')).toBe(configSchemaText());
  });

  test('lets keys of the-loop pass, and knows every event', () => {
    const schema = JSON.parse(configSchemaText());
    const slack = schema.properties.channels.anyOf[0].properties.slack;
    expect(slack.additionalProperties).toEqual({});
    expect(slack.properties.events.items.examples).toEqual([...EVENT_TYPES.keys()]);
  });
});

describe('a number in docs/config/schema.json', () => {
  const slack = JSON.parse(configSchemaText()).properties.channels.anyOf[0].properties.slack.properties;
  test.each([
    ['maxChars', slack.maxChars, (value: number) => `{ maxChars: ${value} }`],
    [
      'read.intervalSeconds',
      slack.read.properties.intervalSeconds,
      (value: number) => `{ read: { intervalSeconds: ${value} } }`,
    ],
  ])('%s has the bounds that it is clamped to', async (key, { minimum, maximum }, section) => {
    const warned = async (value: number) =>
      (await load(`channels: { slack: ${section(value).replace('{', '{ enabled: true,')} }`)).warnings.map(
        (warning) => warning.path,
      );
    expect([await warned(minimum), await warned(maximum)]).toEqual([[], []]);
    const clamped = [`channels.slack.${key}`];
    expect([await warned(minimum - 1), await warned(maximum + 1)]).toEqual([clamped, clamped]);
  });
});

describe('the template of config --init', () => {
  const template = configTemplate('schema.json');
  // Keys are commented without a space, words with one.
  const everything = template.replace(/^( *)#(?=\S| {2})/gm, '$1');

  test('changes nothing until someone turns it on', async () => {
    const { slack, warnings } = await load(template);
    expect(slack).toEqual({ kind: 'off', reason: 'disabled' });
    expect(warnings).toEqual([]);
  });

  test('names the schema in its first line, as an editor wants it', () => {
    expect(template.split('\n')[0]).toBe('# yaml-language-server: $schema=schema.json');
  });

  test('has every key, with its default', async () => {
    const { warnings, traced } = await load(everything);
    expect(warnings).toEqual([]);
    const older = ['channels.slack.events', 'channels.slack.authorizedUsers', 'integrations.slack'];
    const written = parse(everything);
    const missing = leaves()
      .map((leaf) => leaf.path)
      .filter(
        (key) =>
          key.split('.').reduce((at: unknown, name) => (at as Record<string, unknown>)?.[name], written) ===
          undefined,
      );
    expect(missing).toEqual(older);
    expect(template).toContain('events, is read as well');
    expect(template).toContain('channels.slack.authorizedUsers');
    const plain = await load('');
    const examples = ['channels.slack.channel', 'channels.slack.authorizedUsers', 'routing.control.keywords'];
    const values = (rows: typeof traced) =>
      rows.filter(({ key }) => !examples.includes(key)).map(({ key, value }) => [key, value]);
    expect(values(traced)).toEqual(values(plain.traced));
  });
});

describe('docs/config/cli/channels-options.md', () => {
  test('has every key of the schema, and no other', () => {
    const documented = [...sections.keys()].filter((name) => /^[a-z]/.test(name));
    expect(documented.sort()).toEqual(
      leaves()
        .map((leaf) => leaf.path)
        .sort(),
    );
  });

  test.each(leaves())('$path: type, default, a bad value, and an example that is accepted', async (leaf) => {
    const text = sections.get(leaf.path) ?? '';
    expect(text).toMatch(/\n\n\*\*A bad value:\*\* \S/);
    const value = typeof leaf.part === 'object' ? leaf.part.default : undefined;
    if (value !== undefined)
      expect(text).toContain(
        `Default: \`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\`.`,
      );
    if (leaf.path === 'integrations.slack') return;
    const example = /```yaml\n([^`]+)```/.exec(text)?.[1] ?? '';
    const { traced, warnings } = await load(example);
    expect(warnings).toEqual([]);
    // A newer or an older place of the same setting says it under the name of the other.
    const origins = traced.flatMap(({ origin }) => (origin.kind === 'file' ? [origin.path] : []));
    expect(origins).toContain(leaf.path);
  });

  test('has every environment variable that config/ reads, and no other', async () => {
    const folder = path.join(ROOT, 'src/config');
    // Upper-case words in these are keys of a file, and codes of the library that parses it.
    const others = ['template.ts', 'yaml-text.ts'];
    const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !others.includes(file));
    const read = new Set<string>();
    for (const file of files) {
      const source = await readFile(path.join(folder, file), 'utf8');
      const names = source.matchAll(
        /(?:[eE]nv|merged|environment)\.([A-Z][A-Z0-9_]+)\b|'([A-Z][A-Z0-9]*_[A-Z0-9_]+|PATH|SystemRoot|TMPDIR)'|\b([A-Z]+_[A-Z0-9_]+|HOME|USERPROFILE): /gm,
      );
      for (const [, dotted, quoted, key] of names) read.add(dotted ?? quoted ?? key ?? '');
    }
    // Each has a section of its own, but those of the sandbox, which share a paragraph.
    const sandbox = page.split('### In the sandbox')[1]?.split('##')[0] ?? '';
    const inSandbox = [...sandbox.matchAll(/`([A-Z][A-Za-z0-9_]+)`/g)].map(([, name]) => name);
    const documented = [...sections.keys()].filter((name) => /^[A-Z]/.test(name));
    expect([...new Set([...documented, ...inSandbox])].sort()).toEqual([...read].sort());
  });

  test('has every option that changes configuration', () => {
    const commands = ['listen', 'poll', 'config', 'migrate-config'];
    const options = program.commands
      .filter((command) => commands.includes(command.name()))
      .flatMap((command) => command.options.map(({ long }) => long));
    const documented = [...sections.keys()]
      .filter((name) => name.startsWith('--'))
      .map((name) => name.split(' ')[0]);
    expect(documented.sort()).toEqual([...new Set(options)].sort());
  });
});
