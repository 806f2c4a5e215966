import { describe, expect, test } from '@jest/globals';
import { fit as fitText } from '../../../src/digest/index.js';

const FILLER = 'More background follows in this sentence. '.repeat(12);

function traces(text: string): number[] {
  const { pointers } = fitText(`${text}\n\n${FILLER}`, { maxChars: 400 });
  return pointers.map(({ kind, count }) => (kind === 'stack trace' ? count : -1));
}

describe('a bare stack trace is one pointer', () => {
  test.each([
    [
      'Python',
      'Traceback (most recent call last):\n  File "/a/b.py", line 3, in <module>\n    run()\n    ^^^^^\nValueError: no',
      5,
    ],
    [
      'Python, an exception by a name of its own',
      'Traceback (most recent call last):\n  File "b.py", line 3, in f\n    g()\nacme.errors.PoolClosed: gone',
      4,
    ],
    [
      'Java',
      'Exception in thread "main" java.lang.IllegalStateException: no\n\tat com.acme.Foo.bar(Foo.java:12)\n\tat com.acme.Main.main(Main.java:3)\nCaused by: java.io.IOException: disk\n\t... 12 more',
      5,
    ],
    [
      'Node',
      'TypeError: x is not a function\n    at run (/a/b.js:1:2)\n    at async main (file:///a/c.mjs:3:4)\n    at /a/d.js:5:6\n    at new Foo (node:internal/x:7:8)',
      5,
    ],
    [
      'Go',
      'panic: runtime error: index out of range\ngoroutine 1 [running]:\nmain.run(0xc000010000, 0x1)\n\t/a/main.go:12 +0x1d\nmain.main()\n\t/a/main.go:5 +0x20',
      6,
    ],
    [
      'Rust',
      "thread 'main' panicked at src/main.rs:2:5:\nstack backtrace:\n   0: std::panicking::begin_panic\n             at /rustc/abc/library/std/src/panicking.rs:5:6\n   1: app::main\nnote: run with `RUST_BACKTRACE=full`",
      6,
    ],
    [
      '.NET',
      'System.InvalidOperationException: no\n   at Acme.Foo.Bar(String a) in C:\\src\\Foo.cs:line 3\n   at Acme.List`1.ForEach(Action`1 action)\n--- End of stack trace from previous location ---',
      4,
    ],
    ['errors alone', 'KeyError: lease\nValueError: no', 2],
  ])('%s', (_, text, count) => {
    expect(traces(text)).toEqual([count]);
  });

  test('between lines of prose, which stay', () => {
    const { text } = fitText(`It said:\nTypeError: x\n    at run (/a/b.js:1:2)\nand went on.\n\n${FILLER}`, {
      maxChars: 400,
    });
    expect(text.startsWith('It said:\n_⟨stack trace: 2 lines⟩_\nand went on.\n\n')).toBe(true);
  });

  test('in a list item, in the line of the item', () => {
    const { text } = fitText(`- it broke\n\n  KeyError: a\n  KeyError: b\n- more\n\n${FILLER}`, {
      maxChars: 400,
    });
    expect(text.startsWith('1. it broke _⟨stack trace: 2 lines⟩_\n2. more\n')).toBe(true);
  });

  test('a fence is code, whatever is in it', () => {
    const { pointers } = fitText(`\`\`\`\nKeyError: a\nKeyError: b\n\`\`\`\n\n${FILLER}`, { maxChars: 400 });
    expect(pointers).toEqual([{ kind: 'code', count: 2 }]);
  });
});

test.each([
  'We met at noon (as agreed).\nWe left at five (too late).',
  'The Error Budget is spent.\nThe exception proves the rule.',
  'Only one line\nKeyError: lease\nis no trace',
  'Look at a.b(c) and\nat the rest of it',
  'Section 2:\nSection 3:',
])('prose is no trace: %s', (text) => {
  expect(traces(text)).toEqual([]);
});

test('a short text keeps its trace', () => {
  expect(fitText('KeyError: a\nKeyError: b', { maxChars: 400 }).text).toBe('KeyError: a\nKeyError: b');
});
