import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parseSync } from '@swc/core';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** An import of one file: what it names, resolved to a file of ours or left as a package; whether only types come over. */
type Import = { to: string; typeOnly: boolean };

function sources(dir: string): string[] {
  return readdirSync(path.join(ROOT, dir), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated'))
    .map((file) => path.posix.join(dir, file.split(path.sep).join('/')))
    .filter((file) => !file.includes('/generated/'));
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#blocks/'))
    return `blocks/${specifier.slice('#blocks/'.length).replace(/\.js$/, '.ts')}`;
  if (!specifier.startsWith('.')) return specifier;
  const to = path.posix.join(path.posix.dirname(from), specifier).replace(/\.js$/, '.ts');
  return existsSync(path.join(ROOT, to)) ? to : `${to}x`;
}

/** Finds every import of a file, dynamic ones and re-exports included, from its syntax tree rather than its text. */
function importsOf(file: string): Import[] {
  const found: Import[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const at = node as {
      type?: string;
      source?: { value: string } | null;
      typeOnly?: boolean;
      [key: string]: unknown;
    };
    const declared = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'].includes(
      at.type ?? '',
    );
    if (declared && at.source) {
      const specifiers = (at.specifiers ?? []) as { isTypeOnly?: boolean }[];
      const typeOnly =
        at.typeOnly === true || (specifiers.length > 0 && specifiers.every((s) => s.isTypeOnly === true));
      found.push({ to: resolve(file, at.source.value), typeOnly });
    }
    if (at.type === 'CallExpression' && (at.callee as { type?: string }).type === 'Import') {
      const [argument] = at.arguments as { expression: { value?: string } }[];
      found.push({ to: resolve(file, argument?.expression.value ?? '(computed)'), typeOnly: false });
    }
    for (const child of Object.values(at)) visit(child);
  };
  const tsx = file.endsWith('.tsx');
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  visit(parseSync(source, { syntax: 'typescript', tsx, target: 'es2022' }));
  return found;
}

const files = [...sources('src'), ...sources('blocks')];
const graph = new Map(files.map((file) => [file, importsOf(file)]));
const within = (dir: string) => files.filter((file) => file.startsWith(`${dir}/`));
const edges = (dir: string) =>
  within(dir).flatMap((file) => (graph.get(file) ?? []).map((edge) => ({ file, ...edge })));
const show = (list: { file: string; to: string }[]) => list.map(({ file, to }) => `${file} -> ${to}`);

/** Every file of ours that a room's files reach, over any number of steps. */
function reach(dir: string): Set<string> {
  const seen = new Set<string>();
  const open = within(dir);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    open.push(...(graph.get(file) ?? []).map(({ to }) => to).filter((to) => graph.has(to)));
  }
  return seen;
}

test('the files and their imports were found at all', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(graph.get('src/app.ts')?.map(({ to }) => to)).toEqual(
    expect.arrayContaining(['src/slack/poster.ts']),
  );
});

