import type { Stage } from '../stage.js';
import type { FaultName } from './client/wire.js';

/** What the Slack calls that post something answer while the rate limit is on: wait so many seconds. */
const RETRY_AFTER = 2;

const POSTING = ['chat.postMessage', 'chat.update', 'chat.postEphemeral', 'reactions.add'];

const OFF: Record<FaultName, boolean> = {
  duplicates: false,
  'rate-limit': false,
  'github-down': false,
  'loop-down': false,
  'no-session': false,
  'app-down': false,
};

/** The faults that a sceptic can switch on, and which of them are on. All are off in a new world. */
export class Switches {
  readonly #stage: Stage;
  #on = { ...OFF };

  constructor(stage: Stage) {
    this.#stage = stage;
    stage.onReset(() => {
      this.#on = { ...OFF };
    });
  }

  all(): Record<FaultName, boolean> {
    return { ...this.#on, 'app-down': this.#stage.state === 'down' };
  }

  /** @param items the work items whose sessions `no-session` takes away */
  async set(name: FaultName, on: boolean, items: readonly string[]): Promise<void> {
    if (this.all()[name] === on) return;
    this.#on[name] = on;
    const { slack, ticket, loop } = this.#stage.world;
    switch (name) {
      case 'duplicates':
        return slack.faults.duplicateEvents(on ? 2 : 1);
      case 'rate-limit':
        if (!on) return slack.faults.clear();
        for (const method of POSTING) {
          const fault = { kind: 'ratelimited', retryAfter: RETRY_AFTER } as const;
          slack.faults.next(method, fault, Number.POSITIVE_INFINITY);
        }
        return;
      case 'github-down':
        return ticket.faults.down(on);
      case 'loop-down':
        return loop.faults.down(on);
      case 'no-session':
        for (const item of items) loop.setSession(item, on ? 'none' : 'live');
        return;
      case 'app-down':
        return on ? this.#stage.kill() : this.#stage.revive();
    }
  }
}
