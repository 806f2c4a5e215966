/** One thing that is looked at: whether it is well, what it is doing, and why it is not well. */
export type Check = { ok: boolean; state: string; reason?: string };

/** What the app is told to do, as far as it decides what must be well. */
export type Wants = {
  /** Whether it takes Slack's events over Socket Mode. */
  socket: boolean;
  source: 'stream' | 'log';
};

/** Milliseconds without a byte after which the stream is not fresh: the-loop sends a keep-alive every 15 s. */
export const FRESH_MS = 45_000;

/** What the rooms say about themselves, kept for whoever asks. Every method but `check…` is called by them. */
export class VitalSigns {
  readonly #wants: Wants;
  readonly #now: () => number;
  #socket: { state: 'connected' | 'waiting' | 'connecting'; reason?: string } = { state: 'connecting' };
  #source: { state: string; reason?: string } = { state: 'connecting' };
  #reconnects = 0;
  #wasConnected = false;
  #leading = false;
  #byteAt: number | undefined;
  #stopping = false;

  /** @param now milliseconds on a clock that never jumps */
  constructor(wants: Wants, now: () => number = () => performance.now()) {
    this.#wants = wants;
    this.#now = now;
  }

  socketIs(socket: { state: 'connected' | 'waiting'; reason?: string }): void {
    const opened = socket.state === 'connected' && this.#socket.state !== 'connected';
    if (opened && this.#wasConnected) this.#reconnects += 1;
    if (opened) this.#wasConnected = true;
    this.#socket = socket;
  }

  sourceIs(source: { state: 'connecting' | 'live' | 'waiting'; reason?: string }): void {
    this.#source = source;
  }

  /** Something of the-loop arrived. */
  byte(): void {
    this.#byteAt = this.#now();
  }

  /** Whether this process is the one that follows the stream. What an earlier time of leading saw counts no more. */
  leads(leading: boolean): void {
    this.#leading = leading;
    this.#byteAt = undefined;
    this.#source = { state: 'connecting' };
  }

  stops(): void {
    this.#stopping = true;
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  /** Undefined where no Socket Mode is wanted. */
  get socketConnected(): boolean | undefined {
    return this.#wants.socket ? this.#socket.state === 'connected' : undefined;
  }

  /** How often the socket was connected again after it had been. */
  get reconnects(): number {
    return this.#reconnects;
  }

  /** Undefined where the source is a log file, which every replica reads for itself. */
  get leading(): boolean | undefined {
    return this.#wants.source === 'stream' ? this.#leading : undefined;
  }

  /** Milliseconds since the-loop's last byte; undefined while nothing is followed or nothing has come. */
  get silentMs(): number | undefined {
    return this.#leading && this.#byteAt !== undefined ? this.#now() - this.#byteAt : undefined;
  }

  checkSocket(): Check {
    if (!this.#wants.socket) return { ok: true, state: 'not wanted' };
    const { state, reason } = this.#socket;
    if (state === 'connected') return { ok: true, state };
    return { ok: false, state, reason: reason ?? 'not connected yet' };
  }

  checkSource(): Check {
    const { state, reason } = this.#source;
    if (this.#wants.source === 'log') {
      return state === 'live' ? { ok: true, state } : { ok: false, state, reason: reason ?? 'not read yet' };
    }
    if (!this.#leading) return { ok: true, state: 'standby' };
    const silent = this.silentMs;
    if (silent === undefined) return { ok: false, state, reason: reason ?? 'not connected yet' };
    if (silent <= FRESH_MS) return { ok: true, state };
    const silence = `no byte for ${Math.round(silent / 1000)} s`;
    return { ok: false, state, reason: reason === undefined ? silence : `${silence}: ${reason}` };
  }
}
