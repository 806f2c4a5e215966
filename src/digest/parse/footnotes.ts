import type { MarkdownIt, StateBlock } from 'markdown-it';

/**
 * Keeps `[^note]: word` a paragraph. CommonMark reads it as a link definition and shows nothing, while
 * on GitHub it is a footnote whose words a reader sees.
 */
export function keepFootnotes(md: MarkdownIt): void {
  const reference = md.block.ruler.getRules('').find((rule) => rule.name === 'reference');
  if (!reference) throw new Error('markdown-it has no block rule named reference');
  md.block.ruler.at('reference', (state: StateBlock, startLine, endLine, silent) => {
    const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
    if (state.src.startsWith('[^', start)) return false;
    return reference(state, startLine, endLine, silent);
  });
}
