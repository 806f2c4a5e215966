import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { codeSpan, fenceLines } from '../../src/ledger/markdown-text.js';

const markdown = new MarkdownIt({ html: true });
const inCode = fc.array(fc.constantFrom('`', '``', '```', ' ', 'a', '<!--', '\\', '*', '@x'), {
  minLength: 1,
  maxLength: 8,
});

test('a code span holds exactly its text, whatever the backticks', () => {
  fc.assert(
    fc.property(inCode, (pieces) => {
      const text = pieces.join('');
      fc.pre(text.trim() !== '');
      const children = markdown.parseInline(`x ${codeSpan(text)} y`, {})[0]?.children ?? [];
      expect(children.map(({ type }) => type)).toEqual(['text', 'code_inline', 'text']);
      expect(children[1]?.content.replaceAll('\u200b', '')).toBe(text);
    }),
  );
});

test('a fence holds exactly its text, whatever the backticks', () => {
  fc.assert(
    fc.property(fc.array(inCode, { minLength: 1, maxLength: 5 }), (rows) => {
      const text = rows.map((row) => row.join('')).join('\n');
      const tokens = markdown.parse(fenceLines(text).join('\n'), {});
      expect(tokens.map(({ type }) => type)).toEqual(['fence']);
      expect(tokens[0]?.content.replaceAll('\u200b', '')).toBe(`${text}\n`);
    }),
  );
});
