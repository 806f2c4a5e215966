/** @type {(unit: string) => (size: number) => string} */
const repeat = (unit) => (size) => unit.repeat(Math.floor(size / unit.length));

/** `head(n)` pieces, then `tail(n)` pieces, together about `size` characters. */
const twoParts = (first, second) => (size) => {
  const count = Math.floor(size / (first.length + second.length));
  return first.repeat(count) + second.repeat(count);
};

/** Backtick runs of length 1, 2, 3 and so on, each different from the others. */
const ladder = (size) => {
  let text = '';
  for (let length = 1; text.length < size; length++) text += `${'`'.repeat(length)} a `;
  return text;
};

/** Each line one step further in. */
const staircase = (marker, step) => (size) => {
  const lines = [];
  let length = 0;
  for (let depth = 0; length < size; depth++) {
    const line = `${' '.repeat((depth * step) % 400)}${marker} a`;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
};

const lettered = (size) => {
  const lines = [];
  for (let at = 0; at * 8 < size; at++) lines.push(`${String.fromCharCode(65 + (at % 26))}) pick`);
  return lines.join('\n');
};

/** A list of one item after another, each with the next number and `between` behind it. */
const countingOn = (between) => (size) => {
  let text = 'Which?\n\n';
  for (let at = 1; text.length < size; at++) text += `${at}. a\n${between}\nb\n\n`;
  return text;
};

const table = (row) => (size) => `| a | b |\n|---|---|\n${repeat(row)(size)}`;

const wideTable = (size) => {
  const columns = Math.floor(size / 8);
  return `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'x\n'.repeat(Math.floor(size / 4))}`;
};

const longCell = (size) =>
  `| a | b |\n|---|---|\n| ${'x'.repeat(size / 2)} | y |\n${repeat('| a | b |\n')(size / 2)}`;

/** Crafted text that makes a careless parser slow: `make(size)` gives about `size` characters of it. */
export const families = [
  { name: 'unclosed strong', make: repeat('**a ') },
  { name: 'unclosed emphasis', make: repeat('*a_ ') },
  { name: 'alternating marks', make: repeat('*a _b ~c ') },
  { name: 'closing marks only', make: repeat('a** b_ ') },
  { name: 'mixed mark runs', make: repeat('a***b__c~~') },
  { name: 'one run of stars', make: repeat('*') },
  { name: 'tildes', make: repeat('~a~~b ') },
  { name: 'literal stars', make: repeat('\\*a\\* ') },
  { name: 'opening brackets', make: repeat('[') },
  { name: 'bracket pairs', make: twoParts('[', ']') },
  { name: 'link openers', make: repeat('[a](') },
  { name: 'link openers with angle', make: repeat('[a](<b') },
  { name: 'link openers with title', make: repeat('[a](b "') },
  { name: 'image openers', make: repeat('![a](') },
  { name: 'nested images', make: twoParts('![', '](u)') },
  { name: 'links', make: repeat('[a](https://b.example) ') },
  { name: 'nested quotes', make: repeat('> ') },
  { name: 'quotes a line deeper', make: staircase('>', 1) },
  { name: 'quoted lines', make: repeat('> a\n') },
  { name: 'deep quoted lines', make: repeat(`${'> '.repeat(120)}a\n`) },
  { name: 'nested bullets', make: repeat('- ') },
  { name: 'nested numbers', make: repeat('1. ') },
  { name: 'bullets a line deeper', make: staircase('-', 2) },
  { name: 'empty items', make: repeat('-\n') },
  { name: 'items with fences', make: repeat('- ```\n') },
  { name: 'unclosed fences', make: repeat('```\na\n\n~~~\n') },
  { name: 'backtick ladder', make: ladder },
  { name: 'unmatched backticks', make: repeat('`a ``b ```') },
  { name: 'table rows', make: table('| a | b |\n') },
  { name: 'table rules', make: repeat('|-') },
  { name: 'table rules in lines', make: repeat('a | b\n-|-\n') },
  { name: 'wide table with short rows', make: wideTable },
  { name: 'table with one long cell', make: longCell },
  { name: 'comment openers', make: repeat('a <!-- ') },
  { name: 'comment openers on lines', make: repeat('<!--\n\n') },
  { name: 'tag openers', make: repeat('<a b="') },
  { name: 'tag openers with names', make: repeat('<div a ') },
  { name: 'nested tags', make: twoParts('<b>', '</i>') },
  { name: 'nested divs', make: repeat('<div>\n') },
  { name: 'nested html lists', make: repeat('<ul><li>\n') },
  { name: 'nested html tables', make: twoParts('<table><tr><td>\n', '</td></tr></table>\n') },
  { name: 'details', make: repeat('<details><summary>a</summary>\n\nb\n\n</details>\n\n') },
  { name: 'filtered tags', make: repeat('a <title> ') },
  { name: 'filtered tags in a block', make: repeat('<style>\n\n<title>\n') },
  { name: 'declarations', make: repeat('a <!x <? <![CDATA[ ') },
  { name: 'entities', make: repeat('&amp;&lt;&x;') },
  { name: 'ampersands', make: repeat('&') },
  { name: 'angle autolinks', make: repeat('<https://a.example> ') },
  { name: 'bare urls', make: repeat('https://a.example/b ') },
  { name: 'a url of urls', make: repeat('https://a.example/(b') },
  { name: 'scheme colons', make: repeat('http://') },
  { name: 'e-mail signs', make: repeat('a@') },
  { name: 'e-mail addresses', make: repeat('a@b.example ') },
  { name: 'www', make: repeat('www.') },
  { name: 'www with underscores', make: repeat('www._') },
  { name: 'www in a domain that is none', make: repeat('a_www.b_c') },
  { name: 'www and faces', make: repeat('www.a_b😀') },
  { name: 'www behind a letter', make: repeat('é_www.') },
  { name: 'colons and slashes', make: repeat('://') },
  { name: 'colons and slashes behind letters', make: repeat('a:// ') },
  { name: 'schemes that are none', make: repeat('xhttp://') },
  { name: 'reference definitions', make: repeat('[a]: b\n') },
  { name: 'reference definitions with open titles', make: repeat("[a]: b 'c\n") },
  { name: 'reference uses', make: (size) => `[a]: https://b.example\n\n${repeat('[a][a] [a')(size)}` },
  { name: 'footnotes', make: repeat('[^a]: b\n') },
  { name: 'lettered lines', make: lettered },
  { name: 'letters within marks', make: repeat('**A) a\nB) b** `c\n') },
  { name: 'letters within comments', make: repeat('A) a <!-- \nB) b --> \\\n') },
  { name: 'lists that count on', make: countingOn('') },
  { name: 'lists that count on over bullets', make: countingOn('- b\n') },
  { name: 'lists under titles', make: repeat('**a** b\n- c\n\nWhich?\n\n') },
  { name: 'headings alone', make: repeat('# a\n') },
  { name: 'broadcasts in pieces', make: repeat('@[here](x)') },
  { name: 'link labels with marks', make: repeat('[*a`](http://x.example) ') },
  { name: 'pictures without words', make: repeat('![](http://x.example/a.png)') },
  { name: 'accents without end', make: repeat('\u0301') },
  { name: 'flags without end', make: repeat('\u{1F1E9}') },
  { name: 'stray words in HTML lists', make: repeat('<ul>a<li>b') },
  { name: 'trace lines', make: repeat('  File "/a/b.py", line 1\n    x()\n') },
  { name: 'trace-like lines', make: repeat('Error at at at a.b(\n') },
  { name: 'trace-like line of dots', make: (size) => `at a\nat ${repeat('a.')(size)}` },
  { name: 'trace-like line of colons', make: (size) => `1: a\n1: ${repeat('a::')(size)}  !` },
  { name: 'trace-like line of blanks', make: (size) => `1: a::b\n1: a::b${repeat(' ')(size)}!` },
  { name: 'trace-like blanks before colons', make: (size) => `panic\n0:${repeat(' ')(size)}::!\nx` },
  { name: 'trace-like tabs before colons', make: (size) => `panic\n0:${repeat('\t')(size)}::!\nx` },
  { name: 'trace-like controls before colons', make: (size) => `panic\n0:${repeat('\x01')(size)}::!\nx` },
  { name: 'path-like run', make: repeat('/a') },
  { name: 'paths', make: repeat(' /a/b/c') },
  { name: 'backslash paths', make: repeat('C:\\a\\') },
  { name: 'question marks', make: repeat('?') },
  { name: 'notes behind questions', make: repeat('?[1]¹¹¹a') },
  { name: 'notes within notes', make: repeat('?[?]') },
  { name: 'open asides', make: repeat('a (b "c? ') },
  { name: 'dots', make: repeat('a. ') },
  { name: 'setext rules', make: repeat('a\n-\n') },
  { name: 'one long line', make: repeat('lorem ipsum dolor sit amet ') },
  { name: 'one long word', make: repeat('x') },
  { name: 'one line of blanks', make: repeat(' ') },
  { name: 'blank lines', make: repeat('\n') },
  { name: 'tabs', make: repeat('\t- a\n') },
  { name: 'hard breaks', make: repeat('a  \n') },
  { name: 'tags that break', make: (size) => `${repeat('<br>')(size)}a?` },
  { name: 'backslashes that break', make: (size) => `${repeat('\\\n')(size)}a?` },
  { name: 'line separators', make: (size) => `a${repeat('\u2028')(size)}?` },
  { name: 'surrogate halves', make: repeat('\uD83D') },
];

const SENTENCES = [
  'The suite is green on both machines, and the two slow cases are gone.',
  'I moved the check to where the value is read, because three callers had forgotten it.',
  'The run took **4 min 12 s**, of which `npm ci` needed a third (see [the log](https://ci.example.com/runs/4711)).',
  'Nothing else depends on the old name, e.g. the nightly job reads the file by its number.',
  'If the cache is cold it is slower, but never wrong.',
];

/** Blocks with a blank line between them, `size` characters in all. */
function joined(size, blockAt) {
  const blocks = [];
  let length = 0;
  for (let at = 0; length < size; at++) {
    const block = blockAt(at);
    blocks.push(block);
    length += block.length + 2;
  }
  return blocks.join('\n\n').slice(0, size);
}

const paragraph = (at) => SENTENCES.map((_, n) => SENTENCES[(n + at) % 5]).join(' ');

/** About `size` characters of ordinary prose. */
export const prose = (size) => joined(size, (at) => (at % 8 === 0 ? `## Part ${at / 8 + 1}` : paragraph(at)));

const BLOCKS = [
  '### What I found',
  'The check stood in three callers, so `parseRef` let **an empty name** through (see [the run](https://ci.example.com/runs/4711)).',
  '1. **Move it** to where the value is read, and drop the three.\n2. Keep it, and add a *fourth*.\n3. Ask the service: it knows `kind` as well.',
  "```ts\nexport function parseRef(text: string): Ref | undefined {\n  const [kind, name] = text.split(':');\n  if (name === undefined || name === '') return undefined;\n  return { kind, name };\n}\n```",
  '| file | before | after |\n| --- | ---: | ---: |\n| `ref.ts` | 41 | 38 |\n| `reader.ts` | 210 | 204 |\n| `nightly.ts` | 97 | 97 |',
  '> the nightly job reads the file by its number\n\nwhich is so since 2024, and nothing else depends on it.',
  '- [x] the suite is green on both machines\n- [ ] the two slow cases are gone\n  - one waits for #512\n- the cache: slower when cold, never wrong',
];

/** About `size` characters of what agents write on tickets: headings, lists, code, tables, quotes and prose between them. */
export const comments = (size) => joined(size, (at) => BLOCKS[at % BLOCKS.length]);
