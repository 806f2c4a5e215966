/** A raised or lowered note right behind a question mark, in the author's HTML. */
const RAISED = /([?？؟])<(su[bp])>([^<]{1,40})<\/\2>/gi;
/** What `sentences.ts` takes for a note. */
const FILLER = '¹';

/**
 * The text with filler for the words of `<sup>` and `<sub>` behind question marks, whose tags it no longer
 * shows. Offsets stay. A note that reads otherwise in `text` than in `source` ends the search.
 */
export function withoutRaised(text: string, source: string): string {
  if (!source.includes('<')) return text;
  let out = '';
  let at = 0;
  for (const [, mark = '', , words = ''] of source.matchAll(RAISED)) {
    const hit = text.indexOf(mark + words, at);
    if (hit < 0) break;
    out += text.slice(at, hit) + mark + FILLER.repeat(words.length);
    at = hit + mark.length + words.length;
  }
  return out + text.slice(at);
}
