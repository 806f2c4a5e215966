import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LedgerError } from '../../src/ledger/errors.js';
import { AGENT_MARKER, findHiddenIds, hiddenId, isMarked } from '../../src/ledger/marker.js';

describe('hiddenId', () => {
  test('names the channel and the message in an HTML comment', () => {
    expect(hiddenId({ channel: 'C0DEV', ts: '1700000000.000100' })).toBe(
      '<!-- the-loop-slack:C0DEV:1700000000.000100 -->',
    );
  });

  test.each([
    ['', '1.1'],
    ['c0dev', '1.1'],
    ['X0DEV', '1.1'],
    ['C0DEV -->', '1.1'],
    ['C0DEV', ''],
    ['C0DEV', '1'],
    ['C0DEV', '1.1 --><script>'],
    ['C0DEV\n', '1.1'],
    ['C0DEV', '1.1\n'],
  ])('refuses channel %j with ts %j', (channel, ts) => {
    expect(() => hiddenId({ channel, ts })).toThrow(
      expect.objectContaining({ name: LedgerError.name, code: 'bad-message-id' }),
    );
  });

  test('is found again in a body, whatever stands around it', () => {
    const message = fc.record({
      channel: fc.stringMatching(/^[CDG][A-Z0-9]{1,12}$/),
      ts: fc.stringMatching(/^[0-9]{10}\.[0-9]{6}$/),
    });
    fc.assert(
      fc.property(message, fc.string(), fc.string(), (of, before, after) => {
        expect(findHiddenIds(`${before}${hiddenId(of)}${after}`)).toContainEqual(of);
      }),
    );
  });

  test('a body without one has none', () => {
    expect(findHiddenIds(`text ${AGENT_MARKER} <!-- the-loop-slack:c0dev:1.1 -->`)).toEqual([]);
  });
});

test('a body is marked when the marker stands anywhere in it', () => {
  expect(isMarked(`words\n${AGENT_MARKER}\n`)).toBe(true);
  expect(isMarked('words')).toBe(false);
});
