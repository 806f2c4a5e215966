import { z } from 'zod';
import { SandboxSlackError } from '../errors.js';
import type { JsonObject } from '../model.js';
import { readView } from '../read-view.js';
import type { DeliveryOutcome } from '../socket/envelope.js';
import type { ShownView } from '../views.js';
import { type InteractDeps, interactionHead } from './interact.js';
import { knownUser, knownView } from './known.js';

export type SubmitAction = {
  readonly user: string;
  readonly viewId: string;
  /** What was filled in, by `block_id` and `action_id`, in Slack's shape: `{type, value}`. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
};

/** What the member sees after pressing the submit button. */
export type Submitted =
  | { readonly kind: 'closed' }
  | { readonly kind: 'errors'; readonly errors: Readonly<Record<string, string>> }
  | { readonly kind: 'updated'; readonly view: ShownView }
  /** The app answered with something Slack would not show; the modal stays with an error sign. */
  | { readonly kind: 'refused'; readonly problems: readonly string[] }
  | { readonly kind: 'not_acknowledged'; readonly outcome: DeliveryOutcome };

const responseSchema = z.union([
  z.object({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string()) }),
  z.object({ response_action: z.literal('update'), view: z.unknown() }),
  z.object({ response_action: z.literal('clear') }),
  z.object({ response_action: z.undefined().optional() }),
]);

/**
 * Submits a modal and resolves with what the app's acknowledgement makes of it.
 * @throws SandboxSlackError `unknown_user`, `unknown_view`, `not_a_modal`
 */
export async function submitView(deps: InteractDeps, action: SubmitAction): Promise<Submitted> {
  const user = knownUser(deps.workspace, action.user);
  const shown = knownView(deps.views, action.viewId, user.id);
  if (shown.type !== 'modal' || shown.view.submit === undefined) {
    throw new SandboxSlackError('not_a_modal', `${shown.id} has no submit button`);
  }
  const payload = {
    ...interactionHead(deps, 'view_submission', user),
    trigger_id: deps.triggers.issue(user.id),
    view: { ...shown.view, state: { values: action.values ?? {} } },
    response_urls: [],
  };
  const { outcome } = deps.send({ type: 'interactive', acceptsResponse: true, payload });
  const result = await outcome;
  if (result.kind !== 'acknowledged') return { kind: 'not_acknowledged', outcome: result };
  return applied(deps, shown, result.response);
}

function applied(deps: InteractDeps, shown: ShownView, response: unknown): Submitted {
  const parsed = responseSchema.safeParse(response);
  if (!parsed.success) return { kind: 'refused', problems: ['unknown response_action'] };
  switch (parsed.data.response_action) {
    case 'errors':
      return { kind: 'errors', errors: parsed.data.errors };
    case 'update': {
      const result = readView(parsed.data.view);
      if (result.kind === 'view') return { kind: 'updated', view: deps.views.update(shown, result.view) };
      const problems = result.kind === 'invalid' ? result.problems : ['view_too_large'];
      return { kind: 'refused', problems };
    }
    default:
      deps.views.close(shown);
      return { kind: 'closed' };
  }
}
