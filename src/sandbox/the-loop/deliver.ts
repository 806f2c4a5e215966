import { missingFields } from './http.js';
import { type Answer, refusal, type SessionState, sessionAnswer } from './sessions.js';

/** An answer that reached a session. `ref` of a standing session is `standing:<name>`. */
export type Delivered = { ref: string; text: string; actor: string; comment: boolean };

export type Deliveries = {
  stateOf(ref: string): SessionState;
  /** Called before the answer goes out, as the-loop's `session.reply_sent` is on the stream before its answer. */
  delivered(delivery: Delivered): void;
};

const REF = /^[a-z]+:(?:[^/\s#]+\/)?[^/\s#]+\/[^/\s#]+#\d+$/;

/** `POST /api/v1/sessions/reply`: what the-loop answers to a body, delivering where the session takes it. */
export function answerReply(body: Record<string, unknown> | undefined, deliveries: Deliveries): Answer {
  return answer(body, 'ref', deliveries, (ref) => {
    if (REF.test(ref)) return ref;
    return refusal(
      400,
      `invalid work-item ref '${ref}'; expected <provider>:[<host>/]<owner>/<repo>#<number> (e.g. github:octo/repo#15, github:ghe.corp.example/octo/repo#15)`,
    );
  });
}

/** `POST /api/v1/standing-sessions/say`: the same for a session with a name and no ticket. */
export function answerSay(body: Record<string, unknown> | undefined, deliveries: Deliveries): Answer {
  return answer(body, 'name', deliveries, (name) => `standing:${name}`);
}

function answer(
  body: Record<string, unknown> | undefined,
  target: 'ref' | 'name',
  deliveries: Deliveries,
  refOf: (value: string) => string | Answer,
): Answer {
  const value = body?.[target];
  const text = body?.text;
  if (typeof value !== 'string' || typeof text !== 'string') {
    const fields = { [target]: value, text };
    return missingFields(Object.keys(fields).filter((name) => typeof fields[name] !== 'string'));
  }
  const ref = refOf(value);
  if (typeof ref !== 'string') return ref;
  if (text.trim() === '') return refusal(400, 'the reply text is empty; nothing to deliver');
  const state = deliveries.stateOf(ref);
  if (state === 'live') {
    const actor = typeof body?.actor === 'string' ? body.actor : 'unknown';
    deliveries.delivered({ ref, text, actor, comment: body?.comment !== false });
  }
  return sessionAnswer(ref, state);
}
