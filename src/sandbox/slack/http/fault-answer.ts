import type { Fault } from '../faults.js';
import type { Answer } from './answer.js';

/** @param retryAfter seconds */
export function rateLimited(retryAfter: number): Answer {
  return {
    kind: 'json',
    status: 429,
    body: { ok: false, error: 'ratelimited' },
    headers: { 'retry-after': String(retryAfter) },
  };
}

/** The answer that a fault gives instead of processing; `undefined` when the call is processed all the same. */
export function answerOfFault(fault: Fault): Answer | undefined {
  const headers = {};
  switch (fault.kind) {
    case 'ratelimited':
      return rateLimited(fault.retryAfter);
    case 'http':
      return { kind: 'raw', status: fault.status, body: fault.body ?? '', headers };
    case 'error':
      return { kind: 'json', status: 200, body: { ok: false, error: fault.error }, headers };
    case 'garbage':
      return { kind: 'raw', status: 200, body: '<html><body>Our hamsters are tired', headers };
    case 'reset':
      return { kind: 'reset' };
    case 'reset-after':
    case 'cut':
    case 'delay':
    case 'hang':
      return undefined;
  }
}
