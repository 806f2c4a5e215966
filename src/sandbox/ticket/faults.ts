/** One way the next request goes wrong. */
export type TicketFault =
  /** Answered without looking at it. */
  | {
      readonly kind: 'http';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /** The connection dies before the request is looked at. */
  | { readonly kind: 'reset' }
  /** The request is done, then the connection dies without an answer: the caller cannot know. */
  | { readonly kind: 'reset-after' }
  /** The request is done, then half of the answer is sent and the connection destroyed. */
  | { readonly kind: 'cut' }
  /** Done and answered, but only after so many milliseconds. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Done, and answered with bytes that are not JSON. */
  | { readonly kind: 'garbage' };

/** Which requests a fault waits for; any when it does not say. */
export type FaultTarget = 'GET' | 'POST';

/** The faults that wait for a request, first come first served. */
export class FaultQueue {
  readonly #waiting: { fault: TicketFault; on: FaultTarget | undefined }[] = [];
  readonly #made: TicketFault[] = [];

  /** The faults that met a request so far, oldest first. */
  get made(): readonly TicketFault[] {
    return this.#made;
  }

  add(fault: TicketFault, times: number, on: FaultTarget | undefined): void {
    for (let i = 0; i < times; i += 1) this.#waiting.push({ fault, on });
  }

  /** Forgets the faults that are still waiting. */
  clear(): void {
    this.#waiting.length = 0;
  }

  take(method: string): TicketFault | undefined {
    const at = this.#waiting.findIndex(({ on }) => on === undefined || on === method);
    const fault = at < 0 ? undefined : this.#waiting.splice(at, 1)[0]?.fault;
    if (fault !== undefined) this.#made.push(fault);
    return fault;
  }
}

/** GitHub's answer to writing too fast: a 403 that only its header and documentation link tell from a refusal. */
export function secondaryRateLimit(retryAfterSeconds: number): TicketFault {
  return {
    kind: 'http',
    status: 403,
    headers: { 'retry-after': String(retryAfterSeconds) },
    body: {
      message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
      documentation_url:
        'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits',
    },
  };
}
