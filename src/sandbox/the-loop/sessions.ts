/**
 * How a work item's session answers a reply: `live` takes it, `paused` holds it (400), `dead` has no pane (404), `none` is
 * not registered (404), `ambiguous` is claimed by two instances (409), `flaky` has transient terminal trouble (200,
 * `delivered: false`).
 */
export type SessionState = 'live' | 'paused' | 'dead' | 'none' | 'ambiguous' | 'flaky';

/** An answer of a route: a status and the JSON it carries. */
export type Answer = { status: number; body: Record<string, unknown> };

/** What the-loop answers for a session in a state. The sentences are a running the-loop's (test/fixtures/the-loop). */
export function sessionAnswer(ref: string, state: SessionState): Answer {
  switch (state) {
    case 'live':
      return delivery(ref, true, 'delivered the reply into loop-local (session.reply_sent)');
    case 'flaky':
      return delivery(ref, false, 'the terminal did not take the paste');
    case 'paused':
      return refusal(400, `the session for ${ref} is paused and delivery is held; resume it first`);
    case 'dead':
      return refusal(
        404,
        `the session for ${ref} has no live tmux pane to paste into — a reply never respawns one; answer on the ticket, or start/resume the work item first`,
      );
    case 'none':
      return refusal(
        404,
        `no session registered for ${ref} — a reply never spawns one; answer on the ticket, or start the work item first`,
      );
    case 'ambiguous':
      return {
        status: 409,
        body: { detail: `two instances answer for ${ref}`, candidates: [`${ref}@one`, `${ref}@two`] },
      };
  }
}

/** A `{detail}` answer, the shape of every refusal. */
export function refusal(status: number, detail: string): Answer {
  return { status, body: { detail } };
}

function delivery(workItem: string, delivered: boolean, text: string): Answer {
  return {
    status: 200,
    body: {
      workItem,
      delivered,
      exitCode: delivered ? 0 : 1,
      messages: [{ stream: delivered ? 'out' : 'err', text }],
    },
  };
}
