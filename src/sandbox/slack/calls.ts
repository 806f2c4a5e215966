import type { Changes } from './changes.js';
import type { JsonObject } from './model.js';

/** Which of the two tokens a request carried. The token itself is never kept. */
export type TokenKind = 'bot' | 'app' | 'unknown' | 'none';

/** One request to the Web API, as answered. */
export type CallRecord = {
  readonly method: string;
  /** Arguments as sent, without any `token`; JSON in a form field is already parsed. */
  readonly args: JsonObject;
  readonly token: TokenKind;
  /** HTTP status; 0 when the connection was destroyed before the answer was complete. */
  readonly status: number;
  /** `error` of the answer; absent when it was `ok` or no Slack answer at all. */
  readonly error?: string;
  /** The scripted fault that shaped the answer, if one did. */
  readonly fault?: string;
  /** Milliseconds since 1970 on the workspace's clock, when the answer was decided. */
  readonly at: number;
};

/** Every request so far, oldest first. */
export class CallLog {
  readonly #calls: CallRecord[] = [];
  readonly #changes: Changes;

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  add(call: CallRecord): void {
    this.#calls.push(call);
    this.#changes.emit('call', call);
  }

  /** All calls, or those of one method. */
  list(method?: string): readonly CallRecord[] {
    return method === undefined ? [...this.#calls] : this.#calls.filter((call) => call.method === method);
  }
}
