/** A question that an agent asked: `#number` of `item`, and the mark that its text carries. */
export type Question = { number: number; item: string; kind: QuestionKind };

/** `plain` offers nothing; `typed` is answered by its number; `tapped` by a tap; `raced` by the taps of two members at once. */
export type QuestionKind = 'plain' | 'typed' | 'tapped' | 'raced';

/** A reply that was typed in a thread, and a text that only its mirror and its delivery hold. */
export type Reply = { ts: string; item: string; mark: string; listed: boolean };

/** A member's presses on one question: whichever of them comes first counts, once. */
export type Taps = { question: Question; mark: string; actionTs: string[] };

/** All that agents and members did: what must be there in the end follows from it. */
export type Deeds = {
  questions: Question[];
  replies: Reply[];
  taps: Taps[];
  /** Timestamps of what must never be taken in: unlisted members' taps, bots' messages. */
  barred: string[];
  duplicated: number;
  reordered: number;
  lost: number;
  edits: number;
  presses: number;
};

export function noDeeds(): Deeds {
  return {
    ...{ questions: [], replies: [], taps: [], barred: [] },
    ...{ duplicated: 0, reordered: 0, lost: 0, edits: 0, presses: 0 },
  };
}

/** The ask of a question. No ask is a part of another. */
export function askOf(number: number): string {
  return `Question ${number}?`;
}

/** The number of the question that a message asks; undefined when it asks none. */
export function askedIn(text: string): number | undefined {
  const found = /Question (\d+)\?/.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The words of a question's choice, which no other question has. */
export function choiceOf(number: number, which: 1 | 2): string {
  return `Way ${which} of ${number} it is`;
}

/** The mark of a typed reply. No mark is a part of another. */
export function replyMark(number: number): string {
  return `reply ${number}.`;
}
