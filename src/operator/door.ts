import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { z } from 'zod';
import { describeError, errorCode } from '../eventlog/describe-error.js';
import type { Logger } from '../eventlog/logger-type.js';
import { DoorError } from './errors.js';
import type { Operator } from './operator.js';
import { perform, type Request, remoteOperator, requestSchema } from './requests.js';

/** Where a running app takes commands: a port on loopback, and the word that whoever can read this file knows. */
const doorSchema = z.object({ pid: z.number().int(), port: z.number().int(), key: z.string() });

const fileIn = (dir: string) => path.join(dir, 'door.json');

/** A question of 1 MB is the largest there is; JSON may need six characters for one of its. */
const MOST_BYTES = 7 * 1024 * 1024;

/** How long an answer may take, in milliseconds. */
const ANSWER_MS = 15_000;

/**
 * Takes commands for an app that holds the embedded database, which no second process can open. On 127.0.0.1 only, and
 * only from whoever can read the key, which lies beside the database for its owner alone.
 *
 * @param dir the embedded database's folder
 */
export async function openDoor(
  dir: string,
  operator: Operator,
  logger: Logger,
): Promise<{ close(): Promise<void> }> {
  const key = randomBytes(32).toString('hex');
  const server = createServer((request, response) => {
    answer(operator, key, request, response).catch((error: unknown) => {
      logger.error('a command failed', { cause: describeError(error) });
      send(response, 500, { error: describeError(error) });
    });
  });
  server.requestTimeout = ANSWER_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  // Made anew: one that was left behind would keep its mode and its owner.
  await rm(fileIn(dir), { force: true, recursive: true });
  await writeFile(fileIn(dir), JSON.stringify({ pid: process.pid, port, key }), { mode: 0o600, flag: 'wx' });
  return {
    async close() {
      await rm(fileIn(dir), { force: true });
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function answer(
  operator: Operator,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${key}`);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return send(response, 401, {});
  let size = 0;
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MOST_BYTES) return send(response, 413, {});
    chunks.push(chunk);
  }
  const parsed = requestSchema.safeParse(readJson(Buffer.concat(chunks).toString('utf8')));
  if (!parsed.success) return send(response, 400, {});
  send(response, 200, { answer: await perform(operator, parsed.data) });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The operator behind the door of the app that holds the database in `dir`; undefined when that has none.
 *
 * @param pid the holder's: a door that a killed app left behind is not knocked at
 */
export async function knock(dir: string, pid: number): Promise<Operator | undefined> {
  let text: string;
  try {
    text = await readFile(fileIn(dir), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new DoorError(`${fileIn(dir)} cannot be read (${errorCode(error) ?? 'no code'})`, { cause: error });
  }
  const door = doorSchema.safeParse(readJson(text));
  return door.success && door.data.pid === pid
    ? remoteOperator((request) => ask(door.data, request))
    : undefined;
}

async function ask({ pid, port, key }: z.output<typeof doorSchema>, request: Request): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: 'error',
    });
  } catch (cause) {
    throw new DoorError(
      `the running app (process ${pid}) does not answer; look at its log, or start it again`,
      {
        cause,
      },
    );
  }
  if (!response.ok)
    throw new DoorError(`the running app (process ${pid}) refused the command (${response.status})`);
  const said = z.object({ answer: z.unknown() }).safeParse(readJson(await response.text()));
  if (!said.success) throw new DoorError(`what answers for the running app (process ${pid}) is not it`);
  return said.data.answer;
}
