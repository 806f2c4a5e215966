import type { Identity, JsonObject, User } from '../model.js';
import type { ResponseUrls } from '../response-urls.js';
import type { Delivery, Notice } from '../socket/envelope.js';
import type { Triggers } from '../triggers.js';
import type { Views } from '../views.js';
import { wireMessage } from '../wire-message.js';
import type { Workspace } from '../workspace.js';
import { actionOf, type ControlChoice, findControl } from './find-control.js';
import { knownChannel, knownMessage, knownUser, knownView } from './known.js';

export type PressAction = ControlChoice & {
  readonly user: string;
  readonly channel: string;
  readonly messageTs: string;
};

export type PressInViewAction = ControlChoice & { readonly user: string; readonly viewId: string };

/** A press on its way to the app, with the trigger it carries and its own timestamp. */
export type Pressed = Delivery & { readonly triggerId: string; readonly actionTs: string };

export type InteractDeps = {
  readonly workspace: Workspace;
  readonly views: Views;
  readonly triggers: Triggers;
  readonly identity: Identity;
  readonly responseUrls: ResponseUrls;
  readonly send: (notice: Notice) => Delivery;
};

/** What every interaction payload says about who and where. */
export function interactionHead(deps: InteractDeps, type: string, user: User): JsonObject {
  const { team, appId } = deps.identity;
  return {
    type,
    user: { id: user.id, username: user.name, name: user.name, team_id: team.id },
    api_app_id: appId,
    team: { id: team.id, domain: team.domain },
    enterprise: null,
    is_enterprise_install: false,
  };
}

/**
 * Presses a button or takes an option on a message as it stands now.
 * @throws SandboxSlackError when the member, channel, message, control or option is not there
 */
export function press(deps: InteractDeps, action: PressAction): Pressed {
  const { workspace } = deps;
  const user = knownUser(workspace, action.user);
  const channel = knownChannel(workspace, action.channel);
  const message = knownMessage(workspace, channel.id, action.messageTs);
  const control = findControl(message.blocks ?? [], action);
  const threadTs = message.thread_ts === undefined ? {} : { thread_ts: message.thread_ts };
  return sendActions(deps, user, (actionTs) => actionOf(control, action, actionTs), {
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: channel.id,
      is_ephemeral: false,
      ...threadTs,
    },
    channel: { id: channel.id, name: channel.name },
    message: wireMessage(workspace, message, { metadata: true }),
    state: { values: {} },
    response_url: deps.responseUrls.issue({ channel: channel.id, ts: message.ts, user: user.id }),
  });
}

/**
 * The same on a modal or App Home that the member has open.
 * @throws SandboxSlackError when the member, view, control or option is not there
 */
export function pressInView(deps: InteractDeps, action: PressInViewAction): Pressed {
  const user = knownUser(deps.workspace, action.user);
  const shown = knownView(deps.views, action.viewId, user.id);
  const control = findControl(blocksOf(shown.view), action);
  return sendActions(deps, user, (actionTs) => actionOf(control, action, actionTs), {
    container: { type: 'view', view_id: shown.id },
    view: shown.view,
  });
}

function sendActions(
  deps: InteractDeps,
  user: User,
  actionAt: (actionTs: string) => JsonObject,
  where: JsonObject,
): Pressed {
  const actionTs = deps.workspace.nextTs();
  const triggerId = deps.triggers.issue(user.id);
  const payload = {
    ...interactionHead(deps, 'block_actions', user),
    trigger_id: triggerId,
    ...where,
    actions: [actionAt(actionTs)],
  };
  return { ...deps.send({ type: 'interactive', acceptsResponse: false, payload }), triggerId, actionTs };
}

function blocksOf(view: JsonObject): readonly JsonObject[] {
  return Array.isArray(view.blocks) ? view.blocks : [];
}
