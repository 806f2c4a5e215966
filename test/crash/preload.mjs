// Loaded before the real app in a child process (node --import): wraps every way out of it — HTTP requests, the
// acknowledgements on Slack's socket, each commit of the database — and kills the process at the one it is armed for.
// Nothing of this is in the shipped code. It talks with test/crash/app-child.ts over the process's own channel.
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/** Where to die: `before` or `after` the `nth` event called `name`; or before the first one that follows another event. */
let target = JSON.parse(process.env.CRASH_TARGET ?? 'null');
let begun = new Map();
let done = new Map();

process.on('message', (message) => {
  target = message.target;
  begun = new Map();
  done = new Map();
  process.send({ kind: 'armed' });
});
// Listening must not keep the app alive.
process.channel.unref();

function tell(message) {
  if (process.connected) process.send(message);
}

function count(map, name) {
  const now = (map.get(name) ?? 0) + 1;
  map.set(name, now);
  return now;
}

/** Whether the app may be in the middle of handing an answer to its session: its row says so, or is about to. */
let delivering = false;

function die() {
  if (process.env.CRASH_DEATH) writeFileSync(process.env.CRASH_DEATH, JSON.stringify({ delivering }));
  process.kill(process.pid, 'SIGKILL');
}

function before(name) {
  const nth = count(begun, name);
  if (target?.when === 'before' && target.name === name) {
    const { following } = target;
    if (following ? (done.get(following.name) ?? 0) >= following.nth : nth === target.nth) die();
  }
  if (/UPDATE inbox \S*=(?:\S*\+)?sending/.test(name)) delivering = true;
  tell({ kind: 'began', name });
}

/** `changed`: whether anything is different now; a look for work that finds none is no event. */
function after(name, changed) {
  if (/UPDATE inbox \S*=(?:\S*\+)?(?:delivered|pending|undeliverable|unknown)/.test(name)) delivering = false;
  if (changed) {
    const nth = count(done, name);
    if (target?.when === 'after' && target.name === name && target.nth === nth) die();
  }
  tell({ kind: 'done', name, changed });
}

async function between(name, call, changed) {
  before(name);
  let result;
  try {
    result = await call();
  } catch (error) {
    after(name, changed === undefined);
    throw error;
  }
  after(name, changed?.(result) ?? true);
  return result;
}

/* HTTP */

const requestName = (method, path) => `${method} ${path.replace(/\?.*$/, '').replace(/\d+/g, 'N')}`;

const realFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : String(input));
  return between(requestName(init?.method ?? 'GET', pathname), () => realFetch(input, init));
};

const realRequest = http.request;
http.request = (options, ...rest) => {
  const name = requestName(options.method, options.path);
  before(name);
  const request = realRequest(options, ...rest);
  let ended = false;
  const end = () => {
    if (!ended) after(name, true);
    ended = true;
  };
  request.once('response', end);
  request.once('error', end);
  return request;
};

/* Slack's socket */

// The class that Bolt's Socket Mode client opens its connection with.
const fromBolt = createRequire(createRequire(import.meta.url).resolve('@slack/bolt'));
const { WebSocket } = createRequire(fromBolt.resolve('@slack/socket-mode'))('undici');

/** Resolves when what was sent has left this process. */
async function written(socket) {
  while (socket.bufferedAmount > 0) await new Promise(setImmediate);
}

/** What kind of envelope each id came with: an event, or a press. */
const envelopes = new Map();
const heard = new WeakSet();
const realListen = WebSocket.prototype.addEventListener;
WebSocket.prototype.addEventListener = function addEventListener(type, ...rest) {
  if (type === 'message' && !heard.has(this)) {
    heard.add(this);
    realListen.call(this, 'message', ({ data }) => {
      const { envelope_id, type: kind } = JSON.parse(data);
      if (envelope_id) envelopes.set(envelope_id, kind);
    });
  }
  return realListen.call(this, type, ...rest);
};

const realSend = WebSocket.prototype.send;
WebSocket.prototype.send = function send(data) {
  const name = `ack ${envelopes.get(JSON.parse(data).envelope_id)}`;
  before(name);
  realSend.call(this, data);
  void written(this).then(() => after(name, true));
};

/* The database */

const STATES =
  /^(pending|posting|posted|mirrored|blocked|skipped|failed|sending|delivered|undeliverable|unknown)$/;

