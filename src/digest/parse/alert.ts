import type { Env } from 'markdown-it';
import type { Block } from '../blocks.js';
import { lazyInline, readyInline } from '../inline.js';
import { textSpan } from '../spans.js';

const ALERT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)/i;

/** Names a quote that GitHub draws as an alert: `[!WARNING]` becomes a heading. */
export function withAlert(blocks: readonly Block[], env: Env): Block[] {
  const [first, ...rest] = blocks;
  const hit = first?.type === 'paragraph' ? ALERT.exec(first.inline.source) : null;
  const name = hit?.[1];
  if (first?.type !== 'paragraph' || !hit || !name) return [...blocks];
  const title = name.charAt(0).toUpperCase() + name.slice(1).toLowerCase();
  const heading: Block = { type: 'heading', gap: first.gap, inline: readyInline([textSpan(title)]) };
  const source = first.inline.source.slice(hit[0].length);
  if (source.trim() === '') return [heading, ...rest];
  return [heading, { type: 'paragraph', gap: false, inline: lazyInline(source, env) }, ...rest];
}
