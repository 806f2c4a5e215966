/** Zero-width space: ends a word for Slack without being seen. */
export const ZWSP = '\u200B';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** `&`, `<` and `>` as Slack wants them, so that no `<!…>`, `<@…>` or `<url|…>` of the text can act. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (char) => ENTITIES[char] ?? char);
}

/**
 * A text outside code: escaped, and `@here`, `@channel` and `@everyone` parted from their `@`, because a
 * section block without `verbatim` reads mentions out of bare words.
 */
export function escapeText(text: string): string {
  return escapeMarkup(text.replace(/@(?=(?:here|channel|everyone)\b)/gi, `@${ZWSP}`));
}

/** The inside of a code span: Slack's ends at the first backtick, so a look-alike stands for it. */
export function escapeCode(text: string): string {
  return escapeMarkup(text.replace(/\s/g, ' ').replaceAll('`', 'ˋ'));
}

/** A line inside a fence: three backticks in a row would end it. */
export function escapeFenced(text: string): string {
  return escapeMarkup(text.replace(/`{3,}/g, (run) => [...run].join(ZWSP)));
}
