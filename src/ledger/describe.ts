import { parseWorkItemRef, workItemUrl } from './ref.js';

/** A work item for a message: its short name, and its page when it has one. Never throws. */
export function describeWorkItem(text: string): { label: string; url: string | undefined } {
  const parsed = parseWorkItemRef(text);
  if (!parsed.ok) return { label: text, url: undefined };
  const { ref } = parsed;
  return ref.kind === 'standing'
    ? { label: ref.name, url: undefined }
    : { label: ref.text.slice('github:'.length), url: workItemUrl(ref) };
}
