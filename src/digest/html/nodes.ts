import type { Block } from '../blocks.js';
import { readyInline } from '../inline.js';
import { SpanWriter } from '../span-writer.js';
import { trim } from '../spans.js';
import { type HtmlEvent, htmlEvents } from './events.js';

/** The tags that give blocks a shape; `fold` pairs them, across Markdown that stands between them. */
const SHAPES = new Set([
  ...['table', 'thead', 'tr', 'td', 'th', 'ul', 'ol', 'li', 'summary', 'blockquote'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
]);

/** The tags that only end the line of words before them. */
const BREAKERS = new Set(
  (
    'address article aside body caption center col colgroup dd details dialog div dl dt fieldset figcaption ' +
    'figure footer form header hr html iframe legend main menu nav ol optgroup option p pre search section ' +
    'tbody tfoot textarea script style title'
  ).split(' '),
);

/** A block, or a tag that opens or closes a shape. */
export type Node =
  | { readonly type: 'block'; readonly block: Block }
  /** `start`: the first number of an ordered list. */
  | { readonly type: 'open'; readonly name: string; readonly start: number }
  | { readonly type: 'close'; readonly name: string };

/** The numbers that CommonMark reads too; HTML knows others, and draws them as we do not. */
const START = /^\s*\d{1,9}\s*$/;

function shapeNode(event: Exclude<HtmlEvent, { type: 'text' }>): Node {
  if (event.type === 'close') return { type: 'close', name: event.name };
  const start = event.attrs.get('start') ?? '';
  return { type: 'open', name: event.name, start: START.test(start) ? Number(start) : 1 };
}

/** For each `pre` that is closed in the same piece of HTML, the index of its closing tag. */
function closedPres(events: readonly HtmlEvent[]): Map<number, number> {
  const pairs = new Map<number, number>();
  let close = -1;
  for (let at = events.length - 1; at >= 0; at--) {
    const event = events[at];
    if (event?.type === 'text' || event?.name !== 'pre') continue;
    if (event.type === 'close') close = at;
    else if (close >= 0) pairs.set(at, close);
  }
  return pairs;
}

function preText(events: readonly HtmlEvent[]): string {
  let text = '';
  for (const event of events) {
    if (event.type === 'text') text += event.text;
    else if (event.type === 'open' && event.name === 'br') text += '\n';
    else if (event.type === 'open' && event.name === 'img') text += event.attrs.get('alt') ?? '';
  }
  return text.replace(/^\n/, '').replace(/\n?$/, '\n');
}

/** Reads a block of raw HTML into paragraphs, code and shapes. `gap` is that of its first block. */
export function htmlNodes(html: string, gap: boolean): Node[] {
  const events = htmlEvents(html);
  const pres = closedPres(events);
  const nodes: Node[] = [];
  let writer = new SpanWriter();
  let first = true;
  const add = (block: (gap: boolean) => Block) => {
    nodes.push({ type: 'block', block: block(first ? gap : true) });
    first = false;
  };
  const flush = () => {
    const spans = trim(writer.finish());
    writer = new SpanWriter();
    if (spans.length > 0) add((gap) => ({ type: 'paragraph', gap, inline: readyInline(spans) }));
  };
  for (let at = 0; at < events.length; at++) {
    const event = events[at];
    if (!event) break;
    const end = pres.get(at);
    if (event.type === 'text') {
      writer.html(event);
    } else if (end !== undefined) {
      flush();
      const text = preText(events.slice(at + 1, end));
      add((gap) => ({ type: 'code', gap, text }));
      at = end;
    } else if (SHAPES.has(event.name)) {
      flush();
      nodes.push(shapeNode(event));
    } else if (BREAKERS.has(event.name.replace(/^x-/, ''))) {
      flush();
    } else {
      writer.html(event);
    }
  }
  flush();
  return nodes;
}
