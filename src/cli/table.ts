/** Text on one line of a terminal: control characters, which could act on it, become a blank. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** A table for people: columns as wide as their widest cell, two blanks apart. A cell is one line, whatever it holds. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map(printable));
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines
    .map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** A span of time in its largest whole unit: `3 min`. @param seconds less than 0 counts as 0 */
function span(seconds: number): string {
  for (const [unit, size] of UNITS) {
    if (seconds >= size) return `${Math.floor(seconds / size)} ${unit}`;
  }
  return `${Math.max(0, Math.floor(seconds))} s`;
}

/** How long ago an ISO time was. */
export function age(iso: string, now = Date.now()): string {
  return span((now - Date.parse(iso)) / 1000);
}

/** How long from now an ISO time is: `in 40 s`, or `now` when it is past. */
export function ahead(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  return seconds <= 0 ? 'now' : `in ${span(seconds)}`;
}
