import type { JsonObject } from '../model.js';

/** What became of an envelope. Only the first acknowledgement of any of its copies counts. */
export type DeliveryOutcome =
  /** The app acknowledged; `response` is the payload it sent along, `{}` when it sent none. */
  | { readonly kind: 'acknowledged'; readonly attempts: number; readonly response: unknown }
  /** Sent as often as Slack sends, never acknowledged. */
  | { readonly kind: 'unacknowledged'; readonly attempts: number }
  /** No connection was open for as long as Slack keeps trying (interactions: at that moment). */
  | { readonly kind: 'no_connection' }
  /** A scripted fault swallowed it (`faults.loseEvents`). */
  | { readonly kind: 'lost' }
  /** The server closed first. */
  | { readonly kind: 'closed' };

/** One thing to tell the app, before it is put in an envelope. */
export type Notice = {
  readonly type: 'events_api' | 'interactive';
  readonly payload: JsonObject;
  /** Whether the app may answer inside its acknowledgement (view submissions). */
  readonly acceptsResponse: boolean;
};

/** A notice on its way. `outcome` never rejects. */
export type Delivery = { readonly outcome: Promise<DeliveryOutcome> };

/** The envelope as the client reads it. `attempt` is 0 on first sending. */
export function envelopeJson(id: string, notice: Notice, attempt: number): string {
  const retry =
    notice.type === 'events_api'
      ? { retry_attempt: attempt, retry_reason: attempt === 0 ? '' : 'timeout' }
      : {};
  return JSON.stringify({
    envelope_id: id,
    type: notice.type,
    accepts_response_payload: notice.acceptsResponse,
    ...retry,
    payload: notice.payload,
  });
}