const isWrite = (sql) => /\b(?:INSERT INTO|UPDATE\s+\S+\s+SET|DELETE FROM)\b/i.test(sql);

/** `UPDATE inbox mirror=posting`: the table, the columns and, where one is set, the state. */
function sqlName(sql, values = []) {
  const plain = sql
    .replace(/"public"\./g, '')
    .replace(/--.*$/gm, '')
    .replace(/"/g, '')
    .replace(/\s+/g, ' ');
  const [, verb, table] = /\b(INSERT INTO|UPDATE|DELETE FROM) (\w+)(?= SET| \(| WHERE)/i.exec(plain) ?? [];
  const set = (/ SET (.*)/.exec(plain)?.[1] ?? '').replace(/ (?:WHERE|FROM|RETURNING) .*/, '');
  const columns = [...set.matchAll(/(?:^|, )(\w+) = /g)].map(([, column]) => column);
  const states = values.filter((value) => typeof value === 'string' && STATES.test(value));
  const state = verb === 'UPDATE' ? states.join('+') : '';
  return `${verb} ${table} ${columns.join(',')}${state ? `=${state}` : ''}`.trim();
}

/** A commit by what it changed: each table with the first column and the state that was set; leases aside. */
function commitName(wrote) {
  const short = wrote
    .filter((name) => name !== 'UPDATE inbox lease_until')
    .map((name) => name.replace(/^((?:INSERT INTO|DELETE FROM) \w+).*/, '$1').replace(/,[\w,]+/, ''));
  return `COMMIT ${short.join(' + ')}`;
}

const changedRows = (result) => (result?.affectedRows ?? result?.rowCount ?? 0) > 0;

const pgliteQuery = PGlite.prototype.query;
PGlite.prototype.query = function query(sql, values, ...rest) {
  const run = () => pgliteQuery.call(this, sql, values, ...rest);
  return isWrite(sql) ? between(sqlName(sql, values), run, changedRows) : run();
};

const pgliteTransaction = PGlite.prototype.transaction;
PGlite.prototype.transaction = async function transaction(work) {
  const wrote = [];
  const result = await pgliteTransaction.call(this, async (tx) => {
    const inner = tx.query;
    tx.query = async (sql, values, ...rest) => {
      const answer = await inner.call(tx, sql, values, ...rest);
      if (isWrite(sql) && changedRows(answer)) wrote.push(sqlName(sql, values));
      return answer;
    };
    const value = await work(tx);
    if (wrote.length > 0) before(commitName(wrote));
    return value;
  });
  if (wrote.length > 0) after(commitName(wrote), true);
  return result;
};

/** What each connection's open transaction has written. */
const open = new WeakMap();
const pgQuery = pg.Client.prototype.query;
pg.Client.prototype.query = function query(config, ...rest) {
  const sql = typeof config === 'string' ? config : config?.text;
  if (typeof sql !== 'string') return pgQuery.call(this, config, ...rest);
  const word = sql.trim().toUpperCase();
  const wrote = open.get(this);
  if (word.startsWith('BEGIN')) open.set(this, []);
  const ends = word === 'COMMIT' || word === 'ROLLBACK';
  if (ends) open.delete(this);
  const commits = word === 'COMMIT' && wrote !== undefined && wrote.length > 0;
  const writes = isWrite(sql);
  if (!commits && !writes) return pgQuery.call(this, config, ...rest);
  const values = typeof config === 'string' ? rest.find(Array.isArray) : config.values;
  const name = commits ? commitName(wrote) : sqlName(sql, values);
  const inTransaction = wrote !== undefined && !commits;
  if (!inTransaction) before(name);
  const finish = (result) => {
    if (inTransaction) {
      if (changedRows(result)) wrote.push(name);
    } else after(name, commits || changedRows(result));
  };
  const at = rest.findIndex((argument) => typeof argument === 'function');
  if (at >= 0) {
    const callback = rest[at];
    rest[at] = (error, result) => {
      finish(result);
      callback(error, result);
    };
    return pgQuery.call(this, config, ...rest);
  }
  const running = pgQuery.call(this, config, ...rest);
  return running.then(
    (result) => {
      finish(result);
      return result;
    },
    (error) => {
      finish(undefined);
      throw error;
    },
  );
};
