import type { MarkdownIt, StateInline, Token } from 'markdown-it';

function isBreak(token: Token): boolean {
  return token.type === 'softbreak' || token.type === 'hardbreak';
}

/** Makes the rules that break lines note where in the source the line feed stands. */
export function noteLineBreaks(md: MarkdownIt): void {
  for (const name of ['newline', 'escape']) {
    const rule = md.inline.ruler.getRules('').find((candidate) => candidate.name === name);
    if (!rule) throw new Error(`markdown-it has no inline rule named ${name}`);
    md.inline.ruler.at(name, (state: StateInline, silent) => {
      const start = state.pos;
      const hit = rule(state, silent);
      const last = state.tokens.at(-1);
      if (hit && !silent && last && isBreak(last) && last.meta === null) {
        last.meta = { at: state.src.indexOf('\n', start) };
      }
      return hit;
    });
  }
}

/** The offset of the line feed at which a token breaks the line; `null` when it breaks none. */
export function lineFeedOf(token: Token): number | null {
  const at = isBreak(token) ? token.meta?.at : null;
  return typeof at === 'number' ? at : null;
}
