import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MAX_RECORD_BYTES, parseRecord, RECORD_TYPES, readRecord } from '../../src/loop/record.js';
import { capture } from './support.js';

const asked = {
  ts: '2026-11-30T07:55:45.960Z',
  source: 'ask',
  event: 'session.awaiting_input',
  level: 'info',
  pid: 1,
  work_item: 'github:octo/app#7',
  question: 'Which?',
  actor: 'dev',
  comment_url: 'https://github.com/octo/app/issues/7#issuecomment-1',
  comment_posted: true,
};

/** The data lines of the captured stream. */
const captured = [...capture('stream-live.txt').matchAll(/^data: (.*)$/gm)].map((match) => match[1] ?? '');

describe('the records of a running the-loop', () => {
  test('each of the kinds we use is read', () => {
    const kinds = captured.flatMap((text) => {
      const { parsed } = readRecord(text);
      return parsed.kind === 'record' ? [parsed.record.event] : [];
    });
    expect(new Set(kinds)).toEqual(new Set(RECORD_TYPES));
  });

  test('the others are ignored by name, and none is malformed', () => {
    const parsed = captured.map((text) => readRecord(text).parsed);
    expect(parsed).toContainEqual({ kind: 'ignored', event: 'stream.subscribed' });
    expect(parsed.filter(({ kind }) => kind === 'malformed')).toEqual([]);
  });

  test('a question comes whole, with its extra keys', () => {
    const [text] = captured.filter((line) => line.includes('awaiting_input'));
    const { parsed, at } = readRecord(text ?? '');
    expect(parsed).toMatchObject({
      kind: 'record',
      record: { question: 'Which one should I take?\n\n1. Coerce\n2. Refuse\n', source: 'ask' },
    });
    expect(at).toEqual(new Date('2026-11-30T07:55:45.960Z'));
  });
});

describe('the key', () => {
  test('is a sha256 in hex', () => {
    expect(parseRecord(asked)).toHaveProperty('key', expect.stringMatching(/^[0-9a-f]{64}$/));
  });

  test('is that of the sorted JSON without spaces', () => {
    // printf '%s' '{"event":"graph.completed","node":"é","ts":"t","work_item":"w"}' | sha256sum
    expect(parseRecord({ work_item: 'w', ts: 't', node: 'é', event: 'graph.completed' })).toHaveProperty(
      'key',
      '72c0d9332f7116f285a17557a3bc63ac4268f711ca08195e0d2920fffb046cfa',
    );
  });

  test('is the same however the record was written', () => {
    const reordered = Object.fromEntries(Object.entries(asked).reverse());
    const spaced = JSON.stringify(reordered, null, 2).replace('Which', '\\u0057hich');
    expect(readRecord(spaced).parsed).toEqual(parseRecord(asked));
  });

  test('differs when anything in the record does, extra keys included', () => {
    const keyOf = (raw: unknown) => {
      const parsed = parseRecord(raw);
      return parsed.kind === 'record' ? parsed.key : undefined;
    };
    const changes = [
      { ...asked, pid: 2 },
      { ...asked, question: 'Which? ' },
      { ...asked, extra: null },
    ];
    expect(new Set([asked, ...changes].map(keyOf)).size).toBe(4);
  });

  test('does not depend on the order of keys at any depth', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (extra) => {
        const turned = (value: unknown): unknown => {
          if (Array.isArray(value)) return value.map(turned);
          if (typeof value !== 'object' || value === null) return value;
          return Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, item]) => [key, turned(item)]),
          );
        };
        const raw = { ...asked, extra };
        expect(parseRecord(turned(raw))).toHaveProperty('key', Object(parseRecord(raw)).key);
      }),
    );
  });
});

