/** Something the app did that can be seen from outside: a call, or a commit that changed a row. Its name has no ids in it. */
export type Done = { name: string; changed: boolean };

/** Where a process is killed: before or after the `nth` event of a name since it was armed. */
export type Target = {
  when: 'before' | 'after';
  name: string;
  nth: number;
  /**
   * For a look for work, which is made all the time: before the first one that comes after this event, since that is the
   * one that finds what the event left.
   */
  following?: { name: string; nth: number } | undefined;
};

/** What comes with every step and is the same each time: killed around so often a round, where it comes first. */
const BOOKKEEPING: readonly (readonly [RegExp, number])[] = [
  [/^INSERT INTO cursors /, 1],
  // Of the question's own message, and of the reply to it; the rest are of edits.
  [/^ack events_api$/, 2],
];

/** Which points of a round are killed at. */
export type Reach = {
  /** `both` kills before and after each event; `after` only after each: before the next nothing has changed. */
  sides: 'both' | 'after';
  /** Whether bookkeeping is killed around too. */
  bookkeeping: boolean;
  /** What is killed before too although `sides` is `after`. */
  before?: RegExp;
  /** The first event that is, and the first that is not: what lies around is as in another flow. */
  from?: RegExp;
  upTo?: RegExp;
};

/** Every point to kill at, from what one round without a kill did. */
export function targetsOf(recorded: readonly Done[], reach: Reach): Target[] {
  const idle = new Set(recorded.filter(({ changed }) => !changed).map(({ name }) => name));
  const counts = new Map<string, number>();
  const targets: Target[] = [];
  let previous: { name: string; nth: number } | undefined;
  let within = reach.from === undefined;
  for (const { name } of recorded.filter(({ changed }) => changed)) {
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    within ||= reach.from?.test(name) === true;
    if (within && reach.upTo?.test(name)) break;
    const most = BOOKKEEPING.find(([bookkeeping]) => bookkeeping.test(name))?.[1];
    const counted = within && (most === undefined || (reach.bookkeeping && nth <= most));
    if (counted && (reach.sides === 'both' || reach.before?.test(name))) {
      const following = idle.has(name) ? previous : undefined;
      targets.push({ when: 'before', name, nth, following });
    }
    if (counted) targets.push({ when: 'after', name, nth });
    previous = { name, nth };
  }
  return targets;
}

/** A target in one line: what a failure names, and what `CRASH_ONLY` takes. */
export function labelOf(flow: string, { when, name, nth }: Target): string {
  return `${flow}: ${when} ${name} #${nth}`;
}
