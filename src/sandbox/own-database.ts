import { randomBytes } from 'node:crypto';
import { connectTo } from '../store/server.js';

/** A database of our own on somebody's server. */
export type OwnDatabase = {
  url: string;
  /** Removes it, with whatever still hangs on it. */
  drop(): Promise<void>;
};

/**
 * Creates an empty database on a Postgres server, so that nothing tried out there touches what the server keeps.
 *
 * @param server the URL of any database on it, whose user may create databases
 * @throws StoreError when the URL is wrong or the server does not answer
 */
export async function createOwnDatabase(server: string, prefix: string): Promise<OwnDatabase> {
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  const run = async (sql: string) => {
    const client = await connectTo(server);
    await client.query(sql).finally(() => client.end());
  };
  await run(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`) };
}
