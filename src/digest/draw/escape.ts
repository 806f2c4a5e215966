/** Zero-width space: ends a word for Slack without being seen. */
export const ZWSP = '\u200B';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** `&`, `<` and `>` as Slack wants them. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (char) => ENTITIES[char] ?? char);
}

/**
 * `@here` and its kin, which a section block without `verbatim` reads out of bare words. An underscore may follow: it can
 * be a mark that is drawn.
 */
export const BROADCAST = /@(?=(?:here|channel|everyone)(?![0-9A-Za-z]))/gi;

/** Parts the `@` of a broadcast from its name. It is for drawn text: what is drawn in pieces can meet on the line. */
export function partBroadcasts(drawn: string): string {
  return drawn.includes('@') ? drawn.replace(BROADCAST, `@${ZWSP}`) : drawn;
}

/** Words of the author's, so that nothing in them can act: no `<!…>`, `<@…>` or `<url|…>`, and no broadcast. */
export function escapeText(text: string): string {
  return escapeMarkup(partBroadcasts(text));
}

/** The inside of a code span: Slack's ends at the first backtick, so a look-alike stands for it. */
export function escapeCode(text: string): string {
  return escapeText(text.replace(/\s/g, ' ').replaceAll('`', 'ˋ'));
}

/** A line inside a fence: three backticks in a row would end it. */
export function escapeFenced(text: string): string {
  return escapeText(text.replace(/`{3,}/g, (run) => [...run].join(ZWSP)));
}
