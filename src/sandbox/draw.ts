import { z } from 'zod';
import type { SlackMessage } from './slack/model.js';

const text = z.looseObject({ text: z.string() });
const block = z.looseObject({
  type: z.string(),
  text: text.optional(),
  elements: z
    .array(
      z.looseObject({
        text: z.union([z.string(), text]).optional(),
        options: z.array(z.looseObject({ text })).optional(),
      }),
    )
    .optional(),
});

/** What a message's blocks say below its text, in a line each: the outcome of its question, and its controls. */
export function drawBelow(message: SlackMessage): string[] {
  return (message.blocks ?? []).flatMap((raw) => {
    const parsed = block.safeParse(raw);
    if (!parsed.success) return [];
    const { type, text: own, elements = [] } = parsed.data;
    // Outcomes start with one of these; everything else of a section stands in the message's text already.
    if (type === 'section') return own && /^(?:✅|⚠️|☑️)/u.test(own.text) ? own.text.split('\n') : [];
    if (type !== 'actions') return [];
    const labels = elements.flatMap(({ text: label, options }) =>
      options
        ? options.map((option) => option.text.text)
        : [typeof label === 'string' ? label : (label?.text ?? '')],
    );
    return [labels.map((label) => `[${label}]`).join(' ')];
  });
}
