import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { plainText } from '../../src/replies/plain-text.js';

test.each([
  ['2 &amp; go', '2 & go'],
  ['if a &lt; b &amp;&amp; c &gt; d', 'if a < b && c > d'],
  // Decoded once: what the member typed as an entity stays one.
  ['&amp;lt;', '&lt;'],
  ['see <https://example.com/a?x=1&amp;y=2>', 'see https://example.com/a?x=1&y=2'],
  ['see <https://example.com|the page>', 'see the page (https://example.com)'],
  ['see <http://example.com|example.com>', 'see http://example.com'],
  ['<mailto:me@example.com|me@example.com>', 'me@example.com'],
  ['ask <@U0BOB> or <@U0BOB|bob>', 'ask @U0BOB or @U0BOB'],
  ['in <#C0DEV|dev> and <#C0DEV>', 'in #dev and #C0DEV'],
  ['<!here> and <!subteam^S1|@eng>', '@here and @eng'],
  ['one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
  ['  two  ', 'two'],
])('%j reaches the session as %j', (mrkdwn, plain) => {
  expect(plainText(mrkdwn)).toBe(plain);
});

test('what a terminal would act on never reaches it', () => {
  expect(plainText('a\u001b[31mred\u0007\u009b2J\u0000\tend')).toBe('a[31mred2J\tend');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(plainText(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    }),
  );
});

test('text without Slack’s notation passes whole', () => {
  const plain = fc.string().map((text) => text.replace(/[&<>]/g, '').trim());
  fc.assert(fc.property(plain, (text) => expect(plainText(text)).toBe(text)));
});
