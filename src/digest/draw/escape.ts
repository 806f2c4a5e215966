/** Zero-width space: ends a word for Slack without being seen. */
export const ZWSP = '\u200B';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** `&`, `<` and `>` as Slack wants them. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (char) => ENTITIES[char] ?? char);
}

/** `@here` and its kin, which a section block without `verbatim` reads out of bare words. */
export const BROADCAST = /@(?=(?:here|channel|everyone)\b)/gi;

/**
 * Words of the author's, so that nothing in them can act: no `<!…>`, `<@…>` or `<url|…>`, and the `@` of a
 * broadcast parted from its name.
 */
export function escapeText(text: string): string {
  return escapeMarkup(text.includes('@') ? text.replace(BROADCAST, `@${ZWSP}`) : text);
}

/** The inside of a code span: Slack's ends at the first backtick, so a look-alike stands for it. */
export function escapeCode(text: string): string {
  return escapeText(text.replace(/\s/g, ' ').replaceAll('`', 'ˋ'));
}

/** A line inside a fence: three backticks in a row would end it. */
export function escapeFenced(text: string): string {
  return escapeText(text.replace(/`{3,}/g, (run) => [...run].join(ZWSP)));
}
