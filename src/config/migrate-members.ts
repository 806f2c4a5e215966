import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  Parser,
  parseDocument,
  type Scalar,
  type YAMLSeq,
} from 'yaml';
import { type Step, under } from './migrate-step.js';
import {
  applyEdits,
  type Comment,
  commentsIn,
  type Edit,
  type Entry,
  emptyMap,
  entryOf,
  fillEntry,
  insertAbove,
  insertFirst,
  removeButComments,
  removeWithComments,
  replaceEntry,
  type Written,
} from './text-edits.js';

type Placed = Scalar & { range: [number, number, number] };

/** The list's members; undefined when it is no plain list of words. */
function plainMembers(text: string, list: unknown): Placed[] | undefined {
  const isPlain = (item: unknown): item is Placed =>
    isScalar(item) &&
    Array.isArray(item.range) &&
    item.anchor === undefined &&
    !text.slice(item.range[0], item.range[1]).includes('\n');
  return isSeq(list) && list.anchor === undefined && list.items.every(isPlain) ? list.items : undefined;
}

/**
 * The list under its new key. A comment behind a member stays behind it, one on a line of its own before what follows it,
 * one above the key above it, and one beside the key, or behind the list, comes beside the key.
 */
function routedList(
  text: string,
  key: Entry,
  items: readonly Placed[],
  comments: readonly Comment[],
): Written {
  const id = (item: Placed) => text.slice(item.range[0], item.range[1]);
  const isBeside = (from: number, comment: Comment) =>
    from <= comment.at && !text.slice(from, comment.at).includes('\n');
  const listEnd = (key.value as YAMLSeq).flow ? (key.value?.range?.[1] ?? 0) : Number.POSITIVE_INFINITY;
  const above: string[] = [];
  const header: string[] = [];
  const own = items.map((item) => ({ item, before: [] as string[], behind: [] as string[] }));
  const last: string[] = [];
  for (const comment of comments) {
    if (comment.at < key.key.range[0]) {
      above.push(comment.text);
      continue;
    }
    const nextAt = items.findIndex(({ range }) => range[0] > comment.at);
    const previous = own[(nextAt === -1 ? items.length : nextAt) - 1];
    const isHeader = comment.at > listEnd || (!previous && isBeside(key.key.range[1], comment));
    if (isHeader) header.push(comment.text);
    else if (previous && isBeside(previous.item.range[1], comment)) previous.behind.push(comment.text);
    else (own[nextAt]?.before ?? last).push(comment.text);
  }
  const beside = (words: readonly string[]) => words.map((word) => ` ${word}`).join('');
  const [first, ...more] = header;
  // Between brackets a plain word may hold none, and no comma.
  const inFlow = (item: Placed) => {
    const word = id(item);
    return item.type === 'PLAIN' && /[,[\]{}]/.test(word) ? JSON.stringify(word) : word;
  };
  const flow = `authorizedUsers: [${items.map((item) => `{ slack: ${inFlow(item)} }`).join(', ')}]`;
  if (items.length === 0)
    return {
      lines: [...above, ...more, ...last, `authorizedUsers: []${beside(first ? [first] : [])}`],
      flow,
    };
  return {
    lines: [
      ...above,
      ...more,
      `authorizedUsers:${beside(first ? [first] : [])}`,
      ...own.flatMap(({ item, before, behind }) => [
        ...before.map((word) => `  ${word}`),
        `  - slack: ${id(item)}${beside(behind)}`,
      ]),
      ...last.map((word) => `  ${word}`),
    ],
    flow,
  };
}

/** Whether the document ends with a block of text that keeps every empty line behind it. */
function endsKeeping(text: string, node: unknown): boolean {
  if (isMap(node)) return endsKeeping(text, node.items.at(-1)?.value);
  if (isSeq(node)) return endsKeeping(text, node.items.at(-1));
  return isScalar(node) && Array.isArray(node.range) && /^[|>]\d?\+/.test(text.slice(node.range[0]));
}

/**
 * Lines at the end of the document, behind an empty one unless that would belong to what stands before; `rest` is what
 * another edit leaves of the text.
 */
