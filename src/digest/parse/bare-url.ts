import type { StateInline } from 'markdown-it';
import { linkEnd } from './autolinks.js';

const COLON = 58;
const LONGEST_SCHEME = 5;
/** Letters right before a colon are always pending; the source is looked at, as it is one flat string. */
const SCHEME = /(?:^|[^A-Za-z])(https?|ftp)$/i;

/** Inline rule: `http://…`, `https://…` and `ftp://…` are links wherever they stand (GFM 6.9). */
export function bareUrl(state: StateInline, silent: boolean): boolean {
  const { pos, src } = state;
  if (silent || src.charCodeAt(pos) !== COLON || !src.startsWith('//', pos + 1)) return false;
  if (state.linkLevel > 0) return false;
  const scheme = SCHEME.exec(src.slice(Math.max(0, pos - LONGEST_SCHEME - 1), pos))?.[1];
  if (!scheme || state.pending.length < scheme.length) return false;
  const start = pos - scheme.length;
  const end = linkEnd(src.slice(0, state.posMax), start, pos + 3);
  if (end < 0) return false;
  const url = src.slice(start, end);
  state.pending = state.pending.slice(0, -scheme.length);
  const open = state.push('link_open', 'a', 1);
  open.attrs = [['href', url]];
  state.push('text', '', 0).content = url;
  state.push('link_close', 'a', -1);
  state.pos = end;
  return true;
}
