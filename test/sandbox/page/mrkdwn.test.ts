import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { plainWords } from '../../../src/sandbox/page/client/mrkdwn/plain.js';
import { readMrkdwn } from '../../../src/sandbox/page/client/mrkdwn/read.js';
import type { Inline } from '../../../src/sandbox/page/client/mrkdwn/tree.js';

/** A tree in short: `bold[…]`, `code[…]`, `|` for a line's end. */
function short(node: Inline): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'code':
      return `code[${node.text}]`;
    case 'link':
      return `link[${node.label} → ${node.url}]`;
    case 'user':
    case 'channel':
      return `${node.kind}[${node.id}]`;
    case 'broadcast':
      return `broadcast[${node.name}]`;
    case 'date':
      return `date[${node.seconds} ${node.format} ${node.fallback}]`;
    case 'emoji':
      return `emoji[${node.name}]`;
    case 'break':
      return '|';
    default:
      return `${node.kind}[${node.children.map(short).join('')}]`;
  }
}

const drawn = (text: string) =>
  readMrkdwn(text).map((block) =>
    block.kind === 'fence'
      ? `fence[${block.text}]`
      : `${block.kind === 'quote' ? 'quote:' : ''}${block.children.map(short).join('')}`,
  );

describe('mrkdwn is read as Slack reads it', () => {
  test.each([
    ['*bold* _italic_ ~strike~ `code`', ['bold[bold] italic[italic] strike[strike] code[code]']],
    ['*bold _and italic_*', ['bold[bold italic[and italic]]']],
    ['foo*bar*baz and a*b and 2 * 3 * 4', ['foo*bar*baz and a*b and 2 * 3 * 4']],
    ['日*本*語', ['日*本*語']],
    ['日\u200B*本*\u200B語', ['日\u200Bbold[本]\u200B語']],
    ['snake_case_name and _a', ['snake_case_name and _a']],
    ['*over\nlines*', ['*over|lines*']],
    ['*a `b*` c*', ['bold[a code[b*] c]']],
    ['** and __ and ~~', ['** and __ and ~~']],
    ['one\ntwo', ['one|two']],
    ['&lt;b&gt; &amp;amp; &quot;', ['<b> &amp; &quot;']],
    ['<https://a.example/?x=1&amp;y=2|a &lt;b&gt;>', ['link[a <b> → https://a.example/?x=1&y=2]']],
    ['<https://a.example>', ['link[https://a.example → https://a.example]']],
    ['<mailto:a@b.example|write>', ['link[write → mailto:a@b.example]']],
    ['<javascript:alert(1)|click>', ['<javascript:alert(1)|click>']],
    ['<https://a.example%7Cb|c>', ['c']],
    [
      '<@U0ALICE> <#C1|dev> <!here> <!subteam^S1|@team>',
      ['user[U0ALICE] channel[C1] broadcast[here] broadcast[@team]'],
    ],
    [
      '<!date^1700000000^{date_short_pretty}, {time}|then>',
      ['date[1700000000 {date_short_pretty}, {time} then]'],
    ],
    [':tada: 10:30:15 :no such:', ['emoji[tada] 10emoji[30]15 :no such:']],
    ['> quoted\n&gt; too\nnot', ['quote:quoted|too', 'not']],
    ['a\n```\nx < y\n*no*\n```\nb', ['a', 'fence[x < y\n*no*]', 'b']],
    ['``` one', ['``` one']],
    ['text ```in line``` more', ['text ', 'fence[in line]', ' more']],
    ['', []],
  ])('%j', (text, expected) => {
    expect(drawn(text)).toEqual(expected);
  });

  test('no text is lost and none throws, whatever it is', () => {
    const piece = fc.constantFrom(
      '*',
      '_',
      '~',
      '`',
      '```',
      '<',
      '>',
      '&lt;',
      '|',
      '\n',
      ' ',
      'a',
      'é',
      '日',
      '😀',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const words = plainWords(pieces.join(''));
        const letters = (text: string) => text.replace(/&lt;/g, '').replace(/[^aé日😀]/gu, '');
        expect(letters(words)).toBe(letters(pieces.join('')));
      }),
      { numRuns: 2_000 },
    );
  });

  test('3,000 characters of marks take no time', () => {
    const before = process.cpuUsage();
    for (const mark of ['*a ', '_a', '<a', '`a', '~*_', ':a', '> *a\n']) {
      readMrkdwn(mark.repeat(3_000 / mark.length));
    }
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  });
});

test('a notification shows the words alone', () => {
  expect(plainWords('*Which one?*\n\n1. `a` &amp; <https://x.example|b> :tada:\n```\ncode\n```')).toBe(
    'Which one?\n\n1. a & b 🎉\ncode',
  );
});