describe('the import rules of the design', () => {
  test('digest/ imports nothing of ours, and touches neither files nor the network', () => {
    const allowed = new Set(['markdown-it', 'htmlparser2', 'entities']);
    const bad = edges('src/digest').filter(
      ({ to }) => !to.startsWith('src/digest/') && !allowed.has(to.split('/')[0] ?? ''),
    );
    expect(show(bad)).toEqual([]);
  });

  test('blocks/ imports only types of digest/ and @slack/types', () => {
    const bad = edges('blocks').filter(
      ({ to, typeOnly }) =>
        !to.startsWith('blocks/') && !((to === '@slack/types' || to.startsWith('src/digest/')) && typeOnly),
    );
    expect(show(bad)).toEqual([]);
  });

  test.each(['slack', 'ledger', 'loop'])('%s/ reaches neither of the other two, over any path', (room) => {
    const others = ['slack', 'ledger', 'loop'].filter((other) => other !== room);
    const bad = [...reach(`src/${room}`)].filter((file) =>
      others.some((other) => file.startsWith(`src/${other}/`)),
    );
    expect(bad).toEqual([]);
  });

  test('replies/, store/, config/ and eventlog/ reach no room of the outside world', () => {
    for (const room of ['replies', 'store', 'config', 'eventlog']) {
      const bad = [...reach(`src/${room}`)].filter((file) =>
        /^src\/(slack|ledger|loop|sandbox|cli)\//.test(file),
      );
      expect({ room, bad }).toEqual({ room, bad: [] });
    }
  });

  test('only app.ts joins the rooms; nothing but cli/ imports it', () => {
    const rooms = (file: string) =>
      new Set((graph.get(file) ?? []).flatMap(({ to }) => /^src\/(slack|ledger|loop)\//.exec(to)?.[1] ?? []));
    const joining = files.filter((file) => !file.startsWith('src/sandbox/') && rooms(file).size > 1);
    expect(joining).toEqual(['src/app.ts']);
    const users = files.filter((file) => (graph.get(file) ?? []).some(({ to }) => to === 'src/app.ts'));
    expect(users.every((file) => file.startsWith('src/cli/'))).toBe(true);
  });

  test('only health/ knows how counts are kept, and it reaches no room of the outside world', () => {
    const users = [...graph].filter(([, list]) => list.some(({ to }) => to === 'prom-client'));
    expect(users.map(([file]) => file)).toEqual(['src/health/metrics.ts']);
    const bad = [...reach('src/health')].filter((file) =>
      /^src\/(slack|ledger|loop|replies|sandbox|cli)\//.test(file),
    );
    expect(bad).toEqual([]);
    const takers = files.filter((file) =>
      (graph.get(file) ?? []).some(({ to }) => to.startsWith('src/health/')),
    );
    expect(takers.filter((file) => !file.startsWith('src/health/'))).toEqual([
      'src/app.ts',
      'src/cli/exit.ts',
    ]);
  });

  test('what runs in the browser imports nothing of ours, and is imported by the page’s server alone', () => {
    const client = 'src/sandbox/page/client';
    const allowed = /^(?:preact|preact\/hooks|preact-render-to-string|gemoji)$/;
    const bad = edges(client).filter(({ to }) => !to.startsWith(`${client}/`) && !allowed.test(to));
    expect(show(bad)).toEqual([]);
    const users = files.filter(
      (file) =>
        !file.startsWith(`${client}/`) &&
        (graph.get(file) ?? []).some(({ to }) => to.startsWith(`${client}/`)),
    );
    expect(users.filter((file) => !file.startsWith('src/sandbox/page/'))).toEqual([]);
    expect(within(client).length).toBeGreaterThan(20);
  });

  test('nothing on the page is drawn from HTML', () => {
    const bad = within('src/sandbox/page').filter((file) =>
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/.test(
        readFileSync(path.join(ROOT, file), 'utf8'),
      ),
    );
    expect(bad).toEqual([]);
  });

  test('only store/ imports the generated Prisma client', () => {
    const bad = [...graph].flatMap(([file, list]) =>
      list
        .filter(({ to }) => /\/generated\/|^@prisma\//.test(to) && !file.startsWith('src/store/'))
        .map(({ to }) => ({ file, to })),
    );
    expect(show(bad)).toEqual([]);
  });

  test('only config/ reads process.env', () => {
    const bad = files.filter(
      (file) =>
        !file.startsWith('src/config/') &&
        /process\s*(\?\.|\.)\s*env|process\[/.test(readFileSync(path.join(ROOT, file), 'utf8')),
    );
    expect(bad).toEqual([]);
  });

  test('the product never imports the sandbox, but for its own command', () => {
    const bad = files
      .filter((file) => !file.startsWith('src/sandbox/') && file !== 'src/cli/sandbox.ts')
      .filter((file) => (graph.get(file) ?? []).some(({ to }) => to.startsWith('src/sandbox/')));
    expect(bad).toEqual([]);
  });
});
