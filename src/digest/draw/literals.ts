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
  readonly #fences: number[] = [];
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

  /** Notes the run that was put at index `part`, between the characters `before` and `after`. */
  literal(run: string, part: number, before: string, after: string): void {
    const mark = run.charAt(0);
    if (mark === '`') {
      (run.length < 3 ? this.#ticks : this.#fences).push(part);
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
    // A single backtick pairs within its line, three in a row with three on any line.
    const pairs = this.#ticks.length + this.#fences.length + this.#code > 1;
    for (const part of [...(pairs ? this.#ticks : []), ...this.#fences]) {
      parts[part] = (parts[part] ?? '').replaceAll('`', 'ˋ');
    }
  }
}
