/** What closes an aside, by what opens it. */
export const CLOSE_OF: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '（': '）',
  '「': '」',
  '『': '』',
  '“': '”',
  '"': '"',
};
/** A bracket or quote that is not closed within this many characters was not meant as one. */
export const LONGEST_ASIDE = 300;

const OPENER = /["([（「『“]/;
const CLOSERS = new Set(Object.values(CLOSE_OF));

function opens(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at + 1);
  const wide = text.charAt(at) > '\u2FFF';
  return wide || ((before === '' || /[\s(["“'—–-]/.test(before)) && after !== '' && !/\s/.test(after));
}

/** Where the brackets and quotes stand that open an aside and are closed again, in one look at the text. */
export function asideStarts(text: string): ReadonlySet<number> {
  const starts = new Set<number>();
  if (!OPENER.test(text)) return starts;
  /** What is open, by what would close it, the innermost last. */
  const open = new Map<string, number[]>();
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const start = CLOSERS.has(char) ? open.get(char)?.pop() : undefined;
    if (start !== undefined && at - start <= LONGEST_ASIDE) {
      starts.add(start);
      continue;
    }
    const close = CLOSE_OF[char];
    if (!close || !opens(text, at)) continue;
    const same = open.get(close);
    if (same) same.push(at);
    else open.set(close, [at]);
  }
  return starts;
}
