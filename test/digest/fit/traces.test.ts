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
    [
      'Python, with a source of many lines',
      'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    foo(\n    ~~~^\n        a,\n        ^^\n    )\n    ^\nValueError',
      9,
    ],
    [
      'Python, an exception without a telling name',
      'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    raise Exception("x")\nException: x',
      4,
    ],
    [
      'Python, a name that is no error',
      'Traceback (most recent call last):\n  File "<stdin>", line 1, in <module>\nStopIteration',
      3,
    ],
    ['Node, a bare Error', 'Error: boom\n    at foo (/a/b.js:1:2)', 2],
    [
      'Node, a code and fields',
      "Error [ERR_X]: no\n    at foo (/a/b.js:1:2)\n    at Object.<anonymous> (/a/c d (x86)/e.js:3:4) {\n  code: 'ERR_X',\n  [cause]: Error: inner\n      at bar (/a/b.js:5:6) {\n    errno: -2\n  }\n}",
      9,
    ],
    [
      'a browser, a promise',
      'Uncaught (in promise) TypeError: x\n    at https://x.example/a.js:1:2\n    at async run (https://x.example/a.js:3:4)',
      3,
    ],
    [
      'Rust since 1.73',
      "thread 'main' panicked at src/main.rs:2:5:\nindex out of bounds: the len is 3 but the index is 99\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
      3,
    ],
    [
      'Rust, frames without a path and with types',
      "thread 'main' panicked at src/main.rs:2:5:\nassertion `left == right` failed\n  left: 1\n right: 2\nstack backtrace:\n   0: rust_begin_unwind\n             at /rustc/abc/library/std/src/panicking.rs:5:6\n   1: <alloc::boxed::Box<F,A> as core::ops::function::FnOnce<Args>>::call_once\n   2: 0x55e4 - main",
      9,
    ],
    [
      '.NET, not handled',
      'Unhandled exception. System.InvalidOperationException: x\n ---> System.IO.IOException: y\n   at A.Main(String[] args) in /a/b.cs:line 12',
      3,
    ],
    [
      'Go, a goroutine by whom it was made',
      'goroutine 5 [running]:\nmain.f()\n\t/a/b.go:12 +0x1d\ncreated by main.g in goroutine 5\n\t/a/b.go:20',
      5,
    ],
    [
      'Java, a name of its own behind a log prefix',
      '12:00 ERROR [main]  com.acme.FooException: no\n\tat java.base/java.lang.Thread.run(Thread.java:829) ~[?:?]\n\tat com.acme.Foo$$Lambda$14/0x01.run(Unknown Source)',
      3,
    ],
    ['Java, a name that tells nothing', 'com.acme.PoolClosed: gone\n\tat com.acme.Pool.get(Pool.java:1)', 2],
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
    const { text } = fitText(`- it broke\n\n  KeyError: a\n      at run (/a/b.js:1:2)\n- more\n\n${FILLER}`, {
      maxChars: 400,
    });
    expect(text.startsWith('1. it broke _⟨stack trace: 2 lines⟩_\n2. more\n')).toBe(true);
  });

  test('an exception group is one trace', () => {
    const group =
      '  + Exception Group Traceback (most recent call last):\n  |   File "a.py", line 1, in <module>\n  |     raise ExceptionGroup("x", [])\n  | ExceptionGroup: x (1 sub-exception)\n  +-+---------------- 1 ----------------\n    | Traceback (most recent call last):\n    |   File "a.py", line 3, in f\n    |     raise ValueError(1)\n    | ValueError: 1\n    +------------------------------------';
    expect(traces(group)).toEqual([10]);
    expect(traces(`It said:\n${group}`)).toEqual([10]);
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
  'ConfigError: Should I create it?\nParseError: Shall I stop?',
  'KeyError: lease\nValueError: no',
  'Caused by: the move.\nCaused by: the rename.',
  'panic: none\npanic: none',
  'at a.b.c(1) we stopped.\nat d.e.f(2) we went on.',
  '1: call a::b twice\n2: call c::d once',
])('prose is no trace: %s', (text) => {
  expect(traces(text)).toEqual([]);
});

describe('nothing that is hidden or marked is cut in two', () => {
  const TRACE = 'Error: boom\n    at foo (/a/b.js:1:2)';

  test('a trace in a comment stays hidden', () => {
    const { text, pointers } = fitText(`Before <!-- hidden\n${TRACE}\n--> after.\n\n${FILLER}`, {
      maxChars: 400,
    });
    expect(text.startsWith('Before  after.')).toBe(true);
    expect(text).not.toMatch(/boom|hidden|--/);
    expect(pointers).toEqual([]);
  });

  test.each([
    ['a link', `See [the\n${TRACE}\nof it](https://x.example) here.`],
    ['bold words', `**See\n${TRACE}\nof it** here.`],
    ['a code span', `\`See\n${TRACE}\nof it\` here.`],
    ['a tag', `<b>See\n${TRACE}\nof it</b> here.`],
  ])('%s', (_, text) => {
    expect(traces(text)).toEqual([]);
  });

  test('a mark around a whole trace goes with it', () => {
    expect(traces(`See:\n**${TRACE}**\nand so on`)).toEqual([2]);
  });

  test('what follows a comment in a frame stays hidden', () => {
    const { text } = fitText(`${TRACE}\n    at bar (/a.js:1:2)\nx <!-- hidden\nmore --> shown\n\n${FILLER}`, {
      maxChars: 400,
    });
    expect(text.startsWith('_⟨stack trace: 3 lines⟩_\nx  shown')).toBe(true);
  });

  test('the backtick of a generic type ends no trace', () => {
    const text = 'System.X: no\n   at A.B`1.C(Int32 x)\n   at A.D`1.E()\n   at A.F`1.G()\nThat is `all`.';
    expect(traces(text)).toEqual([4]);
  });
});

test('a short text keeps its trace', () => {
  expect(fitText('KeyError: a\nKeyError: b', { maxChars: 400 }).text).toBe('KeyError: a\nKeyError: b');
});
