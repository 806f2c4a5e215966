/** Characters that turn the reading direction or hide themselves: shown by name, so that nobody is fooled by them. */
const UNSEEN = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/u;

const NAMES: Record<string, string> = {
  '\u202A': 'LRE',
  '\u202B': 'RLE',
  '\u202C': 'PDF',
  '\u202D': 'LRO',
  '\u202E': 'RLO',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
  '\u200E': 'LRM',
  '\u200F': 'RLM',
  '\u061C': 'ALM',
};

/** Which of them stand in a text, each with how often: `RLO × 2`. */
export function unseenIn(text: string): string[] {
  return Object.entries(NAMES).flatMap(([mark, name]) => {
    const count = text.split(mark).length - 1;
    return count === 0 ? [] : [`${name} × ${count}`];
  });
}

/** Text from anybody, as text. Direction marks stand as small labels instead of acting. */
export function Text({ children }: { children: string }) {
  if (!UNSEEN.test(children)) return <>{children}</>;
  return (
    <>
      {children.split(new RegExp(`(${UNSEEN.source})`, 'u')).map((part) =>
        NAMES[part] === undefined ? (
          part
        ) : (
          <span class="unseen" title="a hidden direction mark">
            {NAMES[part]}
          </span>
        ),
      )}
    </>
  );
}
