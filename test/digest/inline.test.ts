import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lazyInline } from '../../src/digest/inline.js';
import { HARD_BREAK, plain, SOFT_BREAK, type Span } from '../../src/digest/spans.js';

function spansOf(source: string): readonly Span[] {
  return lazyInline(source, {}).spans();
}

describe('words without marks are read without the parser, to the same end', () => {
  const source = fc
    .array(fc.constantFrom('a', 'b c', '\n', ' ', '  ', '\t', '!', ']', '.', '-', '#', '>', '|', 'é', '😀'), {
      maxLength: 20,
    })
    .map((pieces) => pieces.join('').trim());

  test('whatever the lines', () => {
    fc.assert(
      fc.property(source, (text) => {
        // An unknown entity is text, and makes the parser read the whole.
        const parsed = spansOf(`${text}&zzz;`);
        expect(`${plain(spansOf(text))}&zzz;`).toBe(plain(parsed));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['a\nb', SOFT_BREAK],
    ['a \nb', SOFT_BREAK],
    ['a  \nb', HARD_BREAK],
    ['a    \n  b', HARD_BREAK],
    ['**a**  \nb', HARD_BREAK],
    ['**a**\\\nb', HARD_BREAK],
    ['**a**<br>b', HARD_BREAK],
  ])('%j', (text, wanted) => {
    expect(spansOf(text).find((span) => span.kind === 'break')).toBe(wanted);
  });
});

test('nothing is read before it is asked for, and nothing twice', () => {
  const inline = lazyInline('**a** [b](https://x.example)', {});
  expect(inline.spans()).toBe(inline.spans());
});
