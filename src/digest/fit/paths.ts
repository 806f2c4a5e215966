/** A character that may stand in a part of a path. */
const PART = '[^\\s/\\\\:*?"\'`<>|(){}\\[\\],;=…]';
/** What may stand right before a path; a word, a dot, a slash or a colon means it is part of something else. */
const BEFORE = '(?<![^\\s("\'`=\\[{<>,;|:…“„‘«（「])(?<!:)';

const POSIX = new RegExp(`${BEFORE}(?:/${PART}+)+/?`, 'gu');
const WINDOWS = new RegExp(
  `${BEFORE}(?:[A-Za-z]:(?=[\\\\/])|\\\\(?=\\\\))(?:[\\\\/]+${PART}+)+[\\\\/]?`,
  'gu',
);

/** Keeps the last two parts of a path of three or more: `/a/b/c.ts` becomes `…/b/c.ts`. */
function short(path: string): string {
  const drive = /^[A-Za-z]:/.test(path) ? path.slice(2) : path;
  const parts = drive.split(/[\\/]+/).filter((part) => part !== '');
  if (parts.length < 3) return path;
  const separator = drive.startsWith('/') ? '/' : '\\';
  const end = /[\\/]$/.test(drive) ? separator : '';
  return `…${separator}${parts.slice(-2).join(separator)}${end}`;
}

/** Shortens the absolute paths of a text (R3.2). */
export function shortenPaths(text: string): string {
  if (!text.includes('/') && !text.includes('\\')) return text;
  return text.replace(POSIX, short).replace(WINDOWS, short);
}
