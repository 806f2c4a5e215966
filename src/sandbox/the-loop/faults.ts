/** A route of the local the-loop. */
export type Route = 'stream' | 'events' | 'reply' | 'say' | 'health';

/**
 * Something going wrong with one request. `http` answers at once; `reset` cuts the connection before the request is
 * looked at; `reset-after` does what was asked and cuts instead of answering; `cut` does it, and breaks off in the middle of the answer; `delay` answers late (milliseconds);
 * `garbage` does what was asked and answers 200 with something that is not JSON. On the stream the last ones open it, and
 * then cut it or write frames that are none.
 */
export type Fault =
  | { kind: 'http'; status: number; headers?: Record<string, string>; body?: unknown }
  | { kind: 'reset' }
  | { kind: 'reset-after' }
  | { kind: 'cut' }
  | { kind: 'delay'; ms: number }
  | { kind: 'garbage' };

/** The faults waiting for each route, taken one a request in the order they were set. */
export class FaultQueue {
  readonly #waiting = new Map<Route, Fault[]>();
  readonly #made: { route: Route; fault: Fault }[] = [];

  /** The faults that met a request so far, oldest first. */
  get made(): readonly { route: Route; fault: Fault }[] {
    return this.#made;
  }

  /** Sets a fault for the next `times` requests to a route. */
  next(route: Route, fault: Fault, times = 1): void {
    const queue = this.#waiting.get(route) ?? [];
    queue.push(...Array.from({ length: times }, () => fault));
    this.#waiting.set(route, queue);
  }

  /** Forgets the faults that are still waiting for a route. */
  clear(route: Route): void {
    this.#waiting.delete(route);
  }

  take(route: Route): Fault | undefined {
    const fault = this.#waiting.get(route)?.shift();
    if (fault !== undefined) this.#made.push({ route, fault });
    return fault;
  }
}
