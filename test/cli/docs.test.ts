import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { EVENT_TYPES } from '../../src/channels/catalog.js';
import { program } from '../../src/cli/program.js';

const page = readFileSync(new URL('../../docs/cli/commands/channels.md', import.meta.url), 'utf8');

/** The page's sections, by heading. */
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const [heading = '', ...body] = text.split('\n');
      return [heading, body.join('\n')] as const;
    }),
);

/** The options that a section's table lists. */
const listed = (name: string) =>
  [...(sections.get(name) ?? '').matchAll(/^\| `(--[a-z-]+)/gm)].map(([, flag]) => flag ?? '').sort();
const options = (command: Command) => command.options.map(({ long }) => long ?? '').sort();

test('every command has a section, and every section a command', () => {
  const names = program.commands.map((command) => command.name());
  expect(names.filter((name) => !sections.has(name))).toEqual([]);
  expect([...sections.keys()].filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(program.commands.map((command) => [command.name(), command] as const))(
  '%s',
  (name, command) => {
    test('lists its options and no others', () => {
      expect(listed(name)).toEqual(options(command));
    });

    test('shows a command that is this one, with options that it has', () => {
      const [, shown = ''] = /^```sh\n(.*)\n/m.exec(sections.get(name) ?? '') ?? [];
      const [, called = name] =
        /^npm run -s cli -- (\S+)/.exec(shown) ?? /^npm (?:run -s )?(start|sandbox) /.exec(shown) ?? [];
      expect(called.replace('start', 'listen')).toBe(name);
      const flags = [...shown.replace(/^.*? -- /, '').matchAll(/(?<= )--[a-z-]+|^--[a-z-]+/g)].map(
        ([flag]) => flag,
      );
      expect(flags.filter((flag) => !options(command).includes(flag))).toEqual([]);
    });

    test('has an example in its --help', () => {
      let help = '';
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      expect(help).toMatch(/\nExample:\n {2}npm (?:run -s cli --|run -s sandbox --|start --) /);
      expect(help).toContain(command.description().slice(0, 30));
    });
  },
);

test('the page names every event there is', () => {
  const row = /^\| `--event TYPE` .*$/m.exec(page)?.[0] ?? '';
  expect([...row.matchAll(/`([a-z_.-]+)`/g)].map(([, name]) => name)).toEqual([...EVENT_TYPES.keys()]);
});
