import { isMap, isScalar, Lexer, type Node, type Pair, type YAMLMap } from 'yaml';

/** A piece of a text, by offsets, and what takes its place. */
export type Edit = { start: number; end: number; text: string };

/** A key and its value in a map, by their nodes. */
export type Entry = { map: YAMLMap; at: number; key: Node & { range: Range }; value: Node | null };

type Range = [number, number, number];

function hasRange(node: unknown): node is Node & { range: Range } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'range' in value;
}

/** The entry of `name` in a map; undefined when there is none, or `map` is no map. */
export function entryOf(map: unknown, name: string): Entry | undefined {
  if (!isMap(map)) return undefined;
  const at = map.items.findIndex(({ key }) => isScalar(key) && key.value === name);
  const pair = map.items[at];
  if (!pair || !hasRange(pair.key)) return undefined;
  return { map, at, key: pair.key, value: isNode(pair.value) ? pair.value : null };
}

/** Where the last thing in a node ends that is no comment and no blank line. */
function endOf(node: Node): number {
  if ('items' in node && Array.isArray(node.items) && !('flow' in node && node.flow)) {
    const last: unknown = node.items.at(-1);
    const inner = isNode(last) ? last : pairEnd(last);
    if (typeof inner === 'number') return inner;
    if (inner) return endOf(inner);
  }
  return hasRange(node) ? node.range[1] : 0;
}

function pairEnd(pair: unknown): number | undefined {
  if (typeof pair !== 'object' || pair === null || !('key' in pair)) return undefined;
  const { key, value } = pair as Pair;
  if (isNode(value) && endOf(value) > 0) return endOf(value);
  return hasRange(key) ? key.range[1] : undefined;
}

const entryEnd = ({ key, value }: Entry) => Math.max(key.range[1], value === null ? 0 : endOf(value));

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  if (text[at - 1] === '\n') return at;
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

/** Sent by the lexer before the text of a scalar, which may begin like a comment. */
const SCALAR = '\x1f';

/** The other marks of the lexer that stand for no text. */
const MARKS: readonly string[] = ['\x02', '\x18'];

/** A comment, from its `#`, and where it stands. */
export type Comment = { at: number; text: string };

/** Every comment between two offsets. */
export function commentsIn(text: string, start = 0, end = text.length): Comment[] {
  const found: Comment[] = [];
  let offset = 0;
  let scalar = false;
  for (const token of new Lexer().lex(text)) {
    if (token === SCALAR) scalar = true;
    if (token === SCALAR || MARKS.includes(token)) continue;
    if (!scalar && token.startsWith('#') && offset >= start && offset < end)
      found.push({ at: offset, text: token.trimEnd() });
    scalar = false;
    offset += token.length;
  }
  return found;
}

/** Takes an entry out: its lines in a block map, itself and one comma in a flow map. */
export function removeEntry(text: string, entry: Entry): Edit {
  const { map, at, key } = entry;
  const end = entryEnd(entry);
  if (!map.flow) {
    const bom = text.startsWith('\uFEFF') ? 1 : 0;
    return { start: Math.max(bom, lineStart(text, key.range[0])), end: lineEnd(text, end), text: '' };
  }
  const next = map.items[at + 1]?.key;
  if (hasRange(next)) return { start: key.range[0], end: next.range[0], text: '' };
  const before = pairEnd(map.items[at - 1]);
  return { start: before ?? key.range[0], end, text: '' };
}

/**
 * Takes an entry of a block map out together with what is said of it: the comment lines right above, with no empty line
 * between. One that stands further in than the key belongs to what is before it.
 */
export function removeWithComments(text: string, entry: Entry): Edit {
  const edit = removeEntry(text, entry);
  const keyAt = lineStart(text, entry.key.range[0]);
  const deepest = entry.key.range[0] - keyAt;
  let { start } = edit;
  for (const comment of commentsIn(text, 0, keyAt).reverse()) {
    const line = lineStart(text, comment.at);
    const isAlone = /^[ \t]*$/.test(text.slice(line, comment.at)) && comment.at - line <= deepest;
    if (!isAlone || lineEnd(text, comment.at) !== start) break;
    start = line;
  }
  return { ...edit, start };
}

