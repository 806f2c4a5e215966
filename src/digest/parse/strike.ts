import type { Delimiter, StateInline } from 'markdown-it';

const TILDE = 126;
/** Delimiter markers for one and for two tildes: GFM pairs runs of the same length only. */
const MARKERS = [0, -1, -2] as const;

/** Inline rule: a run of one or two tildes may open or close struck text (GFM 6.5). */
export function scanStrike(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== TILDE) return false;
  const run = state.scanDelims(state.pos, true);
  const token = state.push('text', '', 0);
  token.content = '~'.repeat(run.length);
  const marker = MARKERS[run.length];
  if (marker) {
    state.delimiters.push({
      marker,
      length: 0,
      token: state.tokens.length - 1,
      end: -1,
      open: run.can_open,
      close: run.can_close,
    });
  }
  state.pos += run.length;
  return true;
}

/** Second inline pass: turns the paired runs into `s_open` and `s_close`. */
export function pairStrikes(state: StateInline): void {
  pair(state, state.delimiters);
  for (const meta of state.tokens_meta) if (meta?.delimiters) pair(state, meta.delimiters);
}

function pair(state: StateInline, delimiters: readonly Delimiter[]): void {
  for (const opener of delimiters) {
    if (opener.marker >= 0 || opener.end < 0) continue;
    const closer = delimiters[opener.end];
    const open = state.tokens[opener.token];
    const close = closer && state.tokens[closer.token];
    if (!open || !close) continue;
    Object.assign(open, { type: 's_open', tag: 's', nesting: 1, markup: open.content, content: '' });
    Object.assign(close, { type: 's_close', tag: 's', nesting: -1, markup: close.content, content: '' });
  }
}
