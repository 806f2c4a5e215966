/** How a text is fitted. `maxChars`: 200 to 3000. */
export type FitOptions = { maxChars: number; mode?: 'digest' | 'truncate'; url?: string };

/** A fitted text. */
export type FitResult = {
  text: string;
  digested: boolean;
  ask?: string;
  choices: { number: number; label: string; marker: string }[];
  pointers: { kind: 'code' | 'table' | 'stack trace'; count: number }[];
};

/** Draws Markdown as mrkdwn: for now escaped text. */
export function toMrkdwn(markdown: string): string {
  return markdown.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Fits a text into `maxChars`: for now the first characters of it. */
export function fit(markdown: string, options: FitOptions): FitResult {
  const drawn = toMrkdwn(markdown);
  const text = drawn.length > options.maxChars ? `${drawn.slice(0, options.maxChars - 1)}…` : drawn;
  return { text, digested: drawn.length > options.maxChars, choices: [], pointers: [] };
}
