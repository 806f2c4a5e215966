import type { JsonObject, SlackMessage } from './model.js';
import type { Workspace } from './workspace.js';

/**
 * A message as `conversations.*` and events show it: a root with replies carries its thread's counts,
 * reactions are folded in, metadata only when asked for.
 */
export function wireMessage(
  workspace: Workspace,
  message: SlackMessage,
  { metadata = false }: { metadata?: boolean } = {},
): JsonObject {
  const { channel, metadata: stored, ...shown } = message;
  const replies = workspace.replies(channel, message.ts);
  const reactions = workspace.reactions(channel, message.ts);
  const root = message.thread_ts === undefined ? undefined : workspace.message(channel, message.thread_ts);
  return {
    ...shown,
    ...(root?.user === undefined ? {} : { parent_user_id: root.user }),
    ...(replies.length === 0 ? {} : threadCounts(message.ts, replies)),
    ...(reactions.length === 0 ? {} : { reactions }),
    ...(metadata && stored !== undefined ? { metadata: stored } : {}),
  };
}

function threadCounts(ts: string, replies: readonly SlackMessage[]): JsonObject {
  const users = [...new Set(replies.flatMap((reply) => reply.user ?? []))];
  return {
    thread_ts: ts,
    reply_count: replies.length,
    reply_users_count: users.length,
    reply_users: users,
    latest_reply: replies.at(-1)?.ts,
  };
}
