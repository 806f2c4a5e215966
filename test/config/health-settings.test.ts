import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadSettings } from '../../src/config/load.js';

let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-config-'));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const health = async (env: Record<string, string>) => (await loadSettings({ cwd, home: cwd, env })).health;

test('no port, no health server', async () => {
  expect(await health({})).toBeUndefined();
  expect(await health({ HEALTH_PORT: '', HEALTH_HOST: '0.0.0.0' })).toBeUndefined();
});

test('a port is served on loopback unless an address is named', async () => {
  expect(await health({ HEALTH_PORT: '8080' })).toEqual({ host: '127.0.0.1', port: 8080 });
  expect(await health({ HEALTH_PORT: '65535', HEALTH_HOST: '0.0.0.0' })).toEqual({
    host: '0.0.0.0',
    port: 65535,
  });
  expect(await health({ HEALTH_PORT: '1', HEALTH_HOST: '::' })).toEqual({ host: '::', port: 1 });
});

test.each(['0', '65536', '-1', '80.5', '0x50', '1e3', ' 80', 'on'])('%j is no port', async (port) => {
  await expect(health({ HEALTH_PORT: port })).rejects.toMatchObject({
    problems: [
      {
        path: 'HEALTH_PORT',
        problem: 'must be a port, 1 to 65535; leave it unset for no health server',
      },
    ],
  });
});

test.each(['everywhere', 'localhost', '127.0.0.1:80', '*'])('%j is no address', async (host) => {
  await expect(health({ HEALTH_PORT: '80', HEALTH_HOST: host })).rejects.toMatchObject({
    problems: [{ path: 'HEALTH_HOST', problem: expect.stringContaining('such as 127.0.0.1, or 0.0.0.0') }],
  });
});
