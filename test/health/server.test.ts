import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { HealthError } from '../../src/health/errors.js';
import { type HealthServer, startServer } from '../../src/health/server.js';
import { keepingLogger } from '../helpers/logger.js';

let server: HealthServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const AT = { host: '127.0.0.1', port: 0 };
const page = async () => ({ status: 200, contentType: 'text/plain', body: 'fine\n' });

test('it answers GET and HEAD, and says what there is', async () => {
  server = await startServer(AT, { '/healthz': page }, keepingLogger().logger);
  const got = await fetch(`${server.url}/healthz?probe=1`);
  expect([got.status, await got.text(), got.headers.get('cache-control')]).toEqual([
    200,
    'fine\n',
    'no-store',
  ]);
  const head = await fetch(`${server.url}/healthz`, { method: 'HEAD' });
  expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', '5']);
  const posted = await fetch(`${server.url}/healthz`, { method: 'POST', body: 'x' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const missing = await fetch(`${server.url}/nowhere`);
  expect([missing.status, await missing.text()]).toEqual([404, 'there is /healthz\n']);
});

test('a page that cannot be made is a 500 without its reason, which is in the log', async () => {
  const { logger, entries } = keepingLogger();
  const fails = async () => {
    throw new RangeError('a secret');
  };
  server = await startServer(AT, { '/metrics': fails }, logger);
  const got = await fetch(`${server.url}/metrics`);
  expect([got.status, await got.text()]).toEqual([500, 'this page could not be made; see the log\n']);
  expect(entries).toEqual([
    { level: 'error', message: 'a health page could not be made', fields: { cause: 'RangeError' } },
  ]);
});

test('closing waits neither for an open connection nor for a page that hangs', async () => {
  let asked = () => {};
  const begun = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const hangs = () => {
    asked();
    return new Promise<never>(() => undefined);
  };
  const closing = await startServer(AT, { '/readyz': hangs }, keepingLogger().logger);
  const { port } = new URL(closing.url);
  const idle = connect(Number(port), '127.0.0.1');
  idle.on('error', () => undefined);
  const busy = connect(Number(port), '127.0.0.1', () =>
    busy.write('GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n'),
  );
  busy.on('error', () => undefined);
  await begun;
  const asks = performance.now();
  await closing.close();
  expect(performance.now() - asks).toBeLessThan(2_000);
  expect(await text(busy)).toBe('');
  idle.destroy();
});

test('a port in use is an error that names the variable, the port and what to do', async () => {
  server = await startServer(AT, {}, keepingLogger().logger);
  const { port } = new URL(server.url);
  const second = startServer({ host: '127.0.0.1', port: Number(port) }, {}, keepingLogger().logger);
  const error: unknown = await second.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(HealthError);
  expect(error).toMatchObject({
    code: 'port_in_use',
    message: `HEALTH_PORT: port ${port} on 127.0.0.1 is in use; set another one, or stop what listens there`,
  });
});

test('an address of another machine is an error that names both variables', async () => {
  const error: unknown = await startServer({ host: '192.0.2.1', port: 0 }, {}, keepingLogger().logger).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({
    code: 'cannot_listen',
    message: expect.stringMatching(/^HEALTH_PORT: .*192\.0\.2\.1.*EADDRNOTAVAIL.*HEALTH_HOST/),
  });
});
