import { z } from 'zod';
import { MethodFailure } from './errors.js';
import { flag } from './methods/args.js';
import { checkedContent } from './methods/content.js';
import type { MethodContext } from './methods/method.js';
import { removeMessage } from './remove-message.js';
import type { ResponseTarget } from './response-urls.js';

const responseArgs = z.object({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  response_type: z.enum(['ephemeral', 'in_channel']).default('ephemeral'),
  replace_original: flag.optional(),
  delete_original: flag.optional(),
  thread_ts: z.string().optional(),
});

/**
 * Carries out what an app posts to a `response_url`: an ephemeral line unless it asks for a message in the
 * channel, for the original to be replaced, or for it to be deleted.
 * @throws MethodFailure what `chat.postMessage` would answer about the content
 */
export function respond(context: MethodContext, target: ResponseTarget, body: unknown): void {
  const parsed = responseArgs.safeParse(body);
  if (!parsed.success) throw new MethodFailure('invalid_payload');
  const args = parsed.data;
  const { workspace, feed, identity } = context;
  const original = workspace.message(target.channel, target.ts);
  if (args.delete_original === true) {
    if (original !== undefined) removeMessage(workspace, feed, original);
    return;
  }
  const content = checkedContent(args);
  if (args.replace_original === true && original !== undefined) {
    const { blocks: _shownBefore, ...kept } = original;
    const edited = { user: identity.botUserId, ts: workspace.nextTs() };
    const after = { ...kept, ...content, edited };
    workspace.replace(after);
    feed.edited(original, after);
    return;
  }
  const thread = args.thread_ts === undefined ? {} : { thread_ts: args.thread_ts };
  if (args.response_type === 'ephemeral') {
    workspace.addEphemeral({ channel: target.channel, user: target.user, ...content, ...thread });
    return;
  }
  const { botUserId: user, botId: bot_id, appId: app_id } = identity;
  feed.posted(workspace.add({ channel: target.channel, user, bot_id, app_id, ...content, ...thread }));
}
