import { writeLink } from './markdown-link.js';
import { codeSpan, escapeText, fenceLines } from './markdown-text.js';
import { type MarkNode, type MrkdwnNode, parseMrkdwn } from './mrkdwn-nodes.js';

/** What a line is written from: words that still need escaping, or finished Markdown. */
type Piece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'markup'; readonly markdown: string };

const MARKDOWN_MARKS = { '*': '**', _: '_', '~': '~~' } as const;

/**
 * Turns a member's reply from Slack's mrkdwn into GitHub Markdown that shows the same: emphasis, code and links are
 * kept, and everything else is words (see `escapeText`). The result is lines joined by `\n`, to be quoted; keywords
 * in it are still to be broken, links' targets apart. Linear in the text.
 *
 * @param text clean (see `cleanText`) and scrubbed.
 * @param keywords the control keywords that no link's target may hold.
 */
export function fromMrkdwn(text: string, keywords: readonly string[] = []): string {
  const lines: string[] = [];
  let line: MrkdwnNode[] = [];
  let afterFence = false;
  const flush = (): void => {
    lines.push(writeLine(line, keywords));
    line = [];
  };
  for (const node of parseMrkdwn(text)) {
    if (node.kind === 'fence') {
      if (line.length > 0) flush();
      lines.push(...fenceLines(node.text.replace(/^\n|\n$/g, '')));
    } else if (node.kind === 'break') {
      if (!afterFence) flush();
    } else if (afterFence && node.kind === 'text') {
      line.push({ kind: 'text', text: node.text.trimStart() });
    } else {
      line.push(node);
    }
    afterFence = node.kind === 'fence';
  }
  if (line.length > 0 || lines.length === 0) flush();
  return lines.join('\n');
}

function writeLine(nodes: readonly MrkdwnNode[], keywords: readonly string[]): string {
  const pieces = joined(toPieces(nodes, keywords));
  return pieces
    .map((piece, index) =>
      piece.kind === 'markup'
        ? piece.markdown
        : escapeText(index === pieces.length - 1 ? piece.text.trimEnd() : piece.text, {
            lineStart: index === 0,
            beforeMarkup: index < pieces.length - 1,
          }),
    )
    .join('');
}

function toPieces(nodes: readonly MrkdwnNode[], keywords: readonly string[]): Piece[] {
  const paired = pairMarks(nodes);
  return nodes.map((node): Piece => {
    switch (node.kind) {
      case 'text':
        return { kind: 'words', text: node.text };
      case 'code':
        return { kind: 'markup', markdown: codeSpan(node.text) };
      case 'link': {
        const link = writeLink(node.url, node.label, keywords);
        return link.kind === 'link' ? { kind: 'markup', markdown: link.markdown } : link;
      }
      case 'mark':
        return paired.has(node)
          ? { kind: 'markup', markdown: MARKDOWN_MARKS[node.mark] }
          : { kind: 'words', text: node.mark };
      default:
        return { kind: 'words', text: '' };
    }
  });
}

/** Which marks of a line are real: each closes the one of its kind that is open, and drops what opened inside. */
function pairMarks(nodes: readonly MrkdwnNode[]): Set<MarkNode> {
  const paired = new Set<MarkNode>();
  let open: MarkNode[] = [];
  for (const node of nodes) {
    if (node.kind !== 'mark') continue;
    const at = open.findIndex(({ mark }) => mark === node.mark);
    const opener = open[at];
    if (opener !== undefined && node.closes) {
      paired.add(opener).add(node);
      open = open.slice(0, at);
    } else if (opener === undefined && node.opens) {
      open.push(node);
    }
  }
  return paired;
}

/** Neighbouring words as one, so that escaping sees what stands beside each character. */
function joined(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    if (piece.kind === 'words' && last?.kind === 'words') {
      out[out.length - 1] = { kind: 'words', text: last.text + piece.text };
    } else {
      out.push(piece);
    }
  }
  return out;
}
