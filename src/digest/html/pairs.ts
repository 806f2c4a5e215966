import type { Node } from './nodes.js';

/** The shapes HTML lets an author leave unclosed, with what opening each of them closes. */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['td', 'th', 'tr'],
  thead: [],
};

interface Open {
  readonly name: string;
  readonly at: number;
}

/**
 * Pairs the opening shapes with where they end. A shape that is never closed has no pair and is passed
 * over, so that one stray `<table>` cannot hide the rest of a comment behind a pointer.
 */
export function pairShapes(nodes: readonly Node[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const stack: Open[] = [];
  const counts = new Map<string, number>();
  const pop = (end: number | null) => {
    const open = stack.pop();
    if (!open) return;
    counts.set(open.name, (counts.get(open.name) ?? 0) - 1);
    if (end !== null) pairs.set(open.at, end);
  };
  for (const [at, node] of nodes.entries()) {
    if (node.type === 'open') {
      const closes = IMPLIED[node.name] ?? [];
      while (closes.includes(stack.at(-1)?.name ?? '')) pop(at);
      stack.push({ name: node.name, at });
      counts.set(node.name, (counts.get(node.name) ?? 0) + 1);
    } else if (node.type === 'close' && (counts.get(node.name) ?? 0) > 0) {
      for (let top = stack.at(-1); top && top.name !== node.name; top = stack.at(-1)) {
        pop(IMPLIED[top.name] ? at : null);
      }
      pop(at);
    }
  }
  return pairs;
}
