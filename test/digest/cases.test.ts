import { describe, expect, test } from '@jest/globals';
import { type Choice, type FitOptions, fit as fitText, toMrkdwn } from '../../src/digest/index.js';
import { comments, readCases } from './support/cases.js';
import { wordsOfMrkdwn } from './support/visible.js';

interface DigestCase {
  readonly id: string;
  readonly why: string;
  readonly markdown: string;
  readonly options: FitOptions;
  readonly expect: {
    readonly equals?: string;
    readonly startsWith?: string;
    readonly firstLine?: string;
    readonly lastLine?: string;
    readonly contains?: readonly string[];
    readonly excludes?: readonly string[];
    readonly choices?: readonly Choice[];
    readonly digested: boolean;
  };
}

const digests = readCases<DigestCase[]>('digest.json');

test.each(digests)('$id: $why', ({ markdown, options, expect: want }) => {
  const { text, digested, choices } = fitText(markdown, options);
  const lines = text.split('\n');
  expect(digested).toBe(want.digested);
  if (want.equals !== undefined) expect(text).toBe(want.equals);
  if (want.startsWith !== undefined) expect(text.startsWith(want.startsWith)).toBe(true);
  if (want.firstLine !== undefined) expect(lines[0]).toBe(want.firstLine);
  if (want.lastLine !== undefined) expect(lines.at(-1)).toBe(want.lastLine);
  for (const part of want.contains ?? []) expect(text).toContain(part);
  for (const part of want.excludes ?? []) expect(text).not.toContain(part);
  if (want.choices !== undefined) expect(choices).toEqual(want.choices);
  if (options.mode !== 'truncate') expect(text.length).toBeLessThanOrEqual(options.maxChars);
});

interface Fault {
  readonly id: string;
  readonly why: string;
  readonly markdown: string;
  readonly good: string | null;
  readonly contains?: string;
}

const faults = readCases<Fault[]>('mrkdwn-faults.json');

function unseen(text: string): string {
  return text
    .replaceAll('\u200B', '')
    .replace(/[ \t]+$/gm, '')
    .trimEnd();
}

test.each(faults)('$id: $why', ({ markdown, good, contains }) => {
  const drawn = unseen(toMrkdwn(markdown));
  if (good !== null) expect(drawn).toBe(unseen(good));
  if (contains !== undefined) expect(drawn).toContain(contains);
});

interface Expected {
  /** The asking sentence as the author wrote it, or `null` where none asks. */
  readonly ask: string | null;
  readonly choices?: number;
}

const asks = readCases<Readonly<Record<string, Expected>>>('real/asks.json');

describe('the ask and the choices of real comments', () => {
  test.each(comments.filter(({ name }) => name in asks))('$name', ({ name, markdown }) => {
    const { ask, choices } = fitText(markdown, { maxChars: 700 });
    const want = asks[name];
    const words = want?.ask ? wordsOfMrkdwn(toMrkdwn(want.ask)).join(' ') : undefined;
    expect(ask?.replace(/[*_`~]/g, '')).toBe(words);
    if (want?.choices !== undefined) expect(choices).toHaveLength(want.choices);
  });

  test('a comment that is one code block or one list of remarks asks nothing', () => {
    expect(fitText('```\nWhat now?\n```', { maxChars: 700 })).not.toHaveProperty('ask');
    expect(fitText('- Is it?\n- It is.', { maxChars: 700 })).not.toHaveProperty('ask');
  });
});
