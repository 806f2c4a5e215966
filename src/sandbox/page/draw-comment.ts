import { parseDocument } from 'htmlparser2';
import MarkdownIt from 'markdown-it';
import type { Node } from './client/wire.js';

/** Elements that GitHub lets a comment have, as far as we draw them. */
const DRAWN = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong del s b i u ins sub sup kbd samp br hr table thead tbody tr th td details summary div span'.split(
    ' ',
  ),
);

/** Elements that GitHub shows as the text they are (GFM, "Disallowed Raw HTML"). */
const SHOWN_AS_TEXT = new Set(
  'script style iframe title textarea xmp noembed noframes plaintext object embed form'.split(' '),
);

/** Deeper elements lose their frame and keep their words. */
const DEEPEST = 40;

/** A comment that nests deeper than anybody writes is drawn without its innermost parts. */
const BOTTOM = 400;

const markdown = new MarkdownIt('default', { html: true, linkify: true, breaks: true });

type Parsed = ReturnType<typeof parseDocument>['children'][number];

/** The words of an element with its own marks around them. */
function asText(tag: string, children: readonly Node[]): Node[] {
  return [`<${tag}>`, ...children, `</${tag}>`];
}

/** An http(s) or mailto address; undefined for what a browser might run. */
function followable(href: string | undefined): string | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined;
  return /^(?:https?|mailto):$/.test(new URL(href).protocol) ? href : undefined;
}

/** GitHub's task boxes. */
function ticked(children: readonly Node[]): readonly Node[] {
  const [first, ...rest] = children;
  if (typeof first === 'object' && first.tag === 'p') {
    return [{ ...first, children: ticked(first.children) }, ...rest];
  }
  if (typeof first !== 'string') return children;
  const box = /^\s*\[([ xX])\] /.exec(first);
  return box ? [`${box[1] === ' ' ? '☐' : '☑'} ${first.slice(box[0].length)}`, ...rest] : children;
}

function nodesOf(parsed: readonly Parsed[], depth: number): Node[] {
  if (depth > BOTTOM) return ['…'];
  return parsed.flatMap((node): Node[] => {
    if (node.type === 'text') return [node.data];
    if (!('attribs' in node)) return [];
    const { name: tag, attribs } = node;
    if (tag === 'img') {
      const href = followable(attribs.src);
      const words = `🖼 ${attribs.alt || 'image'}`;
      return href === undefined ? [words] : [{ tag: 'a', href, children: [words] }];
    }
    const children = nodesOf(node.children, depth + 1);
    if (SHOWN_AS_TEXT.has(tag)) return asText(tag, children);
    if (tag === 'a') {
      const href = followable(attribs.href);
      return href === undefined ? children : [{ tag, href, children }];
    }
    if (!DRAWN.has(tag) || depth > DEEPEST) return children;
    const align = /^text-align:(right|center)$/.exec(attribs.style ?? '')?.[1];
    return [
      {
        tag,
        children: tag === 'li' ? ticked(children) : children,
        ...(align === 'right' || align === 'center' ? { align } : {}),
      },
    ];
  });
}

/**
 * Draws a comment as GitHub does, as a tree of harmless elements: HTML comments vanish, scripts are words, pictures are
 * links on their alt text, and an address is followed only where it leads to the web or a mailbox.
 */
export function drawComment(body: string): Node[] {
  return nodesOf(parseDocument(markdown.render(body)).children, 0);
}
