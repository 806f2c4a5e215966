import { describe, expect, test } from '@jest/globals';
import { fit as fitText, toMrkdwn } from '../../../src/digest/index.js';

/** With zero-width spaces made visible as `◌`. */
function seen(markdown: string): string {
  return toMrkdwn(markdown).replaceAll('\u200B', '◌');
}

describe('marks', () => {
  test.each([
    ['nest as the author nested them', '**a *b*** c', '*a _b_* c'],
    ['nest the other way round', '*a **b***', '_a *b*_'],
    ['close inside out', '***a** b*', '_*a* b_'],
    ['cross in HTML only, and are opened anew', '<b>a<i>b</b>c</i>d', '*a◌_b_*◌_c_◌d'],
    ['stand at the edge of a word', 'un**believ**able', 'un◌*believ*◌able'],
    ['need nothing next to punctuation', '("**a**")', '("*a*")'],
    ['need a gap next to wide punctuation', '*a*。*b*', '_a_◌。◌_b_'],
    ['need a gap next to each other', '**a**`b`', '*a*◌`b`'],
    ['end with the line', '**two\nlines**', '*two*\n*lines*'],
    ['touch their words', '<b> a </b>b', '*a* b'],
    ['do not double in a heading', '# a **b** *c*', '*a b _c_*'],
    ['stand outside a link', '*[a](https://x.example)*', '_<https://x.example|a>_'],
    ['are left off a part of a link', '[a **b**](https://x.example)', '<https://x.example|a b>'],
  ])('%s', (_, markdown, mrkdwn) => {
    expect(seen(markdown)).toBe(mrkdwn);
  });
});

describe('characters that are no marks', () => {
  test.each([
    ['two that could pair are parted', '\\*a\\* b', '*◌a◌* b'],
    ['and from a mark that is drawn', '\\*a **b**', '*◌a *b*'],
    ['one alone is left as it is', '5\\* hotels', '5* hotels'],
    ['inside words they never count', 'max_retry_count and 2 * 3 * 4', 'max_retry_count and 2 * 3 * 4'],
    ['tildes of paths are no pair', '~/a ~/b', '~/a ~/b'],
    ['a pair of backticks is replaced', '\\`x\\`', 'ˋxˋ'],
    ['a backtick alone is left', 'a \\` b', 'a ` b'],
    ['three backticks open no fence', 'a ``` b', 'a ˋˋˋ b'],
    ['a greater-than sign opens no quote', '\\> a', '◌&gt; a'],
  ])('%s', (_, markdown, mrkdwn) => {
    expect(seen(markdown)).toBe(mrkdwn);
  });
});

describe('what could act is text', () => {
  test.each([
    ['<!channel> <!here|x> <@U1> <#C1|y>', '&lt;!channel&gt; &lt;!here|x&gt; &lt;@U1&gt; &lt;#C1|y&gt;'],
    ['@here, @Channel and @everyone', '@◌here, @◌Channel and @◌everyone'],
    ['`<!here>` and `@here`', '`&lt;!here&gt;` and `@◌here`'],
    ['@[here](x) @![](x)here @<a>channel</a> @<img>here', '@◌here @◌here @◌channel @◌here'],
    ['@[every](x)one @[here](javascript:1) _@[here](x)_', '@◌everyone @◌here _@◌here_'],
    ['@`here` @**here** @~~every~~[one](x)', '@`here` @*here* @~every~◌one'],
    ['foo@here.com', '<mailto:foo@%68ere.com|foo@◌here.com>'],
    ['[a](https://me@channel.example/@here)', '<https://me@%63hannel.example/%40here|a>'],
    ['[a](javascript:alert(1)) [b](data:x) [c](//x.example) [d](#e)', 'a b c d'],
    ['[a](javascript://x.example/%0Aalert(1)) [b](ftp://x.example)', 'a b'],
    ['[a](https://x.example/@here)', '<https://x.example/%40here|a>'],
    ['[https://good.example](https://evil.example)', '<https://evil.example|https://good.example>'],
    ['[a](<https://x.example/a b>)', '<https://x.example/a%20b|a>'],
    ['[a](https://x.example/?q=1|2>3)', '<https://x.example/?q=1%7C2%3E3|a>'],
    ['<a href="https://x.example/&quot;>">a</a>', '<https://x.example/%22%3E|a>'],
    ['<https://x.example|y>', '<https://x.example%7Cy|https://x.example|y>'],
  ])('%s', (markdown, mrkdwn) => {
    expect(seen(markdown)).toBe(mrkdwn);
  });
});

test('a broadcast stays parted where a digest takes a link away', () => {
  const text = `@[here](http://x.example/${'a'.repeat(300)}) is quiet. ${'More words. '.repeat(60)}`;
  for (const mode of ['digest', 'truncate'] as const) {
    expect(fitText(text, { maxChars: 500, mode }).text).not.toMatch(/@(?:here|channel|everyone)/i);
  }
});

describe('marks in the words of a link', () => {
  test.each([
    ['[*a](http://u.example) x [b*](http://v.example)', '<http://u.example|*◌a> x <http://v.example|b◌*>'],
    ['[\\`a](http://u.example) [b\\`](http://v.example)', '<http://u.example|ˋa> <http://v.example|bˋ>'],
    ['[a ``` b](http://u.example)', '<http://u.example|a ˋˋˋ b>'],
    ['[a*](http://u.example)', '<http://u.example|a*>'],
    ['[a_b](http://u.example) _c_', '<http://u.example|a_b> _c_'],
  ])('%s', (markdown, mrkdwn) => {
    expect(seen(markdown)).toBe(mrkdwn);
  });
});

describe('pictures', () => {
  test.each([
    ['![alt](https://x.example/p.png)', '<https://x.example/p.png|alt>'],
    ['![](https://x.example/p.png)', '<https://x.example/p.png>'],
    ['![alt](p.png)', 'alt'],
    ['![ ](https://x.example/p.png)', '<https://x.example/p.png>'],
    ['![](https://x.example/p.png?a=1&b=2)', '<https://x.example/p.png?a=1&amp;b=2>'],
    ['<p align="center"><img src="https://x.example/p.png"></p>', '<https://x.example/p.png>'],
    ['<img src="https://x.example/p.png">', '<https://x.example/p.png>'],
    ['<img src="https://x.example/p.png" />\n\nwords', '<https://x.example/p.png>\n\nwords'],
    ['- ![](https://x.example/p.png)', '• <https://x.example/p.png>'],
    ['a ![](https://x.example/p.png)', 'a <https://x.example/p.png>'],
    ['![](docs/p.png?raw=true) and <img src="/p/q.png">', 'p.png and q.png'],
    ['a ![](data:image/png;base64,AAAA) b', 'a  b'],
    ['[![](https://x.example/p.png)](https://y.example)', '<https://y.example>'],
    ['[![alt](https://x.example/p.png)](../y)', '<https://x.example/p.png|alt>'],
    ['<img src="https://x.example/p.png" alt="alt">', '<https://x.example/p.png|alt>'],
  ])('%s', (markdown, mrkdwn) => {
    expect(seen(markdown)).toBe(mrkdwn);
  });
});
