/**
 * Every value inside `root` with its depth, root included, without recursion: what comes over the wire
 * may be nested deeper than the call stack.
 */
export function* walk(root: unknown): Generator<{ readonly value: unknown; readonly depth: number }> {
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    yield next;
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    for (const child of Object.values(value)) stack.push({ value: child, depth: depth + 1 });
  }
}