function append(text: string, rest: string, lines: readonly string[]): Edit {
  // Behind a document's end mark nothing may follow.
  const mark = [...new Parser().parse(text)].find(({ type }) => type === 'doc-end');
  const at = mark && 'offset' in mark ? mark.offset : text.length;
  const gap = mark || rest.endsWith('\n') ? '' : '\n';
  const empty = endsKeeping(rest, parseDocument(rest).contents) ? '' : '\n';
  return { start: at, end: at, text: `${gap}${empty}${lines.map((line) => `${line}\n`).join('')}` };
}

const isNull = (entry: Entry) =>
  entry.value === null || (isScalar(entry.value) && entry.value.value === null);

const STAYS = 'channels.slack.authorizedUsers stays where it is, and decides:';

/** Where the list goes, by what is there already; undefined when there is no place. */
type Place = { isFlow: boolean; edit: (written: Written, removed: Edit) => Edit | undefined };

function placeFor(text: string, document: Document): Place | { note: string } {
  const root = document.contents;
  const routing = entryOf(root, 'routing');
  if (!routing) {
    const whole = ({ lines, flow }: Written): Written => ({
      lines: ['routing:', ...lines.map((line) => `  ${line}`)],
      flow: `routing: { ${flow} }`,
    });
    if (isMap(root) && root.flow)
      return { isFlow: true, edit: (written) => insertFirst(text, root, whole(written)) };
    return {
      isFlow: false,
      edit: (written, removed) => append(text, applyEdits(text, [removed]), whole(written).lines),
    };
  }
  if (isNull(routing)) {
    const isFlow =
      routing.map.flow === true || (routing.value?.range?.[0] ?? 0) < (routing.value?.range?.[1] ?? 0);
    return { isFlow, edit: (written) => fillEntry(text, routing, written) };
  }
  const { value } = routing;
  if (!isMap(value)) return { note: `${STAYS} routing is no map of its own that it could move to` };
  const isFlow = value.flow === true;
  const there = entryOf(value, 'authorizedUsers');
  if (!there) return { isFlow, edit: (written) => insertFirst(text, value, written) };
  if (isNull(there)) return { isFlow, edit: (written) => replaceEntry(text, there, written) };
  return { note: `${STAYS} routing.authorizedUsers is there already; make one list of the two by hand` };
}

/**
 * Members move to `routing.authorizedUsers[].slack`, but only where there is no list yet: joined lists would let people
 * answer who may not now.
 */
export function moveMembers(text: string, document: Document): Step | { note: string } | undefined {
  const section = entryOf(entryOf(document.contents, 'channels')?.value, 'slack');
  const members = entryOf(section?.value, 'authorizedUsers');
  if (!section || !members) return undefined;
  const place = placeFor(text, document);
  if ('note' in place) return place;
  const items = plainMembers(text, members.value);
  if (!items) return { note: `${STAYS} move it to routing.authorizedUsers by hand, each as slack: U…` };
  // In a flow map a comment ends the line, and may be about the entry beside it: there it stays in its place.
  const removed = members.map.flow ? removeButComments(text, members) : removeWithComments(text, members);
  const comments = members.map.flow ? [] : commentsIn(text, removed.start, removed.end);
  const edit = place.edit(routedList(text, members, items, comments), removed);
  if (!edit) return { note: `${STAYS} routing is no map of its own that it could move to` };
  // Into a flow map no comment can go: it comes above the section.
  const routing = place.isFlow && comments.length > 0 ? entryOf(document.contents, 'routing') : undefined;
  const said = comments.map((comment) => comment.text);
  const isLast = members.map.items.length === 1 && !members.map.flow;
  return {
    change: 'channels.slack.authorizedUsers is now routing.authorizedUsers, each member as slack: U…',
    byHand: 'move channels.slack.authorizedUsers to routing.authorizedUsers, each member as slack: U…',
    data(data) {
      const slack = under(under(data, 'channels'), 'slack');
      delete slack.authorizedUsers;
      data.routing = {
        ...under(data, 'routing'),
        authorizedUsers: items.map(({ value }) => ({ slack: value })),
      };
    },
    edits: [
      removed,
      edit,
      ...(routing ? [insertAbove(text, routing, said)] : []),
      ...(isLast ? [emptyMap(text, section)] : []),
    ],
  };
}
