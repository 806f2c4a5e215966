import type { Place } from './cursor.js';

/** The position of a first start: from the log's end at `heardAt` on, with no offset known yet. */
const STARTED = 'start';

/** The position that asks the-loop for the whole of a log that started over. No record ends there, so no other place looks like it. */
const REPLAY = '0';

/**
 * Milliseconds a catch-up reaches back behind the last record heard. Several processes stamp a record and then append it,
 * so a record can stand behind one with a later stamp. What is heard twice is known by its key.
 */
export const OVERLAP_MS = 10_000;

const OFFSET = /^\d{1,16}$/;

/**
 * How far the stream has been heard. `heardAt` stands still while a catch-up is owed, so that a restart in between
 * still owes it: it always means that everything written before it was handed on.
 */
export class Progress {
  #position: string;
  #heardAt: Date;
  #latest: Date;
  readonly #floor: number;
  #owed = false;

  /** From a kept place; `null` is a first start, which wants nothing from before this moment. */
  constructor(kept: Place | null) {
    const place = kept ?? { position: STARTED, heardAt: new Date() };
    this.#floor = kept === null ? place.heardAt.getTime() : 0;
    this.#position = place.position;
    this.#heardAt = place.heardAt;
    this.#latest = place.heardAt;
  }

  get place(): Place {
    return { position: this.#position, heardAt: this.#heardAt };
  }

  /** The `Last-Event-ID` to resume with; undefined to go on from the log's end. */
  get lastEventId(): string | undefined {
    return OFFSET.test(this.#position) ? this.#position : undefined;
  }

  get replaying(): boolean {
    return this.#position === REPLAY;
  }

  /** Whether something before the frames of the stream has yet to be caught up. */
  get owed(): boolean {
    return this.#owed;
  }

  /** The time from which on a catch-up asks. */
  get since(): Date {
    const reach = this.#position === STARTED ? 0 : OVERLAP_MS;
    const from = Math.min(this.#heardAt.getTime(), Date.now()) - reach;
    return new Date(Math.max(this.#floor, from, 0));
  }

  /** A frame of the stream was dealt with: its id, and when its record was written. */
  advance(id: string | undefined, at: Date | undefined): void {
    if (id !== undefined && OFFSET.test(id)) this.#position = id;
    if (at !== undefined) this.#latest = notAhead(at);
    if (!this.#owed) this.#heardAt = this.#latest;
  }

  /**
   * A record of a catch-up was dealt with. They come oldest first, so what is owed shrinks with each, and a catch-up that
   * breaks off goes on from there: one that is too long for a single connection still comes to its end.
   */
  caughtUpTo(at: Date | undefined): void {
    if (at === undefined) return;
    this.#heardAt = later(this.#heardAt, notAhead(at));
    this.#latest = later(this.#latest, this.#heardAt);
  }

  /** The offset is worth nothing any more: what comes next is from the log's end, and what is missing is owed. */
  lose(): void {
    if (this.#position !== STARTED) this.#position = '';
    this.#owed = true;
  }

  /** Frames were left out behind an offset that still holds. */
  owe(): void {
    this.#owed = true;
  }

  /** Asks for the log from its first byte at the next connection. */
  replay(): void {
    this.#position = REPLAY;
    this.#owed = true;
  }

  /** What was owed has been heard. */
  settle(): void {
    this.#owed = false;
    this.#heardAt = this.#latest;
  }
}

/** A stamp of a clock that runs ahead counts as now, or nothing would be asked for until that time has come. */
function notAhead(at: Date): Date {
  return new Date(Math.min(at.getTime(), Date.now()));
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
