import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { fromMrkdwn } from '../../src/ledger/from-mrkdwn.js';
import { asSlackSends } from '../../src/ledger/slack-token.js';

const ZW = '\u200b';

describe('emphasis', () => {
  test.each([
    ['*bold*', '**bold**'],
    ['_italic_', '_italic_'],
    ['~gone~', '~~gone~~'],
    ['*_both_*', '**_both_**'],
    ['_*both*_', '_**both**_'],
    ['take *2*, not _3_.', 'take **2**, not _3_.'],
    ['(*x*)', '(**x**)'],
    ['*two words* and *more*', '**two words** and **more**'],
  ])('%s becomes %s', (sent, written) => {
    expect(fromMrkdwn(sent)).toBe(written);
  });

  test.each([
    ['2*3*4', '2\\*3\\*4'],
    ['foo*bar*baz', 'foo\\*bar\\*baz'],
    ['* not bold *', '\\* not bold \\*'],
    ['**twice**', '\\*\\*twice\\*\\*'],
    ['snake_case_name', 'snake_case_name'],
    ['_open', '\\_open'],
    ['*over\nlines*', '\\*over\nlines\\*'],
    ['*a _b* c_', '**a \\_b** c\\_'],
    ['~/work', '\\~/work'],
  ])('%s is no emphasis and stays as typed: %s', (sent, written) => {
    expect(fromMrkdwn(sent)).toBe(written);
  });
});

describe('code', () => {
  test.each([
    ['`npm i @octokit/core`', '`npm i @octokit/core`'],
    ['`a &lt; b &amp;&amp; c`', '`a < b && c`'],
    ['`*x* _y_`', '`*x* _y_`'],
    ['`<https://x.example/a>`', '`https://x.example/a`'],
    ['`<https://x.example|x.example>`', '`x.example`'],
    ['`<@U0BOB>`', '`@U0BOB`'],
    ['`&amp;lt;`', '`&lt;`'],
    ['` x `', '`  x  `'],
    ['`open', '\\`open'],
    ['``', '\\`\\`'],
    ['`over\nlines`', '\\`over\nlines\\`'],
  ])('span %j becomes %j', (sent, written) => {
    expect(fromMrkdwn(sent)).toBe(written);
  });

  test.each([
    ['```\na\n  b\n```', '```\na\n  b\n```'],
    ['```a```', '```\na\n```'],
    ['see ```a``` there', 'see\n```\na\n```\nthere'],
    ['```js\nx()\n```\nafter', '```\njs\nx()\n```\nafter'],
    ['```a &lt;b&gt; <https://x.example/|l>```', '```\na <b> l\n```'],
    ['```open', '\\`\\`\\`open'],
    ['``````', '\\`\\`\\`\\`\\`\\`'],
    ['```a `` b```', '```\na `` b\n```'],
  ])('fence %j becomes %j', (sent, written) => {
    expect(fromMrkdwn(sent)).toBe(written);
  });

  test('no comment opener is left in code', () => {
    expect(fromMrkdwn('`&lt;!-- x --&gt;`')).toBe(`\`<${ZW}!-- x -->\``);
    expect(fromMrkdwn('```&lt;!-- x --&gt;```')).toBe(`\`\`\`\n<${ZW}!-- x -->\n\`\`\``);
  });
});

describe('links', () => {
  test.each([
    ['<https://x.example/a|the page>', '[the page](https://x.example/a)'],
    ['<https://x.example/a>', '[https://x.example/a](https://x.example/a)'],
    ['<http://x.example|x.example>', '[x.example](http://x.example)'],
    ['<mailto:a@b.example|mail us>', '[mail us](mailto:a@b.example)'],
    ['<https://x.example/?a=1&amp;b=2|q>', '[q](https://x.example/?a=1&b=2)'],
    ['<https://x.example/?a=1&amp;copy;=2|q>', '[q](https://x.example/?a=1&amp;copy;=2)'],
    ['<https://x.example/a_(b)|p>', '[p](https://x.example/a_%28b%29)'],
    ['<https://x.example/`a`|p>', '[p](https://x.example/%60a%60)'],
    ['<https://x.example/ü?q=[1]|p>', '[p](https://x.example/%C3%BC?q=%5B1%5D)'],
    ['<https://x.example/a|b](c) ![d]>', '[b\\](c) !\\[d\\]](https://x.example/a)'],
    ['see!<https://x.example/a.png|pic>', 'see\\![pic](https://x.example/a.png)'],
    ['*<https://x.example/a|bold link>*', '**[bold link](https://x.example/a)**'],
  ])('%s becomes %s', (sent, written) => {
    expect(fromMrkdwn(sent)).toBe(written);
  });

  test.each([
    ['<javascript:alert(1)|click>', 'click (javascript:alert(1))'],
    ['<data:text/html,x|click>', 'click (data:text/html,x)'],
    ['<slack://open|open>', 'open (slack://open)'],
    ['<file:///etc/passwd>', 'file:///etc/passwd'],
    ['<https://|x>', 'x (https://)'],
    ['<https://user@x.example/|x>', `x (https://user@${ZW}x.example/)`],
    ['<https://evil.example/|github.com>', 'github.com (https://evil.example/)'],
    ['<https://evil.example/|https://github.com/octo>', 'https://github.com/octo (https://evil.example/)'],
    ['<plain>', 'plain'],
  ])('%s is words and no link', (sent, written) => {
    expect(fromMrkdwn(sent)).toBe(written);
  });

  test('a label that is the host with or without www is a link', () => {
    expect(fromMrkdwn('<https://www.x.example/|x.example>')).toBe('[x.example](https://www.x.example/)');
  });

  test('a target that holds a keyword leads to the same page without it', () => {
    const written = fromMrkdwn('<https://x.example/go/on|p>', ['go']);
    expect(written).toBe('[p](https://x.example/%67o/on)');
    expect(decodeURIComponent(written)).toContain('https://x.example/go/on');
  });
});