describe('what does not fit', () => {
  test.each([
    ['no object', 'text', 'not an object with an event name'],
    ['null', null, 'not an object with an event name'],
    ['an array', [], 'not an object with an event name'],
    ['no event', { ts: 'x' }, 'not an object with an event name'],
    ['an event that is no text', { event: 7 }, 'not an object with an event name'],
    [
      'a missing and a wrong key',
      { ...asked, question: 7, work_item: undefined },
      'session.awaiting_input: wrong or missing work_item (invalid_type), question (invalid_type)',
    ],
    [
      'an empty work item',
      { ...asked, work_item: '' },
      'session.awaiting_input: wrong or missing work_item (too_small)',
    ],
  ])('%s is malformed', (_, raw, problem) => {
    expect(parseRecord(raw)).toEqual({ kind: 'malformed', problem });
  });

  test.each(['', '{', '{"event":', 'event'])('%j is not JSON', (text) => {
    expect(readRecord(text).parsed).toEqual({ kind: 'malformed', problem: 'not JSON' });
  });

  test('an event named like a property of every object is ignored', () => {
    expect(parseRecord({ event: 'constructor' })).toEqual({ kind: 'ignored', event: 'constructor' });
  });

  test('a NUL, which no database text can hold, is replaced, and still part of the key', () => {
    const parsed = parseRecord({ ...asked, question: 'a\u0000b', node: '\u0000' });
    expect(parsed).toMatchObject({ kind: 'record', record: { question: 'a\ufffdb' } });
    expect(parsed).not.toHaveProperty('key', Object(parseRecord({ ...asked, question: 'a\ufffdb' })).key);
  });

  test('optional fields may be null or absent', () => {
    const { ts, event, work_item, question } = asked;
    expect(parseRecord({ ts, event, work_item, question })).toMatchObject({ kind: 'record' });
    expect(parseRecord({ ...asked, actor: null, comment_url: null, comment_posted: null })).toMatchObject({
      kind: 'record',
    });
  });

  test('a record over 1 MB of UTF-8 is refused, one of 1 MB is not', () => {
    const room = MAX_RECORD_BYTES - Buffer.byteLength(JSON.stringify({ ...asked, question: '' }));
    const fits = JSON.stringify({ ...asked, question: 'é'.repeat(Math.floor(room / 2)) });
    const over = JSON.stringify({ ...asked, question: 'é'.repeat(Math.floor(room / 2) + 1) });
    expect(readRecord(fits).parsed.kind).toBe('record');
    expect(readRecord(over).parsed).toEqual({ kind: 'refused', problem: 'refused: over 1 MB' });
    expect(parseRecord(JSON.parse(over))).toEqual({ kind: 'refused', problem: 'refused: over 1 MB' });
  });

  test('nesting as deep as 1 MB allows is refused, not a crash', () => {
    const deep = `{"event":"graph.parked","x":${'['.repeat(500_000)}${']'.repeat(500_000)}}`;
    expect(readRecord(deep).parsed.kind).toBe('malformed');
  });

  test('no text of the record is in the problem', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...RECORD_TYPES), (value, event) => {
        const raw = {
          event,
          ts: 'sentinel',
          work_item: { sentinel: value },
          question: ['sentinel'],
          node: 7,
          sentinel: 1,
        };
        const parsed = parseRecord(raw);
        expect(parsed.kind).toBe('malformed');
        expect(JSON.stringify(parsed)).not.toContain('sentinel');
      }),
    );
  });

  test('nothing makes it throw', () => {
    fc.assert(fc.property(fc.anything(), (raw) => expect(parseRecord(raw)).toHaveProperty('kind')));
    fc.assert(fc.property(fc.string(), (text) => expect(readRecord(text)).toHaveProperty('parsed')));
  });
});

test.each([
  ['2026-11-30T07:55:45.960Z', 1796025345960],
  ['2026-11-30T08:55:45+01:00', 1796025345000],
  ['yesterday', undefined],
  [7, undefined],
])('the time of a record with ts %j', (ts, time) => {
  expect(readRecord(JSON.stringify({ event: 'x', ts })).at?.getTime()).toBe(time);
});
