import { z } from 'zod';

/** The `code` of an error of Node's or a driver's, such as `ENOENT`. Read by shape: errors can come from another realm. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** What an operator can do something about, by Postgres's own code (its manual, appendix A). */
const SQLSTATE_WORDS: Readonly<Record<string, string>> = {
  '53100': 'the disk is full',
  '53200': 'the database is out of memory',
  '53300': 'the database has too many connections',
  '58030': 'the disk cannot be read or written',
};

const fromDatabase = z.looseObject({
  meta: z.looseObject({
    driverAdapterError: z.looseObject({ cause: z.looseObject({ originalCode: z.string() }) }),
  }),
});

/** Postgres's own code under an error of Prisma's, in words where it has some. */
function databaseCause(error: unknown): string {
  const parsed = fromDatabase.safeParse(error);
  if (!parsed.success) return '';
  const code = parsed.data.meta.driverAdapterError.cause.originalCode;
  return ` (${SQLSTATE_WORDS[code] ?? `SQLSTATE ${code}`})`;
}

/** An error in a log: its name and code, and the database's. Never its message, which may quote a row, a text or an address with a token. */
export function describeError(error: unknown): string {
  const name =
    typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : typeof error;
  const code = errorCode(error);
  return `${code === undefined ? name : `${name} ${code}`}${databaseCause(error)}`;
}
