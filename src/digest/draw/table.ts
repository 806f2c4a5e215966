import type { Align, Block } from '../blocks.js';
import { words } from '../spans.js';
import { width } from './width.js';

/** No column is padded beyond this, so that one long cell cannot blow up every row. */
const WIDEST = 40;

interface Cell {
  readonly text: string;
  readonly width: number;
}

function pad(cell: Cell, columns: number, align: Align): string {
  const room = Math.max(0, columns - cell.width);
  if (align === 'right') return ' '.repeat(room) + cell.text;
  if (align === 'center') {
    const left = Math.floor(room / 2);
    return ' '.repeat(left) + cell.text + ' '.repeat(room - left);
  }
  return cell.text + ' '.repeat(room);
}

/** A table as lines of aligned plain words: the head, a rule, the rows. */
export function tableLines(table: Extract<Block, { type: 'table' }>): string[] {
  const read = (row: (typeof table.rows)[number]) =>
    row.map((inline): Cell => {
      const text = words(inline.spans());
      return { text, width: width(text) };
    });
  const head = read(table.head);
  const rows = table.rows.map(read);
  const columns: number[] = [];
  for (const row of [head, ...rows]) {
    for (const [at, cell] of row.entries()) {
      columns[at] = Math.max(columns[at] ?? 0, Math.min(cell.width, WIDEST));
    }
  }
  const draw = (row: readonly Cell[]) =>
    row
      .map((cell, at) => pad(cell, columns[at] ?? 0, table.aligns[at] ?? 'left'))
      .join(' | ')
      .trimEnd();
  if (head.length === 0) return rows.map(draw);
  const last = columns.length - 1;
  const rule = columns.map((column, at) => {
    const edges = (at > 0 ? 1 : 0) + (at < last ? 1 : 0);
    return '-'.repeat(column + edges);
  });
  return [draw(head), rule.join('|'), ...rows.map(draw)];
}
