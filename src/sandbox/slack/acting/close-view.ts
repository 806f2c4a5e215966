import { SandboxSlackError } from '../errors.js';
import type { Delivery } from '../socket/envelope.js';
import { type InteractDeps, interactionHead } from './interact.js';
import { knownUser, knownView } from './known.js';

/**
 * Dismisses a modal. The app hears of it (`view_closed`) only when the view asked for that; else `null`.
 * @throws SandboxSlackError `unknown_user`, `unknown_view`, `not_a_modal`
 */
export function closeView(
  deps: InteractDeps,
  action: { readonly user: string; readonly viewId: string },
): Delivery | null {
  const user = knownUser(deps.workspace, action.user);
  const shown = knownView(deps.views, action.viewId, user.id);
  if (shown.type !== 'modal') throw new SandboxSlackError('not_a_modal', `${shown.id} cannot be closed`);
  deps.views.close(shown);
  if (shown.view.notify_on_close !== true) return null;
  const payload = {
    ...interactionHead(deps, 'view_closed', user),
    view: shown.view,
    is_cleared: false,
  };
  return deps.send({ type: 'interactive', acceptsResponse: false, payload });
}
