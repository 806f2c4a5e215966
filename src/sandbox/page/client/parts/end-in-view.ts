import { useEffect, useRef } from 'preact/hooks';

/**
 * Brings the end of a list that scrolls into view when something is added while somebody looks; a list of one stays at its
 * top. Gives the list's ref.
 *
 * @param before how many there were before the first look: 0 to start at the end
 */
export function useEndInView(count: number, before = count) {
  const list = useRef<HTMLElement>(null);
  const seen = useRef(before);
  useEffect(() => {
    const element = list.current;
    if (element && count > seen.current && count > 1) {
      element.scrollTo({ top: element.scrollHeight, behavior: 'smooth' });
    }
    seen.current = count;
  }, [count]);
  return list;
}
