import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cleanText } from '../../src/ledger/clean.js';

test.each([
  ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
  ['a\u2028b\u2029c\u0085d\ve\ff', 'a\nb\nc\nd\ne\nf'],
  ['a\u001cb\u001dc\u001ed', 'a\nb\nc\nd'],
  ['a\tb', 'a\tb'],
  ['a\u0000b\u001bc\u007fd\u009be', 'a\ufffdb\ufffdc\ufffdd\ufffde'],
  ['a\ud800b\udc00c', 'a\ufffdb\ufffdc'],
  ['🙂', '🙂'],
])('%j becomes %j', (text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

test('what comes out has one kind of line break, no control character, and stays the same when cleaned again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const clean = cleanText(text);
      expect(clean.replace(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]/u);
      expect(cleanText(clean)).toBe(clean);
    }),
  );
});
