import { readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

/** Where a call begins: `test` of `test.each([…])('…', …)`, `describe` of `(no ? describe.skip : describe)('…', …)`. */
function calls(callee: unknown): string[] {
  if (typeof callee !== 'object' || callee === null) return [];
  const node = callee as { [key: string]: unknown };
  switch (node.type) {
    case 'Identifier':
      return [String(node.value)];
    case 'MemberExpression':
      return calls(node.object);
    case 'CallExpression':
      return calls(node.callee);
    case 'ParenthesisExpression':
      return calls(node.expression);
    case 'ConditionalExpression':
      return [...calls(node.consequent), ...calls(node.alternate)];
    default:
      return [];
  }
}

/** The titles of the tests and of their groups in a file, as they stand in its source: `%j` where one is filled in. */
export function titlesIn(file: string): Set<string> {
  const titles = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const at = node as { [key: string]: unknown };
    if (
      at.type === 'CallExpression' &&
      calls(at.callee).some((name) => /^(?:test|it|describe)$/.test(name))
    ) {
      const [first] = at.arguments as { expression: { type: string; value?: unknown } }[];
      if (first?.expression.type === 'StringLiteral') titles.add(String(first.expression.value));
    }
    for (const child of Object.values(at)) visit(child);
  };
  visit(parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', target: 'es2022' }));
  return titles;
}
