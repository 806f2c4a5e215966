import { isDeepStrictEqual } from 'node:util';
import { type Document, parseDocument } from 'yaml';
import { moveMembers } from './migrate-members.js';
import { map, type Step, under } from './migrate-step.js';
import { applyEdits, commentsIn, entryOf, removeButComments, renameEntry } from './text-edits.js';
import { parseYaml, plainData, type YamlProblem } from './yaml-text.js';

/**
 * What became of a text.
 * - `moved`: `text` is what it should be, `changes` say what was done
 * - `current`: there is nothing to change
 * - `stuck`: it has to be done by hand (an alias in the way); `byHand` says what
 * - `unreadable`: it is not YAML, or too much of it; `problem` says why, at `line`
 *
 * `notes` say what stays as it is although it has a newer place.
 */
export type Migrated =
  | { kind: 'moved'; text: string; changes: string[]; notes: string[] }
  | { kind: 'current'; notes: string[] }
  | { kind: 'stuck'; byHand: string[] }
  | ({ kind: 'unreadable' } & YamlProblem);

/** The webhook of the-loop's first days (R3.4). What else `integrations` holds is the-loop's. */
function dropWebhook(text: string, document: Document): Step | undefined {
  const integrations = entryOf(document.contents, 'integrations');
  const slack = entryOf(integrations?.value, 'slack');
  if (!integrations || !slack) return undefined;
  return {
    change: 'integrations.slack was removed: it is retired, and channels.slack takes its place',
    byHand: 'remove integrations.slack: it is retired, and channels.slack takes its place',
    data(data) {
      const left = under(data, 'integrations');
      delete left.slack;
      if (Object.keys(left).length === 0) delete data.integrations;
    },
    edits: [removeButComments(text, slack.map.items.length === 1 ? integrations : slack)],
  };
}

function renameEvents(text: string, document: Document): Step | undefined {
  const section = entryOf(entryOf(document.contents, 'channels')?.value, 'slack')?.value;
  const events = entryOf(section, 'events');
  if (!events) return undefined;
  const subscribe = entryOf(section, 'subscribe');
  return {
    change: subscribe
      ? 'channels.slack.events is now called subscribe; the subscribe beside it had no effect, and was removed'
      : 'channels.slack.events is now called subscribe',
    byHand: subscribe
      ? 'rename channels.slack.events to subscribe, and remove the subscribe beside it, which has no effect'
      : 'rename channels.slack.events to subscribe',
    data(data) {
      const slack = under(under(data, 'channels'), 'slack');
      slack.subscribe = slack.events;
      delete slack.events;
    },
    edits: [renameEntry(events, 'subscribe'), ...(subscribe ? [removeButComments(text, subscribe)] : [])],
  };
}

/** The words of every comment, in no order of theirs. */
const comments = (text: string) =>
  commentsIn(text)
    .map((comment) => comment.text)
    .sort();

/**
 * Moves an older configuration forward to the keys of the-loop 13.x, changing nothing else of the text: not a comment, not a
 * space, not what is resolved from it. A text that was moved once is `current`.
 */
export function migrateConfig(text: string): Migrated {
  const read = parseYaml(text);
  if (read.kind === 'problem') return { ...read, kind: 'unreadable' };
  const before = read.document;
  const steps: Step[] = [];
  const notes: string[] = [];
  let moved = text;
  // One after the other: each step has the places of what the last one left.
  for (const step of [dropWebhook, renameEvents, moveMembers]) {
    const done = step(moved, parseDocument(moved, { uniqueKeys: false }));
    if (done && 'note' in done) notes.push(done.note);
    if (!done || 'note' in done) continue;
    const next = applyEdits(moved, done.edits);
    if (!isDeepStrictEqual(comments(next), comments(moved))) {
      notes.push(`a comment would be lost, so this is left to be done by hand: ${done.byHand}`);
      continue;
    }
    steps.push(done);
    moved = next;
  }
  if (steps.length === 0) return { kind: 'current', notes };
  return isWhatWasMeant(before, moved, steps)
    ? { kind: 'moved', text: moved, changes: steps.map(({ change }) => change), notes }
    : { kind: 'stuck', byHand: steps.map(({ byHand }) => byHand) };
}

/** The text is right when it reads as the data with the same steps done to it: anchors, aliases and odd shapes may be in the way. */
function isWhatWasMeant(before: Document, moved: string, steps: readonly Step[]): boolean {
  const after = parseYaml(moved);
  if (after.kind === 'problem') return false;
  const wanted = map.safeParse(plainData(before)).data;
  if (wanted === undefined) return false;
  for (const step of steps) step.data(wanted);
  return isDeepStrictEqual(plainData(after.document), wanted);
}
