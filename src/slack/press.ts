import { z } from 'zod';

const body = z.looseObject({
  type: z.literal('block_actions'),
  trigger_id: z.string().optional(),
  user: z.looseObject({ id: z.string() }),
  channel: z.looseObject({ id: z.string() }).optional(),
  message: z.looseObject({ ts: z.string(), thread_ts: z.string().optional() }).optional(),
  view: z.looseObject({ id: z.string(), private_metadata: z.string().optional() }).optional(),
  actions: z
    .array(
      z.looseObject({
        action_id: z.string(),
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
  /** The press's own timestamp, by which a second delivery of it is known. */
  actionTs: string;
  actionId: string;
  value: string | undefined;
  triggerId: string | undefined;
  view: { id: string; privateMetadata: string } | undefined;
};

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
    actionTs: action.action_ts,
    actionId: action.action_id,
    value: action.selected_option?.value ?? action.value,
    triggerId: trigger_id,
    view: view === undefined ? undefined : { id: view.id, privateMetadata: view.private_metadata ?? '' },
  };
}
