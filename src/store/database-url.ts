import { accessSync, constants, statSync } from 'node:fs';
import { errorCode } from '../eventlog/describe-error.js';
import { StoreError } from './errors.js';

/** Parameters of a Postgres URL whose value is a file that `pg` reads. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/** Parameters that take one of a few words (https://www.postgresql.org/docs/current/libpq-connect.html, as far as `pg` knows them). */
const WORDS = new Map([
  ['sslmode', ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']],
  ['sslnegotiation', ['postgres', 'direct']],
]);

function fileProblem(file: string): string | undefined {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isFile() ? undefined : 'is not a file';
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? 'does not exist' : 'cannot be read';
  }
}

/**
 * Parses a URL whose host and database stand where they belong. A forgotten `//`, or a `/`, `?` or `#` of a password that is
 * not percent-encoded, would put the login into the path, or a part of it into the host.
 *
 * @returns undefined when it is no such URL
 */
function parseDatabaseUrl(url: string): URL | undefined {
  if (!/^\s*postgres(?:ql)?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  const { pathname, search, hash } = parsed;
  const isSplit = pathname.includes('@') || hash !== '' || (pathname === '' && search.includes('@'));
  return isSplit ? undefined : parsed;
}

/** Whether a text is a URL of a Postgres database, as far as its shape says. */
export function isDatabaseUrl(url: string): boolean {
  return parseDatabaseUrl(url) !== undefined;
}

function problems(url: URL): string[] {
  const { searchParams: parameters } = url;
  const found: string[] = [];
  for (const name of FILES) {
    const file = parameters.get(name);
    const problem = file === null || file === '' ? undefined : fileProblem(file);
    if (problem !== undefined)
      found.push(`${name} must name a readable PEM file; ${JSON.stringify(file)} ${problem}`);
  }
  for (const [name, words] of WORDS) {
    const word = parameters.get(name);
    if (word !== null && !words.includes(word)) found.push(`${name} must be one of ${words.join(', ')}`);
  }
  const port = parameters.get('port');
  if (port !== null && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    found.push('port must be a number up to 65535');
  return found;
}

/**
 * Checks what `pg` would take or fail on without a word of what is wrong: the files and words in the parameters.
 *
 * @throws StoreError `invalid_url` that names each wrong parameter, and repeats no login
 */
export function checkDatabaseUrl(url: string): void {
  const parsed = parseDatabaseUrl(url);
  const found = parsed
    ? problems(parsed)
    : [
        'it must be a URL, postgres://USER:PASSWORD@HOST:PORT/NAME, with / ? # @ in a password as %2F %3F %23 %40',
      ];
  if (found.length > 0) throw new StoreError('invalid_url', `DATABASE_URL is wrong: ${found.join('; ')}`);
}

/** The host, port and name of the database of a URL, without login and parameters, for people. */
export function withoutLogin(url: string): string {
  const parsed = parseDatabaseUrl(url);
  if (!parsed) return 'DATABASE_URL';
  const { hostname, port, pathname } = parsed;
  return `${hostname || 'localhost'}:${port || '5432'}${pathname}`;
}

/** What must not be repeated of a URL: itself and its passwords, as written and decoded. */
function secretsOf(url: string): string[] {
  if (!URL.canParse(url)) return [url];
  const { password, searchParams } = new URL(url);
  const named = ['password', 'sslpassword'].flatMap((name) => searchParams.get(name) ?? []);
  let decoded = password;
  try {
    decoded = decodeURIComponent(password);
  } catch {
    // Not percent-encoded: as written is all there is.
  }
  return [url, password, decoded, ...named].filter((secret) => secret !== '');
}

/** Why a connection failed, in the server's or the system's words, unless they would repeat a password. */
export function whyNot(cause: unknown, url: string): string {
  const message =
    typeof cause === 'object' && cause !== null && 'message' in cause ? String(cause.message) : '';
  const code = errorCode(cause);
  const isSafe = message !== '' && !secretsOf(url).some((secret) => message.includes(secret));
  return (isSafe ? message : code) ?? 'no reason was given';
}
