import { describe, expect, test } from '@jest/globals';
import { fit as fitText, toMrkdwn } from '../../../src/digest/index.js';

const FILLER = 'More background follows in this sentence. '.repeat(12);
const digestOf = (text: string) => fitText(`${text}\n\n${FILLER}`, { maxChars: 400 });

describe('HTML is drawn', () => {
  test.each([
    [
      'a fold opens, its summary a bold line',
      '<details><summary>S <code>c</code></summary>\n\n- a\n\n</details>',
      '*S `c`*\n\n• a',
    ],
    ['a summary with Markdown in it', '<details><summary>\n\n**a** b\n\n</summary>c</details>', '*a b*\n\nc'],
    ['breaks break', 'a<br>b<br/>c', 'a\nb\nc'],
    [
      'inline tags are marks or nothing',
      '<b>a</b> <em>b</em> <del>c</del> <kbd>d</kbd> H<sub>2</sub>O',
      '*a* _b_ ~c~ d H2O',
    ],
    ['code is code', 'the <code>a_b</code> and <tt>c</tt>', 'the `a_b` and `c`'],
    ['a block of code is fenced', '<pre>\na\n  <b>b</b> &lt;\n</pre>', '```\na\n  b &lt;\n```'],
    ['lists are lists', '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>', '• a\n• b\n    1. c'],
    ['items need no end', '<ul>\n<li>a\n<li>b\n</ul>', '• a\n• b'],
    ['a list begins where its author says', '<ol start="3"><li>a<li>b</ol>', '3. a\n4. b'],
    ['but at no number that is none', '<ol start="-1e9"><li>a<li>b</ol>', '1. a\n2. b'],
    ['words in a list before its items', '<ul>intro<li>a</li><li>b</li></ul>', 'intro\n\n• a\n• b'],
    ['words in a list behind an item', '<ul><li>a</li>more<li>b</li>end</ul>', '• a\n   more\n• b\n   end'],
    ['a list right in a list', '<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>', '• a\n    ◦ b\n• c'],
    ['a list without items', '<ul>intro</ul>', 'intro'],
    ['headings are bold lines', '<h3 align="center">a <i>b</i></h3>', '*a _b_*'],
    ['quotes are quotes', '<blockquote>a</blockquote>', '> a'],
    [
      'a plain table is a table',
      '<table><tr><th>a<th>b<tr><td>c<td>d</table>',
      '```\na | b\n--|--\nc | d\n```',
    ],
    ['a table of blocks is its blocks', '<table><tr><td>\n\n- a\n\n</td><td>b</td></tr></table>', '• a\n\nb'],
    ['a table that never ends is its words', '<table><tr><td>\n\na\n', 'a'],
    [
      'nor does a quote that never ends make one',
      '<table><tr><td><blockquote>a</td></tr></table>',
      '```\na\n```',
    ],
    ['a tag that never ends is text', '<div class="a\nb', '&lt;div class="a\nb'.replace('\n', ' ')],
    ['comments vanish, over blank lines too', 'a\n\n<!-- b\n\nc -->\n\nd', 'a\n\nd'],
    ['words about tags stay', 'the <title> and <script> tags', 'the &lt;title&gt; and &lt;script&gt; tags'],
    ['tags that only hide themselves', '<title>a</title>\n\nb', 'a\n\nb'],
  ])('%s', (_, markdown, mrkdwn) => {
    expect(toMrkdwn(markdown)).toBe(mrkdwn);
  });
});

describe('HTML in a digest', () => {
  test('words in a list, but in no item, are no choice', () => {
    const { choices } = digestOf('Which?\n\n<ul>You can take:<li>a</li><li>b</li></ul>');
    expect(choices.map(({ label }) => label)).toEqual(['a', 'b']);
  });

  test('a table is a pointer that counts its body rows, with what stands in it', () => {
    const table =
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr>\n<tr><td>\n\nIs c hidden?\n\n</td></tr></tbody></table>';
    const { text, ask, pointers } = digestOf(table);
    expect(text.startsWith('_⟨table: 2 rows⟩_\n')).toBe(true);
    expect(ask).toBeUndefined();
    expect(pointers).toEqual([{ kind: 'table', count: 2 }]);
  });

  test('a table that never ends hides nothing', () => {
    const { ask } = digestOf('<table><tr><td>\n\nIs this shown?');
    expect(ask).toBe('Is this shown?');
  });

  test('a question in a comment does not ask', () => {
    expect(digestOf('a <!-- Is it? --> b\n\n<!--\n\nIs it?\n\n-->').ask).toBeUndefined();
  });

  test('an instruction in HTML asks', () => {
    expect(digestOf('<p>Then reply <code>go</code> here.</p>').ask).toBe('Then reply go here.');
  });

  test('a list can be chosen from', () => {
    const { choices } = digestOf('Which?\n\n<ul><li>a</li><li>b</li></ul>');
    expect(choices.map(({ label }) => label)).toEqual(['a', 'b']);
  });
});
