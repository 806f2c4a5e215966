import { expect, test } from '@jest/globals';
import { LedgerError } from '../../src/ledger/errors.js';
import { AGENT_MARKER, hiddenId, VISIBLE_LINE } from '../../src/ledger/marker.js';
import { assertMirrorSafe, COMMENT_MAX } from '../../src/ledger/mirror-safety.js';

const id = hiddenId({ channel: 'C0DEV', ts: '1700000000.000100' });
const rules = { keywords: ['the-loop start'], secrets: ['sentinel-0001'], hiddenId: id };

function body(...quote: string[]): string {
  return [VISIBLE_LINE, '', 'Reply in **Slack**:', ...quote, AGENT_MARKER, id, ''].join('\n');
}

test('a body as it should be passes', () => {
  expect(() => assertMirrorSafe(body('> words', '>'), rules)).not.toThrow();
});

test.each([
  ['no marker', 'marker-missing', body('> words').replace(AGENT_MARKER, '')],
  ['another id', 'marker-missing', body('> words').replace('000100', '000200')],
  ['a marker that is not at the end', 'marker-missing', `${body('> words')}more`],
  ['a second marker', 'comment-opener', body(`> ${AGENT_MARKER}`)],
  ['a comment opener', 'comment-opener', body('> a <!-- b')],
  ['a keyword', 'keyword-parses', body('> please the-loop start')],
  ['a keyword over two lines', 'keyword-parses', body('> the-loop', '> start')],
  ['a line outside the quote', 'quote-escaped', body('> a', 'b', '> c')],
  ['a blank line in the quote', 'quote-escaped', body('> a', '', '> c')],
  ['a line break that only some see', 'quote-escaped', body('> a\u2028b')],
  ['a carriage return', 'quote-escaped', body('> a\rb')],
  ['no quote', 'quote-escaped', body()],
  ['one of our tokens', 'secret-leaked', body('> sentinel-0001')],
  ['too many characters', 'body-too-long', body(`> ${'x'.repeat(COMMENT_MAX)}`)],
])('%s is refused as %s', (_name, code, unsafe) => {
  expect(() => assertMirrorSafe(unsafe, rules)).toThrow(
    expect.objectContaining({ name: LedgerError.name, code }),
  );
});

test('the refusal says nothing of the body', () => {
  try {
    assertMirrorSafe(body('> words sentinel-0001'), rules);
  } catch (error) {
    expect(String(error)).not.toMatch(/words|sentinel/);
  }
  expect.assertions(1);
});
