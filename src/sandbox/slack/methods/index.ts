import { appsConnectionsOpen } from './apps-connections-open.js';
import { authTest } from './auth-test.js';
import { chatDelete } from './chat-delete.js';
import { chatGetPermalink } from './chat-get-permalink.js';
import { chatPostEphemeral } from './chat-post-ephemeral.js';
import { chatPostMessage } from './chat-post-message.js';
import { chatUpdate } from './chat-update.js';
import { conversationsHistory } from './conversations-history.js';
import { conversationsInfo } from './conversations-info.js';
import { conversationsReplies } from './conversations-replies.js';
import type { Method } from './method.js';
import { reactionsAdd, reactionsRemove } from './reactions.js';
import { usersInfo } from './users-info.js';
import { viewsOpen } from './views-open.js';
import { viewsPublish } from './views-publish.js';
import { viewsUpdate } from './views-update.js';

/** Every Web API method that the local Slack answers; any other name is `unknown_method`. */
export const METHODS: ReadonlyMap<string, Method> = new Map([
  ['apps.connections.open', appsConnectionsOpen],
  ['auth.test', authTest],
  ['chat.delete', chatDelete],
  ['chat.getPermalink', chatGetPermalink],
  ['chat.postEphemeral', chatPostEphemeral],
  ['chat.postMessage', chatPostMessage],
  ['chat.update', chatUpdate],
  ['conversations.history', conversationsHistory],
  ['conversations.info', conversationsInfo],
  ['conversations.replies', conversationsReplies],
  ['reactions.add', reactionsAdd],
  ['reactions.remove', reactionsRemove],
  ['users.info', usersInfo],
  ['views.open', viewsOpen],
  ['views.publish', viewsPublish],
  ['views.update', viewsUpdate],
]);
