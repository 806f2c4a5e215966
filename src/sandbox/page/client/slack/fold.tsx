import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** A section higher than this folds; the style sheet shows a little less of it. Pixels. */
const FOLDS_ABOVE = 380;

/** What a server takes for too high, as it cannot measure. Characters, and lines. */
const LONG = { text: 800, lines: 18 };

/** A section of a message, folded behind `See more` when it is high. Slack does not say where it folds (decision 020). */
export function Fold({ text, children }: { text: string; children: ComponentChildren }) {
  const inner = useRef<HTMLDivElement>(null);
  const long = text.length > LONG.text || text.split('\n').length > LONG.lines;
  const [high, setHigh] = useState(long);
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    const element = inner.current;
    if (element === null) return;
    const measure = () => setHigh(element.scrollHeight > FOLDS_ABOVE);
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [text]);
  return (
    <>
      <div class={high && !open ? 'fold folded' : 'fold'}>
        <div ref={inner}>{children}</div>
      </div>
      {high && (
        <button type="button" class="see-more" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'See less' : 'See more'}
        </button>
      )}
    </>
  );
}
