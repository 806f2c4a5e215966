import { expect, test } from '@jest/globals';
import { toMrkdwn } from '../../../src/digest/index.js';

function drawn(...lines: string[]): string {
  return toMrkdwn(lines.join('\n'));
}

test('blocks keep the blank lines the author left, and get none', () => {
  expect(drawn('# a', 'b', '- c', '- d', '', 'e', '```', 'f', '```', '', '', 'g')).toBe(
    '*a*\nb\n• c\n• d\n\ne\n```\nf\n```\n\ng',
  );
});

test('nested lists are indented, with a bullet a level', () => {
  expect(drawn('- a', '  - b', '    - c', '      - d', '- e')).toBe(
    '• a\n    ◦ b\n        ▪ c\n            ▪ d\n• e',
  );
});

test('numbers go on from the first, whatever the author wrote behind it', () => {
  expect(drawn('7. a', '7. b', '7. c')).toBe('7. a\n8. b\n9. c');
  expect(drawn('1) a', '2) b')).toBe('1) a\n2) b');
});

test('an item that does not begin with words has its marker on a line of its own', () => {
  expect(drawn('- ```', '  a', '  ```', '- - b', '-', '- c')).toBe('•\n```\na\n```\n•\n    ◦ b\n•\n• c');
});

test('what follows in an item hangs under its words', () => {
  expect(drawn('1. a', '', '   b', '   - c', '', '   d')).toBe('1. a\n   b\n    • c\n   d');
});

test('a quote stands at the start of each line, one level deep, whatever is in it', () => {
  expect(drawn('> a', '> > b', '> - c', '>', '> ```', '> d', '> ```')).toBe(
    '> a\n> b\n> • c\n> \n> ```\n> d\n> ```',
  );
  expect(drawn('- > a', '  > b')).toBe('> • a\n>    b');
});

test('two quotes in a row stay two', () => {
  expect(drawn('> a', '', 'b', '', '> c')).toBe('> a\n\nb\n\n> c');
});

test('alerts are named, and only alerts', () => {
  expect(drawn('> [!NOTE]', '> a')).toBe('> *Note*\n> a');
  expect(drawn('> [!caution]', '>', '> a')).toBe('> *Caution*\n> \n> a');
  expect(drawn('> [!NOTE] a')).toBe('> [!NOTE] a');
  expect(drawn('> [!OTHER]', '> a')).toBe('> [!OTHER]\n> a');
  expect(drawn('[!NOTE]', 'a')).toBe('[!NOTE]\na');
});

test('a rule, a definition and a comment leave nothing but a gap', () => {
  expect(drawn('a', '***', 'b', '', '[x]: https://x.example', '', '<!-- y -->', '', 'c')).toBe('a\n\nb\n\nc');
  expect(drawn('<!-- y -->')).toBe('');
  expect(drawn('')).toBe('');
});

test('code keeps its blank lines and its blanks', () => {
  expect(drawn('```', '', '  a  ', '', '```')).toBe('```\n\n  a  \n\n```');
  expect(drawn('    a', '', '      b')).toBe('```\na\n\n  b\n```');
});

test('odd line ends, a byte-order mark, NUL and half a pair are read as they are meant', () => {
  expect(toMrkdwn('\uFEFF# a\r\n\r\nb\rc\0\uD83D')).toBe('*a*\n\nb\nc\uFFFD\uFFFD');
});

test('a footnote is no link definition', () => {
  expect(drawn('a[^1]', '', '[^1]: b')).toBe('a[^1]\n\n[^1]: b');
});
