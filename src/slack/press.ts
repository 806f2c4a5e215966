import { z } from 'zod';
import { ACTION, parseChoiceValue, parseMenuChoice } from '#blocks/ids.js';

const body = z.looseObject({
  type: z.literal('block_actions'),
  trigger_id: z.string().optional(),
  user: z.looseObject({ id: z.string() }),
  channel: z.looseObject({ id: z.string() }).optional(),
  message: z
    .looseObject({ ts: z.string(), thread_ts: z.string().optional(), blocks: z.unknown().optional() })
    .optional(),
  view: z.looseObject({ id: z.string(), private_metadata: z.string().optional() }).optional(),
  actions: z
    .array(
      z.looseObject({
        action_id: z.string(),
        block_id: z.string().optional(),
        action_ts: z.string(),
        value: z.string().optional(),
        selected_option: z.looseObject({ value: z.string() }).nullish(),
      }),
    )
    .min(1),
});

/** A press on a control: who, where, and what it carries. */
export type Press = {
  user: string;
  /** Undefined in a modal. */
  channel: string | undefined;
  messageTs: string | undefined;
  threadTs: string | undefined;
  /** Whether the thread has replies: Slack shows a line for one member in no other. */
  hasThread: boolean;
  /** Where the message's own link button leads. */
  githubUrl: string | undefined;
  /** The press's own timestamp, by which a second delivery of it is known. */
  actionTs: string;
  actionId: string;
  blockId: string;
  value: string | undefined;
  triggerId: string | undefined;
  view: { id: string; privateMetadata: string } | undefined;
};

const linkButtons = z.array(
  z.looseObject({
    elements: z
      .array(z.looseObject({ action_id: z.string().optional(), url: z.string().optional() }))
      .optional(),
  }),
);

/** The address behind a message's Open on GitHub: all that is left of a question whose row was pruned. */
function githubUrlOf(blocks: unknown): string | undefined {
  const elements = linkButtons.safeParse(blocks).data?.flatMap((block) => block.elements ?? []) ?? [];
  return elements.find(({ action_id }) => action_id === ACTION.openOnGitHub)?.url;
}

/** The choice that a press stands for; undefined when it is on something else. */
export function choiceOf({ value, blockId }: Press): { questionId: string; number: number } | undefined {
  return value === undefined ? undefined : (parseChoiceValue(value) ?? parseMenuChoice(blockId, value));
}

/** Where a line for the member who pressed is seen: the thread when it has replies, else the channel. */
export function besidePress({ user, channel, threadTs, hasThread }: Press) {
  return channel === undefined ? undefined : { user, channel, threadTs: hasThread ? threadTs : undefined };
}

/** Reads a `block_actions` payload; undefined when it is none. */
export function readPress(payload: unknown): Press | undefined {
  const parsed = body.safeParse(payload);
  if (!parsed.success) return undefined;
  const { user, channel, message, view, actions, trigger_id } = parsed.data;
  const [action] = actions;
  if (!action) return undefined;
  return {
    user: user.id,
    channel: channel?.id,
    messageTs: message?.ts,
    threadTs: message?.thread_ts ?? message?.ts,
    hasThread: message?.thread_ts !== undefined,
    githubUrl: githubUrlOf(message?.blocks),
    blockId: action.block_id ?? '',
    actionTs: action.action_ts,
    actionId: action.action_id,
    value: action.selected_option?.value ?? action.value,
    triggerId: trigger_id,
    view: view === undefined ? undefined : { id: view.id, privateMetadata: view.private_metadata ?? '' },
  };
}
