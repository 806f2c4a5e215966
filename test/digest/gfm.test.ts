import { describe, expect, test } from '@jest/globals';
import { toMrkdwn } from '../../src/digest/index.js';
import { wordsOfHtml, wordsOfMrkdwn } from './support/visible.js';

interface Example {
  readonly title: string;
  readonly markdown: string;
  /** What GitHub's published rules make of it. */
  readonly html: string;
}

const TABLES: readonly Example[] = [
  {
    title: 'a head and a body',
    markdown: '| tree | age |\n| --- | --- |\n| oak | 400 |\n',
    html: '<table><thead><tr><th>tree</th><th>age</th></tr></thead><tbody><tr><td>oak</td><td>400</td></tr></tbody></table>',
  },
  {
    title: 'columns that do not line up, with alignment and no outer pipes',
    markdown: '| long head | x |\n:-: | -----------:\na | b\n',
    html: '<table><tr><th>long head</th><th>x</th></tr><tr><td>a</td><td>b</td></tr></table>',
  },
  {
    title: 'an escaped pipe in words and in code',
    markdown: '| f\\|oo |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n',
    html: '<table><tr><th>f|oo</th></tr><tr><td>b <code>|</code> az</td></tr><tr><td>b <strong>|</strong> im</td></tr></table>',
  },
  {
    title: 'a quote ends a table',
    markdown: '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n',
    html: '<table><tr><th>abc</th><th>def</th></tr><tr><td>bar</td><td>baz</td></tr></table><blockquote><p>bar</p></blockquote>',
  },
  {
    title: 'a line without pipes is a row, a blank line ends the table',
    markdown: '| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar\n',
    html: '<table><tr><th>abc</th><th>def</th></tr><tr><td>bar</td><td>baz</td></tr><tr><td>bar</td><td></td></tr></table><p>bar</p>',
  },
  {
    title: 'a head of another width than the rule makes no table',
    markdown: '| abc | def |\n| --- |\n| bar |\n',
    html: '<p>| abc | def | | --- | | bar |</p>',
  },
  {
    title: 'missing cells are empty and surplus cells are dropped, as on GitHub',
    markdown: '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n',
    html: '<table><tr><th>abc</th><th>def</th></tr><tr><td>bar</td><td></td></tr><tr><td>bar</td><td>baz</td></tr></table>',
  },
  {
    title: 'a table without a body',
    markdown: '| abc | def |\n| --- | --- |\n',
    html: '<table><tr><th>abc</th><th>def</th></tr></table>',
  },
];

const OTHERS: readonly Example[] = [
  {
    title: 'two tildes and one tilde strike',
    markdown: '~~Hi~~ Hello, ~there~ world!\n',
    html: '<p><del>Hi</del> Hello, <del>there</del> world!</p>',
  },
  {
    title: 'a strike does not reach over paragraphs',
    markdown: 'This ~~has a\n\nnew paragraph~~.\n',
    html: '<p>This ~~has a</p><p>new paragraph~~.</p>',
  },
  {
    title: 'three tildes do not strike',
    markdown: 'This will ~~~not~~~ strike.\n',
    html: '<p>This will ~~~not~~~ strike.</p>',
  },
  {
    title: 'www links take the path and leave the punctuation',
    markdown: 'Visit www.commonmark.org/help for more. And www.commonmark.org/a.b.\n',
    html: '<p>Visit <a>www.commonmark.org/help</a> for more. And <a>www.commonmark.org/a.b</a>.</p>',
  },
  {
    title: 'parentheses around and inside links',
    markdown: '(www.google.com/search?q=Markup+(business)))\n\nwww.google.com/search?q=(business))+ok\n',
    html: '<p>(<a>www.google.com/search?q=Markup+(business)</a>))</p><p><a>www.google.com/search?q=(business))+ok</a></p>',
  },
  {
    title: 'an entity at the end of a link is not of it',
    markdown: 'www.google.com/search?q=commonmark&hl=en\n\nwww.google.com/search?q=commonmark&hl;\n',
    html: '<p><a>www.google.com/search?q=commonmark&amp;hl=en</a></p><p><a>www.google.com/search?q=commonmark</a>&amp;hl;</p>',
  },
  {
    title: 'a less-than sign ends a link',
    markdown: 'www.commonmark.org/he<lp\n',
    html: '<p><a>www.commonmark.org/he</a>&lt;lp</p>',
  },
  {
    title: 'schemes and e-mail addresses',
    markdown:
      'http://commonmark.org\n\n(Visit https://encrypted.google.com/search?q=Markup+(business))\n\nhello@mail+xyz.example and hello+xyz@mail.example, a.b-c_d@a.b.\n\na.b-c_d@a.b- a.b-c_d@a.b_\n',
    html: '<p><a>http://commonmark.org</a></p><p>(Visit <a>https://encrypted.google.com/search?q=Markup+(business)</a>)</p><p>hello@mail+xyz.example and <a>hello+xyz@mail.example</a>, <a>a.b-c_d@a.b</a>.</p><p>a.b-c_d@a.b- a.b-c_d@a.b_</p>',
  },
  {
    title: 'task boxes',
    markdown: '- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim\n',
    html: '<ul><li><input type="checkbox"> foo<ul><li>bar</li><li>baz</li></ul></li><li>bim</li></ul>',
  },
  {
    title: 'disallowed tags are shown, others are not',
    markdown:
      '<strong> <title> <style> <em>\n\n<blockquote>\n  <xmp> is disallowed.  <XMP> is also disallowed.\n</blockquote>\n',
    html: '<p><strong> &lt;title> &lt;style> <em></p><blockquote>&lt;xmp> is disallowed. &lt;XMP> is also disallowed.</blockquote>',
  },
];

describe('GFM keeps its words', () => {
  test.each([...TABLES, ...OTHERS])('$title', ({ markdown, html }) => {
    expect(wordsOfMrkdwn(toMrkdwn(markdown)).filter(notRule)).toEqual(wordsOfHtml(html).filter(notRule));
  });
});

/** The lines we draw between and below cells are no words. */
function notRule(word: string): boolean {
  return !/^[|-]+$/.test(word);
}

describe('GFM is drawn', () => {
  test.each([
    ['https://example.com/a_b', '<https://example.com/a_b>'],
    ['see https://example.com/__tests__/x.', 'see <https://example.com/__tests__/x>.'],
    ['www.example.com/x', '<http://www.example.com/x|www.example.com/x>'],
    ['me@example.com', '<mailto:me@example.com|me@example.com>'],
    ['xhttp://example.com', 'xhttp://example.com'],
    ['[a https://b.example c](https://d.example)', '<https://d.example|a https://b.example c>'],
    ['ftp://example.com/x', 'ftp://example.com/x'],
    ['1. [x] done\n2. [ ] open', '1. ☑ done\n2. ☐ open'],
    ['- [x]no blank', '• [x]no blank'],
    ['~a ~~b~ c~~', '~a ~~b~ c~~'],
  ])('%s', (markdown, mrkdwn) => {
    expect(toMrkdwn(markdown).replaceAll('\u200B', '')).toBe(mrkdwn);
  });
});
