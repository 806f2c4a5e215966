import { z } from 'zod';
import { withGeneratedIds } from './blocks/generated-ids.js';
import { viewProblems, viewTooLarge } from './validate/index.js';
import type { ViewSource } from './views.js';

const viewShape = z.looseObject({
  type: z.enum(['modal', 'home']),
  blocks: z.array(z.record(z.string(), z.unknown())),
});

export type ViewResult =
  | { readonly kind: 'view'; readonly view: ViewSource }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }
  | { readonly kind: 'too_large' };

/** A view from outside, checked against Slack's limits, each block with its ids. */
export function readView(value: unknown): ViewResult {
  const problems = viewProblems(value);
  if (problems.length > 0) return { kind: 'invalid', problems };
  if (viewTooLarge(value)) return { kind: 'too_large' };
  const view = viewShape.parse(value);
  return { kind: 'view', view: { ...view, blocks: withGeneratedIds(view.blocks) } };
}
