import { describe, expect, test } from '@jest/globals';
import { clusterEnds, lastClusterEnd } from '../../../src/digest/fit/clusters.js';
import { fit as fitText } from '../../../src/digest/index.js';

const CLUSTERS = [
  ['a flag', '\u{1F1E9}\u{1F1EA}'],
  ['a hand with a tone', '\u{1F44D}\u{1F3FD}'],
  ['a family', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'],
  ['a flag made of tags', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
  ['Hangul in parts', '\u1112\u1161\u11AB'],
  ['a Thai vowel', '\u0E01\u0E33'],
  ['a letter and its accents', 'e\u0301\u0323'],
  ['a character beyond the plane', '\u{20BB7}'],
] as const;

describe('what a reader takes for one character is never cut', () => {
  test.each(CLUSTERS)('%s', (_, cluster) => {
    expect(clusterEnds(cluster.repeat(3))).toEqual([1, 2, 3].map((count) => count * cluster.length));
    for (let maxChars = 200; maxChars < 212; maxChars++) {
      const word = cluster.repeat(400);
      const whole = (text: string) => text.replaceAll(cluster, '');
      const asked = fitText(`a${word}?`, { maxChars }).text.split('\n')[0] ?? '';
      expect(asked).toContain(cluster);
      expect(whole(asked)).toBe('*a…*');
      const [first = ''] = fitText(word, { maxChars }).text.split('\n');
      expect(whole(first)).toBe('…');
      const cut = (text: string) => fitText(text, { maxChars, mode: 'truncate' }).text;
      expect(whole(cut(word)).split('\n')[0]).toBe('');
      expect(whole(cut(`\`\`\`\n${word}\n\`\`\``))).toMatch(/^```\n\n```\n…/);
    }
  });

  test('the last end is looked for in front of an offset only', () => {
    expect(lastClusterEnd('ab', 1)).toBe(1);
    expect(lastClusterEnd('\u{1F1E9}\u{1F1EA}b', 3)).toBe(0);
    expect(lastClusterEnd(`${'\u{1F1E9}\u{1F1EA}'.repeat(500)}b`, 1003)).toBe(1000);
    expect(lastClusterEnd('', 0)).toBe(0);
  });
});
