/** An offered item, as far as a typed answer can name it. */
type Offered = { number: number; label: string; marker: string };

/**
 * A typed answer that only names an item: `2`, `2.`, `(2)`, `#2`, `option 2`, or the author's own letter, `B`, `b)`; a
 * phone's bold or full-width figures are taken as what they show.
 */
const NAMES_AN_ITEM = /^[(*_~`]{0,3}(?:option\s+|#)?(\d{1,3}|[a-z])[.)*_~`]{0,3}$/i;

/** The author's own letter of an item: `B)` gives `b`; a number or a bullet gives undefined. */
function letterOf(marker: string): string | undefined {
  return /^\(?([a-z])[.)]*$/i.exec(marker.trim())?.[1]?.toLowerCase();
}

/** The number or letter that a typed answer consists of, in lower case. */
function nameIn(typed: string): string | undefined {
  return NAMES_AN_ITEM.exec(typed.normalize('NFKC').trim())?.[1]?.toLowerCase();
}

/** Whether a typed answer only names an item, of whatever question: `2`, `B)`. */
export function namesAnItem(typed: string): boolean {
  return nameIn(typed) !== undefined;
}

/**
 * The item that a typed answer names and nothing more (design, "Choices").
 *
 * @param typed plain text, as the member typed it
 * @returns undefined when it says anything else, or names an item that is not there: then it is delivered as typed
 */
export function chosenItem<T extends Offered>(typed: string, choices: readonly T[]): T | undefined {
  const named = nameIn(typed);
  if (named === undefined) return undefined;
  return /^\d/.test(named)
    ? choices.find(({ number }) => number === Number(named))
    : choices.find(({ marker }) => letterOf(marker) === named);
}

/**
 * What is mirrored and delivered for a chosen item: what the member said, and the item's whole words, so that the agent
 * need not guess which list was meant.
 *
 * @param said the number, or what was typed; a closing point or bracket gives way to the colon
 */
export function answerText(said: string, label: string): string {
  return `${said.trim().replace(/[.)]$/, '')}: ${label}`;
}
