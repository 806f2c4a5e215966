import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { createMetrics } from '../../src/health/metrics.js';
import { VitalSigns } from '../../src/health/vital-signs.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const page = read('docs/deploy.md');

/** The code blocks of the page in a language. */
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, text = '']) => text,
  );

type Documented = { kind: string; labels: string[]; text: string };

const documented = new Map<string, Documented>(
  [...page.matchAll(/^\| `(the_loop_slack_\w+)` \| (\w+)(?:, `(\w+)`)? \| (.+) \|$/gm)].map(
    ([, name = '', kind = '', label, text = '']) => [
      name,
      { kind, labels: label === undefined ? [] : [label], text },
    ],
  ),
);

/** What the code serves while everything there can be said is said: each metric's kind, and its labels' values. */
async function served(): Promise<Map<string, { kind: string; labels: Map<string, Set<string>> }>> {
  const signs = new VitalSigns({ socket: true, source: 'stream' });
  signs.leads(true);
  signs.byte();
  const queues = (['outbox', 'inbox', 'redraw'] as const).map((queue) => ({
    ...{ queue, waiting: 1, oldestSeconds: 1 },
  }));
  const text = await createMetrics(signs).text(queues);
  const metrics = new Map<string, { kind: string; labels: Map<string, Set<string>> }>();
  for (const [, name = '', kind = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const labels = new Map<string, Set<string>>();
    for (const [, set = ''] of text.matchAll(new RegExp(`^${name}\\{(.*)\\} `, 'gm'))) {
      for (const [, label = '', value = ''] of set.matchAll(/(\w+)="([^"]*)"/g)) {
        labels.set(label, (labels.get(label) ?? new Set()).add(value));
      }
    }
    metrics.set(name, { kind, labels });
  }
  return metrics;
}

describe('the metrics', () => {
  test('are those on the page, of the same kinds and with the same labels', async () => {
    const inCode = [...(await served())].map(([name, { kind, labels }]) => [name, kind, [...labels.keys()]]);
    const onPage = [...documented].map(([name, { kind, labels }]) => [name, kind, labels]);
    expect(inCode.sort()).toEqual(onPage.sort());
    expect(inCode.length).toBeGreaterThan(10);
  });

  test('have on the page every value that a label can have, and no other', async () => {
    for (const [name, { labels }] of await served()) {
      for (const values of labels.values()) {
        const told = [...(documented.get(name)?.text ?? '').matchAll(/`([a-z-]+)`/g)].map(([, word]) => word);
        // The queues are told once.
        if (name === 'the_loop_slack_backlog_oldest_seconds') continue;
        expect({ name, told: told.sort() }).toEqual({ name, told: [...values].sort() });
      }
    }
  });

  test('begin with our name, and are in seconds and totals', async () => {
    for (const [name, { kind }] of await served()) {
      expect(name).toMatch(/^the_loop_slack_/);
      if (kind === 'counter') expect(name).toMatch(/_total$/);
      if (kind === 'histogram') expect(name).toMatch(/_seconds$/);
    }
  });

  test('in the alerts are served, with values that they have', async () => {
    const metrics = await served();
    const used = blocks('yaml')
      .join('\n')
      .matchAll(/(the_loop_slack_\w+)(?:\{(\w+)!?="([^"]+)"\})?/g);
    let count = 0;
    for (const [, name = '', label, value] of used) {
      count += 1;
      expect([...metrics.keys()]).toContain(name);
      if (label !== undefined) expect([...(metrics.get(name)?.labels.get(label) ?? [])]).toContain(value);
    }
    expect(count).toBeGreaterThan(5);
  });
});

test('every YAML and JSON block on the page can be read', () => {
  for (const text of blocks('yaml')) expect(parse(text)).toBeTruthy();
  for (const text of blocks('json')) {
    const each = text.startsWith('{\n') ? [text] : text.trim().split('\n');
    for (const one of each) expect(JSON.parse(one)).toBeTruthy();
  }
});

test('the unit is handed the-loop’s own file, and names its copy', () => {
  const [unit = ''] = blocks('ini');
  const [, copy] = /^LoadCredential=([\w.-]+):\/\S+\/cli-config\.yaml$/m.exec(unit) ?? [];
  expect(copy).toBeDefined();
  expect(unit.split('\n')).toContain(`Environment=THE_LOOP_CLI_CONFIG=%d/${copy}`);
});

describe('the container', () => {
  const dockerfile = read('Dockerfile');
  const compose: {
    services: {
      app: { environment: Record<string, string>; volumes: unknown[]; [key: string]: unknown };
      postgres: { environment: Record<string, string>; image: string; [key: string]: unknown };
    };
  } = parse(read('compose.yaml'));

  test('runs as nobody special, from a stage without development packages, and is asked whether it lives', () => {
    const [build = '', run = ''] = dockerfile.split(/^FROM .*$/m).slice(1);
    expect(build).toContain('npm prune --omit=dev');
    expect(run).toMatch(/^USER node$/m);
    expect(run).not.toMatch(/COPY (?!--from=build)/);
    expect(run).toMatch(/HEALTHCHECK[\s\S]*\/healthz/);
  });

  test('copies what the app reads, and its build sees no secret', () => {
    for (const part of ['package.json', 'node_modules', 'prisma', 'dist'])
      expect(dockerfile).toContain(`COPY --from=build /app/${part} `);
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toContain('*');
    expect(ignored).toContain('**/.env');
    expect(ignored.filter((line) => line.startsWith('!')).join()).not.toMatch(/env|the-loop|git/);
  });

  test('sets only variables that the app knows', () => {
    const known = [...read('docs/config/cli/channels-options.md').matchAll(/^### `(\w+)`$/gm)].map(
      ([, name = '']) => name,
    );
    const set = [
      ...[...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
        line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
      ),
      ...Object.keys(compose.services.app.environment),
    ].filter((name) => name !== 'NODE_ENV');
    expect(set.length).toBeGreaterThan(3);
    expect(set.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('sees the-loop’s own file, read-only, where the variable says, and does not start without it', () => {
    const { environment, volumes } = compose.services.app;
    expect(volumes).toContainEqual({
      type: 'bind',
      source: expect.stringMatching(/^\$\{THE_LOOP_CLI_CONFIG:\?.+\}$/),
      target: environment.THE_LOOP_CLI_CONFIG,
      read_only: true,
      bind: { create_host_path: false },
    });
    const [line = ''] = blocks('sh').filter((text) => text.includes('docker run'));
    const [, mounted] = /--mount "type=bind,src=\S+cli-config\.yaml,dst=(\S+),readonly"/.exec(line) ?? [];
    const [, named] = /-e THE_LOOP_CLI_CONFIG=(\S+)/.exec(line) ?? [];
    expect(mounted).toBeDefined();
    expect(named).toBe(mounted);
  });

  test('is given a database of its own that is ready first, and no more rights than it needs', () => {
    const { app, postgres } = compose.services;
    const { POSTGRES_USER: user, POSTGRES_DB: name } = postgres.environment;
    expect(app.environment.DATABASE_URL).toMatch(new RegExp(`^postgres://${user}:.*/${name}$`));
    expect(app).toMatchObject({
      env_file: '.env',
      depends_on: { postgres: { condition: 'service_healthy' } },
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(postgres).toMatchObject({ image: 'postgres:16', healthcheck: expect.anything() });
    expect(JSON.stringify(compose)).not.toMatch(/xox|xapp-\d|ghp_/);
  });
});
