import type { ComponentChildren } from 'preact';
import { useStage } from '../stage.js';

/** Where a link inside the sandbox leads: to a comment or ticket beside, or to a thread. Undefined for the rest of the web. */
function inside(url: string): { item?: string; comment?: string; thread?: string } | undefined {
  const [, repository, number, comment] =
    /^https:\/\/github\.com\/(octo\/app)\/issues\/(\d+)(?:#issuecomment-(\d+))?$/.exec(url) ?? [];
  if (repository !== undefined) {
    return { item: `github:${repository}#${number}`, ...(comment === undefined ? {} : { comment }) };
  }
  const [, ts, root] =
    /^https:\/\/sandbox\.slack\.invalid\/archives\/[A-Z0-9]+\/p(\d{7,})(?:\?(?:.*&)?thread_ts=([\d.]+))?/.exec(
      url,
    ) ?? [];
  if (ts === undefined) return undefined;
  return { thread: root ?? `${ts.slice(0, -6)}.${ts.slice(-6)}` };
}

/**
 * A link to somewhere on the web, in a tab of its own; one to the sandbox's own ticket or thread shows it on this page.
 * `url` is http, https or mailto already.
 */
export function Address({
  url,
  children,
  class: name,
}: {
  url: string;
  children: ComponentChildren;
  class?: string;
}) {
  const { choose } = useStage();
  const here = inside(url);
  if (here === undefined) {
    return (
      <a class={name} href={url} title={url} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  }
  const { item, comment, thread } = here;
  const go = (event: Event) => {
    event.preventDefault();
    if (thread !== undefined) choose({ thread, screen: 'channel', column: 'slack' });
    if (item !== undefined) choose({ item, column: 'ticket' });
    if (comment === undefined) return;
    // The ticket may have to be drawn first.
    requestAnimationFrame(() => {
      const target = document.getElementById(`comment-${comment}`);
      target?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
      target?.focus({ preventScroll: true });
    });
  };
  return (
    <a class={name} href={comment === undefined ? '#ticket' : `#comment-${comment}`} title={url} onClick={go}>
      {children}
    </a>
  );
}
