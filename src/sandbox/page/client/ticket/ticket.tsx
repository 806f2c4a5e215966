import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Address } from '../parts/address.js';
import { useEndInView } from '../parts/end-in-view.js';
import { Icon } from '../parts/icons.js';
import { clock } from '../parts/moment.js';
import { Scroller } from '../parts/scroller.js';
import { Text } from '../parts/text.js';
import { useStage } from '../stage.js';
import type { Comment as CommentData, Node } from '../wire.js';

/**
 * The elements that a comment is drawn with; the server lets no other through. Its headings are all of one level under the
 * ticket's own, whatever it skips, and differ in size.
 */
const ELEMENTS = {
  p: (children: ComponentChildren) => <p dir="auto">{children}</p>,
  h1: (children: ComponentChildren) => <h3 class="h1">{children}</h3>,
  h2: (children: ComponentChildren) => <h3 class="h2">{children}</h3>,
  h3: (children: ComponentChildren) => <h3 class="h3">{children}</h3>,
  h4: (children: ComponentChildren) => <h3 class="h4">{children}</h3>,
  h5: (children: ComponentChildren) => <h3 class="h5">{children}</h3>,
  h6: (children: ComponentChildren) => <h3 class="h6">{children}</h3>,
  ul: (children: ComponentChildren) => <ul>{children}</ul>,
  ol: (children: ComponentChildren) => <ol>{children}</ol>,
  li: (children: ComponentChildren) => <li>{children}</li>,
  blockquote: (children: ComponentChildren) => <blockquote>{children}</blockquote>,
  pre: (children: ComponentChildren) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre tabIndex={0}>{children}</pre>
  ),
  code: (children: ComponentChildren) => <code>{children}</code>,
  em: (children: ComponentChildren) => <em>{children}</em>,
  i: (children: ComponentChildren) => <em>{children}</em>,
  strong: (children: ComponentChildren) => <strong>{children}</strong>,
  b: (children: ComponentChildren) => <strong>{children}</strong>,
  del: (children: ComponentChildren) => <del>{children}</del>,
  s: (children: ComponentChildren) => <s>{children}</s>,
  u: (children: ComponentChildren) => <u>{children}</u>,
  ins: (children: ComponentChildren) => <ins>{children}</ins>,
  sub: (children: ComponentChildren) => <sub>{children}</sub>,
  sup: (children: ComponentChildren) => <sup>{children}</sup>,
  kbd: (children: ComponentChildren) => <kbd>{children}</kbd>,
  samp: (children: ComponentChildren) => <samp>{children}</samp>,
  br: () => <br />,
  hr: () => <hr />,
  table: (children: ComponentChildren) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  thead: (children: ComponentChildren) => <thead>{children}</thead>,
  tbody: (children: ComponentChildren) => <tbody>{children}</tbody>,
  tr: (children: ComponentChildren) => <tr>{children}</tr>,
  th: (children: ComponentChildren, align?: string) => <th class={align}>{children}</th>,
  td: (children: ComponentChildren, align?: string) => <td class={align}>{children}</td>,
  details: (children: ComponentChildren) => <details>{children}</details>,
  summary: (children: ComponentChildren) => <summary>{children}</summary>,
  div: (children: ComponentChildren) => <div>{children}</div>,
  span: (children: ComponentChildren) => <span>{children}</span>,
} as const;

function isDrawn(tag: string): tag is keyof typeof ELEMENTS {
  return Object.hasOwn(ELEMENTS, tag);
}

function Nodes({ of }: { of: readonly Node[] }) {
  return (
    <>
      {of.map((node, index) => (
        <OneNode key={index} node={node} />
      ))}
    </>
  );
}

function OneNode({ node }: { node: Node }) {
  if (typeof node === 'string') return <Text>{node}</Text>;
  const children = <Nodes of={node.children} />;
  if (node.href !== undefined) return <Address url={node.href}>{children}</Address>;
  return isDrawn(node.tag) ? ELEMENTS[node.tag](children, node.align) : children;
}

const MARKERS = {
  agent: {
    label: 'agent',
    title: 'It carries the-loop’s marker: the agent wrote it, and nobody reads it as an answer or a command.',
  },
  mirror: {
    label: 'answer from Slack',
    title: 'It carries the-loop’s marker: an answer from Slack, written here before the session got it.',
  },
} as const;

function Comment({ comment }: { comment: CommentData }) {
  const [raw, setRaw] = useState(false);
  const marker = comment.marker && MARKERS[comment.marker];
  return (
    <article class={`comment ${comment.marker ?? ''}`} id={`comment-${comment.id}`} tabIndex={-1}>
      <header>
        <b>{comment.author}</b> <span class="muted">at {clock(new Date(comment.at))}</span>
        {marker && (
          <span class={`label ${comment.marker}`} title={marker.title}>
            {marker.label}
          </span>
        )}
        <button type="button" class="raw-switch" aria-pressed={raw} onClick={() => setRaw(!raw)}>
          {raw ? 'Drawn' : 'Source'}
        </button>
      </header>
      {raw ? (
        <pre class="source">
          <Text>{comment.raw}</Text>
        </pre>
      ) : (
        <div class="markdown">
          <Nodes of={comment.drawn} />
        </div>
      )}
    </article>
  );
}

/** The ticket that is the record, as GitHub draws it. */
export function Ticket() {
  const { state, choices, choose } = useStage();
  const { items } = state.ticket;
  const item = items.find(({ ref }) => ref === choices.item) ?? items.at(-1);
  const list = useEndInView(item?.comments.length ?? 0);
  if (item === undefined) return null;
  const [repository, number] = item.label.split('#');
  return (
    <section class="column ticket-column" aria-labelledby="ticket-title" id="ticket">
      <header class="column-head">
        <h2 id="ticket-title">The ticket</h2>
        {items.length > 1 && (
          <span class="select small">
            <select
              aria-label="Which ticket"
              value={item.ref}
              onChange={(event) => choose({ item: event.currentTarget.value })}
            >
              {items.map(({ ref, label }) => (
                <option key={ref} value={ref}>
                  {label}
                </option>
              ))}
            </select>
            <Icon name="chevron" size={16} />
          </span>
        )}
      </header>
      <Scroller at={list} class="issue" label="Comments">
        <p class="issue-title">
          <span class="open-badge">
            <Icon name="ticket" size={14} /> Open
          </span>
          <b>{repository}</b>
          <span class="muted">#{number}</span>
        </p>
        {item.comments.length === 0 && <p class="muted empty-line">No comments yet.</p>}
        {item.comments.map((comment) => (
          <Comment key={comment.id} comment={comment} />
        ))}
      </Scroller>
    </section>
  );
}
