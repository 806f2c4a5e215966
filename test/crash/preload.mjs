// Loaded before the real app in a child process (node --import): counts every outside call and every write to the
// database, before and after it, and kills the process at the one that CRASH_AT names. CRASH_LOG gets one line each.
import { appendFileSync } from 'node:fs';
import http from 'node:http';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

const at = Number(process.env.CRASH_AT ?? 0);
const log = process.env.CRASH_LOG;
let count = 0;

function point(name) {
  count += 1;
  if (log) appendFileSync(log, `${count} ${name}\n`);
  if (count === at) process.kill(process.pid, 'SIGKILL');
}

/** Runs `call` between two points; a call that fails has its second point too. */
async function between(name, call) {
  point(`before ${name}`);
  try {
    return await call();
  } finally {
    point(`after ${name}`);
  }
}

const isWrite = (sql) => typeof sql === 'string' && /^\s*(?:INSERT|UPDATE|DELETE|COMMIT|WITH)\b/i.test(sql);
const words = (sql) => sql.trim().split(/\s+/).slice(0, 3).join(' ');

const realFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : String(input));
  return between(`${init?.method ?? 'GET'} ${url.pathname}`, () => realFetch(input, init));
};

const realRequest = http.request;
http.request = (options, ...rest) => {
  const name = `${options.method} ${options.path}`;
  point(`before ${name}`);
  const request = realRequest(options, ...rest);
  request.once('response', () => point(`after ${name}`));
  return request;
};

const pgliteQuery = PGlite.prototype.query;
PGlite.prototype.query = function query(sql, ...rest) {
  return isWrite(sql)
    ? between(`db ${words(sql)}`, () => pgliteQuery.call(this, sql, ...rest))
    : pgliteQuery.call(this, sql, ...rest);
};

const pgQuery = pg.Client.prototype.query;
pg.Client.prototype.query = function query(config, ...rest) {
  const sql = typeof config === 'string' ? config : config?.text;
  if (!isWrite(sql)) return pgQuery.call(this, config, ...rest);
  point(`before db ${words(sql)}`);
  const result = pgQuery.call(this, config, ...rest);
  if (typeof result?.then === 'function')
    result.then(
      () => point(`after db ${words(sql)}`),
      () => {},
    );
  return result;
};
