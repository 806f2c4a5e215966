import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { fit as fitText, toMrkdwn } from '../../src/digest/index.js';
import { families, prose } from './support/families.js';
import { WorkCounter } from './support/work.js';

const KB = 1024;
const MB = 1024 * KB;

function everything(text: string): void {
  toMrkdwn(text);
  fitText(text, { maxChars: 1500 });
  fitText(text, { maxChars: 200, mode: 'truncate' });
}

describe('work grows with the text and no faster', () => {
  const counter = new WorkCounter();
  beforeAll(() => counter.start());
  afterAll(() => counter.stop());

  /** Four times the text; a little is left for work that comes in steps. */
  const MOST_GROWTH = 4.4;

  test('the counter sees work that grows faster', () => {
    const nested = (size: number) => () => {
      for (let at = 0; at < size; at++) toMrkdwn('a '.repeat(at));
    };
    nested(2)();
    const [small, large] = [nested(40), nested(160)].map((run) => counter.count(run));
    expect(small).toBeGreaterThan(100);
    expect(large ?? 0).toBeGreaterThan(3 * (small ?? 0));
  });

  test.each(families)('$name', ({ make }) => {
    const small = make(16 * KB);
    const large = make(64 * KB);
    everything(make(2 * KB));
    const growth = counter.count(() => everything(large)) / counter.count(() => everything(small));
    expect(growth).toBeLessThan(MOST_GROWTH * (large.length / small.length / 4));
  });
});

/** Processor time in milliseconds, which a busy machine does not lengthen as it does the clock's. */
function cpuMs(run: () => void): number {
  const begun = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

// A net for what grows faster than the text, on any machine: bench/digest holds the ratios.
describe('256 KB end within 10 s of processor time', () => {
  test.each(families)('$name', ({ make }) => {
    const text = make(256 * KB);
    expect(cpuMs(() => toMrkdwn(text))).toBeLessThan(10_000);
    expect(cpuMs(() => fitText(text, { maxChars: 1500 }))).toBeLessThan(10_000);
  });
});

describe('one megabyte is an ordinary text', () => {
  test.each([
    ['one line of words', () => `${'lorem ipsum '.repeat(MB / 12)}end`],
    ['quotes within quotes', () => `${'> '.repeat(MB / 2)}end`],
    ['bullets within bullets', () => `${'- '.repeat(MB / 2)}end`],
    ['numbers within numbers', () => `${'1. '.repeat(MB / 3)}end`],
    ['brackets', () => `${'['.repeat(MB)}end`],
    ['lists within lists of HTML', () => `${'<ul><li>'.repeat(MB / 8)}end`],
    ['prose', () => `${prose(MB)} end`],
  ])('%s', (_, make) => {
    const text = make();
    const drawn = toMrkdwn(text);
    expect(drawn.endsWith('end')).toBe(true);
    expect(fitText(text, { maxChars: 1500 }).text.length).toBeLessThanOrEqual(1500);
  });
});

describe('no word vanishes, however deep it stands', () => {
  test.each([99, 100, 101, 150, 5000])('below %i levels', (depth) => {
    for (const marker of ['> ', '- ', '1. ', '>', '> - ', '- 1. ']) {
      const text = `${marker.repeat(depth)}first word`;
      expect(toMrkdwn(text)).toContain('first word');
      expect(fitText(`${text}. ${'And more of it. '.repeat(20)}`, { maxChars: 200 }).text).toContain(
        'first word',
      );
    }
    const lines = Array.from({ length: Math.min(depth, 150) }, (_, at) => `${'  '.repeat(at)}- word${at}`);
    const drawn = toMrkdwn(`${lines.join('\n')}\n\nlast`);
    for (let at = 0; at < lines.length; at++) expect(drawn).toContain(`word${at}`);
    expect(drawn).toContain('last');
  });

  test('lines of unlike depth keep their words and their order', () => {
    const depths = [150, 3, 120, 99, 1, 200, 97, 98, 100, 2];
    const text = depths.map((depth, at) => `${'> '.repeat(depth)}word${at}`).join('\n');
    const words = toMrkdwn(text).match(/word\d/g);
    expect(words).toEqual(depths.map((_, at) => `word${at}`));
  });
});
