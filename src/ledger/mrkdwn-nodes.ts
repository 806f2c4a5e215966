import { asSlackSends, decodeEntities, readSlackToken } from './slack-token.js';

/** A mark that may begin or end emphasis; alone it is the character itself. */
export type MarkNode = {
  readonly kind: 'mark';
  readonly mark: '*' | '_' | '~';
  readonly opens: boolean;
  readonly closes: boolean;
};

export type MrkdwnNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'fence'; readonly text: string }
  | { readonly kind: 'link'; readonly url: string; readonly label: string | undefined }
  | { readonly kind: 'break' }
  | MarkNode;

const FENCE = '```';
const WORD = /[\p{L}\p{N}]/u;
const SPACE = /\s/;

/**
 * Takes Slack's mrkdwn apart. `text` comes clean (see `cleanText`), with `\n` as its only line break. Entities are
 * decoded in what comes out. One pass: nothing is looked at more than a fixed number of times.
 */
export function parseMrkdwn(text: string): MrkdwnNode[] {
  const nodes: MrkdwnNode[] = [];
  const lastFence = text.lastIndexOf(FENCE);
  let words = '';
  let at = 0;
  const push = (node: MrkdwnNode): void => {
    if (words !== '') nodes.push({ kind: 'text', text: decodeEntities(words) });
    words = '';
    nodes.push(node);
  };
  while (at < text.length) {
    const character = text[at] ?? '';
    const span = readSpan(text, at, lastFence);
    if (span !== undefined) {
      push(span.node);
      at = span.end;
    } else if (character === '\n') {
      push({ kind: 'break' });
      at += 1;
    } else if (character === '*' || character === '_' || character === '~') {
      push(readMark(text, at, character));
      at += 1;
    } else {
      // A run of backticks that begins no code goes in one step, so it is not tried again from its middle.
      const run = text.startsWith(FENCE, at) ? FENCE.length : 1;
      words += text.slice(at, at + run);
      at += run;
    }
  }
  if (words !== '') nodes.push({ kind: 'text', text: decodeEntities(words) });
  return nodes;
}

type Span = { readonly node: MrkdwnNode; readonly end: number };

function readSpan(text: string, at: number, lastFence: number): Span | undefined {
  if (text[at] === '<') return readAngle(text, at);
  if (text[at] !== '`') return undefined;
  if (!text.startsWith(FENCE, at)) return readCode(text, at);
  const start = at + FENCE.length;
  if (lastFence < start) return undefined;
  const end = text.indexOf(FENCE, start);
  const content = text.slice(start, end);
  if (content.trim() === '') return undefined;
  return { node: { kind: 'fence', text: shownInCode(content) }, end: end + FENCE.length };
}

function readCode(text: string, at: number): Span | undefined {
  let end = at + 1;
  while (end < text.length && text[end] !== '`' && text[end] !== '\n') end += 1;
  if (text[end] !== '`' || end === at + 1) return undefined;
  return { node: { kind: 'code', text: shownInCode(text.slice(at + 1, end)) }, end: end + 1 };
}

function readAngle(text: string, at: number): Span | undefined {
  let end = at + 1;
  while (end < text.length && text[end] !== '<' && text[end] !== '>' && text[end] !== '\n') end += 1;
  if (text[end] !== '>' || end === at + 1) return undefined;
  const token = readSlackToken(text.slice(at + 1, end));
  return { node: token.kind === 'link' ? token : { kind: 'text', text: token.text }, end: end + 1 };
}

/** Slack wraps URLs and mentions inside code too; a person saw only their words. */
function shownInCode(raw: string): string {
  return decodeEntities(
    raw.replace(/<([^<>\n]+)>/g, (_all, inner: string) => {
      const token = readSlackToken(inner);
      const shown = token.kind === 'link' ? (token.label ?? token.url) : token.text;
      // Encoded, so that it is decoded once, with the text around it.
      return asSlackSends(shown);
    }),
  );
}

/** Slack draws a mark at a word's edge only, and never one beside itself (`**x**` shows as typed). */
function readMark(text: string, at: number, mark: MarkNode['mark']): MarkNode {
  const before = at === 0 ? ' ' : (text[at - 1] ?? ' ');
  const after = at + 1 === text.length ? ' ' : (text[at + 1] ?? ' ');
  const doubled = before === mark || after === mark;
  return {
    kind: 'mark',
    mark,
    opens: !doubled && !WORD.test(before) && !SPACE.test(after),
    closes: !doubled && !WORD.test(after) && !SPACE.test(before),
  };
}
