import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Keeps the focus in an element when what had it there is drawn away: the element takes it, and nothing scrolls. Without, it
 * falls to the page, and the next Tab starts over from the top.
 */
export function useKeptFocus<T extends HTMLElement>() {
  const frame = useRef<T>(null);
  // Looked at before what is inside is drawn anew.
  const had = frame.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (had && !frame.current?.contains(document.activeElement)) {
      frame.current?.focus({ preventScroll: true });
    }
  });
  return frame;
}
