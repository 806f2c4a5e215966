import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaClient } from './generated/client.js';

/**
 * How long a transaction may wait for its turn and then take, in milliseconds. The embedded database has one connection,
 * so turns can be long when much is going on; Prisma's own 2 s would fail work that only had to wait.
 */
const TRANSACTION = { maxWait: 30_000, timeout: 30_000 };

/** A Prisma client over a driver adapter. */
export function createClient(adapter: SqlDriverAdapterFactory): PrismaClient {
  return new PrismaClient({ adapter, transactionOptions: TRANSACTION });
}
