import { ZWSP } from './escape.js';

/** A run of mark characters that the author meant as text. */
interface Run {
  readonly part: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

interface Tally {
  readonly runs: Run[];
  opens: number;
  closes: number;
}

const isWord = (char: string) => char !== '' && /[\p{L}\p{N}]/u.test(char);
const isBlank = (char: string) => char === '' || /\s/.test(char);

/**
 * Keeps watch over one line for mark characters that are text. Slack has no escape: it pairs any two that
 * stand at word boundaries, so where two could meet, each is parted from its word by a zero-width space,
 * and a backtick becomes a look-alike.
 */
export class LiteralMarks {
  readonly #tallies = new Map<string, Tally>();
  readonly #ticks: number[] = [];
  #code = 0;

  #tally(mark: string): Tally {
    const tally = this.#tallies.get(mark) ?? { runs: [], opens: 0, closes: 0 };
    this.#tallies.set(mark, tally);
    return tally;
  }

  /** Notes a pair of marks that is drawn. */
  drawn(mark: string): void {
    if (mark === '`') {
      this.#code++;
      return;
    }
    const tally = this.#tally(mark);
    tally.opens++;
    tally.closes++;
  }

  /** Notes the run of `mark` that was put at index `part`, between the characters `before` and `after`. */
  literal(mark: string, part: number, before: string, after: string): void {
    if (mark === '`') {
      this.#ticks.push(part);
      return;
    }
    const opens = !isWord(before) && !isBlank(after);
    const closes = !isBlank(before) && !isWord(after);
    const tally = this.#tally(mark);
    tally.runs.push({ part, opens, closes });
    if (opens) tally.opens++;
    if (closes) tally.closes++;
  }

  /** Parts the runs that could pair up. `parts` is the line in pieces. */
  disarm(parts: string[]): void {
    for (const { runs, opens, closes } of this.#tallies.values()) {
      if (opens === 0 || closes === 0) continue;
      for (const run of runs) {
        parts[run.part] = `${run.closes ? ZWSP : ''}${parts[run.part] ?? ''}${run.opens ? ZWSP : ''}`;
      }
    }
    if (this.#ticks.length + this.#code < 2) return;
    for (const part of this.#ticks) parts[part] = (parts[part] ?? '').replaceAll('`', 'ˋ');
  }
}