describe('people, channels and broadcasts', () => {
  test.each([
    ['<@U0BOB>', `@${ZW}U0BOB`],
    ['<@U0BOB|bob>', `@${ZW}bob`],
    ['<!channel>', `@${ZW}channel`],
    ['<!here|here>', `@${ZW}here`],
    ['<!everyone>', `@${ZW}everyone`],
    ['<!subteam^S1|@team>', `@${ZW}team`],
    ['<!subteam^S1>', `@${ZW}S1`],
    ['<!date^1392734382^{date}|Feb 18>', 'Feb 18'],
    ['<#C0DEV|dev>', '#dev'],
    ['<#C0DEV|12>', `#${ZW}12`],
    ['<#C0DEV>', '#C0DEV'],
    ['@octocat', `@${ZW}octocat`],
    ['@org/team', `@${ZW}org/team`],
    ['fixes #12', `fixes #${ZW}12`],
    ['octo/app#12', `octo/app#${ZW}12`],
    ['GH-12 gh-12', `GH-${ZW}12 gh-${ZW}12`],
    [':+1: :thumbs_up:', ':+1: :thumbs_up:'],
  ])('%s becomes %j', (sent, written) => {
    expect(fromMrkdwn(sent)).toBe(written);
  });
});

describe('what was typed literally', () => {
  test.each([
    ['&lt;details&gt;', '&lt;details>'],
    ['&lt;!-- x --&gt;', '&lt;!-- x -->'],
    ['![x](y) [a](b)', '!\\[x\\](y) \\[a\\](b)'],
    ['# x', '\\# x'],
    ['#hash', '#hash'],
    ['- x', '\\- x'],
    ['+ x', '\\+ x'],
    ['1. x', '1\\. x'],
    ['12) x', '12\\) x'],
    ['1.5 x', '1.5 x'],
    ['2.', '2\\.'],
    ['&gt; x', '&gt; x'],
    ['a -&gt; b', 'a -> b'],
    ['===', '\\==='],
    ['---', '\\---'],
    ['a|b', 'a\\|b'],
    ['  indented', '\u00a0\u00a0indented'],
    ['\tindented', '\u00a0\u00a0\u00a0\u00a0indented'],
    ['trailing  \nx', 'trailing\nx'],
    ['C:\\Users\\me', 'C:\\Users\\me'],
    ['\\*', '\\\\\\*'],
    ['end\\', 'end\\\\'],
    ['a &amp;&amp; b', 'a && b'],
    ['&amp;nbsp;', '&amp;nbsp;'],
    ['&amp;lt;', '&amp;lt;'],
    ['a\n\n\nb', 'a\n\n\nb'],
    ['', ''],
  ])('%j becomes %j', (sent, written) => {
    expect(fromMrkdwn(sent)).toBe(written);
  });

  test('shows every line of plain typing as one line of words', () => {
    const markdown = new MarkdownIt({ html: true, breaks: true });
    const line = fc
      .stringMatching(/^[ -~]{0,30}$/)
      .filter((text) => !/[*_~`]/.test(text) && text.trim() !== '');
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const [, inline, ...rest] = markdown.parse(fromMrkdwn(asSlackSends(lines.join('\n'))), {});
        const shown = (inline?.children ?? []).map(({ type, content }) =>
          type === 'softbreak' ? '\n' : content,
        );
        expect(rest.map(({ type }) => type)).toEqual(['paragraph_close']);
        const plain = shown.join('').replaceAll(ZW, '').replaceAll('\u00a0', ' ');
        expect(plain).toBe(lines.map((text) => text.trimEnd()).join('\n'));
      }),
      { numRuns: 500 },
    );
  });
});
