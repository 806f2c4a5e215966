import { expect, test } from '@jest/globals';
import type { Node } from '../../../src/sandbox/page/client/wire.js';
import { drawComment } from '../../../src/sandbox/page/draw-comment.js';

/** The tree as HTML-like text, without the blanks between elements. */
function short(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node === '\n' ? '' : node;
      const to = node.href === undefined ? '' : ` ${node.href}`;
      return `[${node.tag}${to} ${short(node.children)}]`;
    })
    .join('');
}

test.each([
  ['**a** _b_ ~~c~~ `d`', '[p [strong a] [em b] [s c] [code d]]'],
  ['a\nb', '[p a[br ]\nb]'],
  ['- [ ] open\n- [x] done', '[ul [li ☐ open][li ☑ done]]'],
  ['<!-- the-loop:agent-comment -->shown', 'shown'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['a <script>alert(1)</script>', '[p a <script>alert(1)</script>]'],
  ['[x](javascript:alert(1))', '[p [x](javascript:alert(1))]'],
  ['<a href="javascript:alert(1)" onclick="y()">x</a>', '[p x]'],
  ['<a href="https://a.example">x</a>', '[p [a https://a.example x]]'],
  ['https://a.example', '[p [a https://a.example https://a.example]]'],
  ['![alt](https://a.example/x.png)', '[p [a https://a.example/x.png 🖼 alt]]'],
  ['<img src=x onerror=alert(1)>', '🖼 image'],
  ['<details><summary>more</summary>\n\ninside\n\n</details>', '[details [summary more][p inside]]'],
  ['<form action="https://a.example"><input name=a>hi</form>', '<form>hi</form>'],
  ['<custom-tag>kept</custom-tag>', '[p kept]'],
])('%j', (markdown, expected) => {
  expect(short(drawComment(markdown)).trim()).toBe(expected);
});

test('a table keeps how its columns are aligned', () => {
  const json = JSON.stringify(drawComment('| a | b |\n|---|--:|\n| 1 | 2 |'));
  expect(json).toContain('{"tag":"td","children":["2"],"align":"right"}');
  expect(json).toContain('{"tag":"td","children":["1"]}');
});

test('a comment that nests deeper than anybody writes is drawn and does not throw', () => {
  expect(JSON.stringify(drawComment(`${'<div>'.repeat(20_000)}deep`)).length).toBeLessThan(10_000);
  expect(JSON.stringify(drawComment(`${'> '.repeat(5_000)}deep`)).length).toBeLessThan(20_000);
});