/** Takes an entry out and leaves the comments that stood in it. */
export function removeButComments(text: string, entry: Entry): Edit {
  const edit = removeEntry(text, entry);
  const left = commentsIn(text, edit.start, edit.end);
  if (left.length === 0) return edit;
  const before = text.slice(lineStart(text, edit.end), edit.end);
  // What follows in a flow map keeps its indentation: it must not stand left of the block around it.
  const rest = entry.map.flow && /^\s*$/.test(before) ? before : '';
  const indent = entry.map.flow ? ' ' : text.slice(edit.start, entry.key.range[0]);
  return { ...edit, text: `${left.map((comment) => `${indent}${comment.text}\n`).join('')}${rest}` };
}

/** Gives an entry another key. */
export function renameEntry({ key }: Entry, name: string): Edit {
  return { start: key.range[0], end: key.range[1], text: name };
}

/** An entry to be written: in block style as lines from column 0, and in flow style. */
export type Written = { lines: readonly string[]; flow: string };

const indented = (lines: readonly string[], indent: string) =>
  lines.map((line) => `${indent}${line}\n`).join('');

/** Puts an entry first into a map; undefined when the map has a shape that leaves no place for it. */
export function insertFirst(text: string, map: YAMLMap, entry: Written): Edit | undefined {
  const first = map.items[0]?.key;
  if (map.flow && map.items.length === 0 && hasRange(map)) {
    const at = map.range[0] + 1;
    return { start: at, end: at, text: ` ${entry.flow} ` };
  }
  if (!hasRange(first)) return undefined;
  const [at] = first.range;
  if (map.flow) return { start: at, end: at, text: `${entry.flow}, ` };
  const start = lineStart(text, at);
  return { start, end: start, text: indented(entry.lines, text.slice(start, at)) };
}

/** Puts lines right above an entry of a block map. */
export function insertAbove(text: string, { key }: Entry, lines: readonly string[]): Edit {
  const bom = text.startsWith('\uFEFF') ? 1 : 0;
  const start = Math.max(bom, lineStart(text, key.range[0]));
  return { start, end: start, text: indented(lines, text.slice(start, key.range[0])) };
}

/** Writes an entry in the place of another, which is gone but for the comments that stood in it. */
export function replaceEntry(text: string, entry: Entry, written: Written): Edit {
  const start = entry.key.range[0];
  if (entry.map.flow) return { start, end: entryEnd(entry), text: written.flow };
  const edit = removeButComments(text, entry);
  return {
    ...edit,
    text: `${edit.text}${indented(written.lines, text.slice(lineStart(text, start), start))}`,
  };
}

/** Gives a key that has no value a map with a single entry. */
export function fillEntry(text: string, entry: Entry, written: Written): Edit {
  const { key, value, map } = entry;
  const [start, end] = value && hasRange(value) ? value.range : [key.range[1], key.range[1]];
  if (start < end || map.flow) return { start, end, text: `${start < end ? '' : ' '}{ ${written.flow} }` };
  const below = lineEnd(text, key.range[1]);
  const indent = text.slice(lineStart(text, key.range[0]), key.range[0]);
  const gap = text[below - 1] === '\n' ? '' : '\n';
  return { start: below, end: below, text: `${gap}${indented(written.lines, `${indent}  `)}` };
}

/** Says that a key has an empty map, before the last entry of its map in block style goes. */
export function emptyMap(text: string, { key }: Entry): Edit {
  const at = text.indexOf(':', key.range[1]) + 1;
  return { start: at, end: at, text: ' {}' };
}

/** Applies edits that do not overlap, with the line breaks of the text. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  return edits
    .map((edit) => ({ ...edit, text: edit.text.replaceAll('\n', lineBreak) }))
    .sort((a, b) => b.start - a.start)
    .reduce((done, edit) => done.slice(0, edit.start) + edit.text + done.slice(edit.end), text);
}
