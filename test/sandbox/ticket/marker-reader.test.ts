import { expect, test } from '@jest/globals';
import { wouldActAsCommand } from '../../../src/sandbox/ticket/marker-reader.js';

const KEYWORDS = ['the-loop start', 'go', 'c++ (x)', '/on'];

test.each([
  'the-loop start',
  'please THE-LOOP   Start.',
  'the-loop\nstart',
  'the-loop\u00a0start',
  '> the-loop\n> start',
  '> > the-loop\n> > start',
  'the-\u200bloop start',
  'the-loop **start**',
  '`the-loop` start',
  'ｔｈｅ-ｌｏｏｐ start',
  'let go',
  'a c++ (x) b',
  'a/on',
])('%j acts', (body) => {
  expect(wouldActAsCommand(body, KEYWORDS)).toBe(true);
});

test.each([
  'the-loop started',
  'xthe-loop start',
  'the-loop, start',
  'the\u2011loop start',
  'going',
  'c++ x',
  '',
])('%j does not', (body) => {
  expect(wouldActAsCommand(body, KEYWORDS)).toBe(false);
});

test('an empty keyword is none', () => {
  expect(wouldActAsCommand('words', ['', ' '])).toBe(false);
});
