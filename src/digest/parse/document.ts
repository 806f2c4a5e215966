import type { Env, Token } from 'markdown-it';
import type { Align, Block, Item } from '../blocks.js';
import { fold } from '../html/fold.js';
import { htmlNodes, type Node } from '../html/nodes.js';
import { EMPTY_INLINE, type Inline, lazyInline } from '../inline.js';
import { blankLines, normalise } from '../source.js';
import { withAlert } from './alert.js';
import { markdown } from './markdown.js';

/** The block level past which HTML tags no longer shape blocks, to bound the depth of the tree. */
const DEEPEST_SHAPED_LEVEL = 20;

const TASK_BOX = /^\[([ xX])\](?=[ \t\n])\s*/;

/** Walks markdown-it's flat block tokens and builds the tree; it recurses only as deep as `deep` allows. */
class Reader {
  readonly #tokens: readonly Token[];
  readonly #env: Env;
  readonly #isBlank: (line: number) => boolean;
  #at = 0;

  constructor(tokens: readonly Token[], env: Env, isBlank: (line: number) => boolean) {
    this.#tokens = tokens;
    this.#env = env;
    this.#isBlank = isBlank;
  }

  /** Reads blocks up to the token of type `end`, which it takes too. */
  blocks(end: string): Block[] {
    const nodes: Node[] = [];
    let hidden = false;
    let shaped = false;
    let level = 0;
    for (let token = this.#next(); token && token.type !== end; token = this.#next()) {
      level = token.level;
      const gap = hidden || token.type === 'hr' || this.#gapBefore(token);
      if (token.type === 'html_block') {
        const found = htmlNodes(token.content, gap);
        for (const node of found) nodes.push(node);
        shaped ||= found.some((node) => node.type === 'open');
        hidden = found.length === 0;
        continue;
      }
      const block = this.#block(token, gap);
      if (block) nodes.push({ type: 'block', block });
      hidden = !block && (hidden || token.type !== 'reference_definition');
    }
    if (shaped) return fold(nodes, level <= DEEPEST_SHAPED_LEVEL);
    return nodes.flatMap((node) => (node.type === 'block' ? [node.block] : []));
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at++];
  }

  #gapBefore(token: Token): boolean {
    const line = token.map?.[0] ?? 0;
    return line === 0 || this.#isBlank(line - 1);
  }

  #block(token: Token, gap: boolean): Block | null {
    switch (token.type) {
      case 'paragraph_open':
        return { type: 'paragraph', gap, inline: this.#inline('paragraph_close') };
      case 'heading_open':
        return { type: 'heading', gap, inline: this.#inline('heading_close') };
      case 'fence':
      case 'code_block':
        return { type: 'code', gap, text: token.content };
      case 'blockquote_open':
        return { type: 'quote', gap, blocks: withAlert(this.blocks('blockquote_close'), this.#env) };
      case 'bullet_list_open':
        return { type: 'list', gap, items: this.#items('bullet_list_close', null) };
      case 'ordered_list_open':
        return { type: 'list', gap, items: this.#items('ordered_list_close', startOf(token)) };
      case 'table_open':
        return this.#table(gap);
      default:
        return null;
    }
  }

  #inline(end: string): Inline {
    let source = '';
    for (let token = this.#next(); token && token.type !== end; token = this.#next()) source += token.content;
    return lazyInline(source, this.#env);
  }

  /** `start` is the first number of an ordered list, `null` for bullets. */
  #items(end: string, start: number | null): Item[] {
    const items: Item[] = [];
    for (let token = this.#next(); token && token.type !== end; token = this.#next()) {
      if (token.type !== 'list_item_open') continue;
      const number = start === null ? null : `${start + items.length}${token.markup}`;
      const { box, blocks } = withBox(this.blocks('list_item_close'), this.#env);
      items.push({ marker: `${token.info}${token.markup}`, number, box, blocks });
    }
    return items;
  }

  #table(gap: boolean): Block {
    const aligns: Align[] = [];
    const rows: Inline[][] = [];
    /** Empty cells are made up to the width of the head; only those before a filled one are worth having. */
    let empty = 0;
    for (let token = this.#next(); token && token.type !== 'table_close'; token = this.#next()) {
      if (token.type === 'tr_open') {
        rows.push([]);
        empty = 0;
      } else if (token.type === 'th_open') {
        aligns.push(alignOf(token));
      } else if (token.type === 'inline' && token.content === '') {
        empty++;
      } else if (token.type === 'inline') {
        for (; empty > 0; empty--) rows.at(-1)?.push(EMPTY_INLINE);
        rows.at(-1)?.push(lazyInline(token.content, this.#env));
      }
    }
    return { type: 'table', gap, aligns, head: rows[0] ?? [], rows: rows.slice(1) };
  }
}

function startOf(token: Token): number {
  return Number(token.attrGet('start') ?? 1);
}

function alignOf(token: Token): Align {
  const style = String(token.attrGet('style') ?? '');
  if (style.endsWith('right')) return 'right';
  return style.endsWith('center') ? 'center' : 'left';
}

/** Takes the task box off the first paragraph of an item (GFM 5.3). */
function withBox(blocks: readonly Block[], env: Env): Pick<Item, 'box' | 'blocks'> {
  const [first, ...rest] = blocks;
  const box = first?.type === 'paragraph' ? TASK_BOX.exec(first.inline.source) : null;
  if (first?.type !== 'paragraph' || !box) return { box: null, blocks };
  const inline = lazyInline(first.inline.source.slice(box[0].length), env);
  return { box: box[1] === ' ' ? 'open' : 'done', blocks: [{ ...first, inline }, ...rest] };
}

/** Reads Markdown into blocks. The marks within lines are read when they are asked for. */
export function readDocument(text: string): Block[] {
  const source = normalise(text);
  const tokens: Token[] = [];
  const env: Env = {};
  markdown.block.parse(source, markdown, env, tokens);
  return new Reader(tokens, env, blankLines(source)).blocks('');
}
