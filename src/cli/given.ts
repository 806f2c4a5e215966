import { userInfo } from 'node:os';
import { EVENT_TYPES } from '../channels/catalog.js';
import { parseWorkItemRef, type WorkItemRef } from '../ledger/ref.js';
import { UsageError } from './exit.js';
import { readText, tooLarge } from './read-text.js';

/** How people write an issue elsewhere: its page, or `owner/repo#15`. */
const PAGE = /^https?:\/\/([^/]+)\/([^/]+)\/([^/]+)\/(?:issues|pull)\/(\d+)/;
const SHORT = /^([^/:\s]+)\/([^/:\s]+)#(\d+)$/;

function meant(text: string): string | undefined {
  const [, host, ...page] = PAGE.exec(text) ?? [];
  const [owner, repo, number] = page.length > 0 ? page : (SHORT.exec(text)?.slice(1) ?? []);
  if (owner === undefined || repo === undefined || number === undefined) return undefined;
  const where = host === undefined || host === 'github.com' ? '' : `${host}/`;
  const parsed = parseWorkItemRef(`github:${where}${owner}/${repo}#${number}`);
  return parsed.ok ? parsed.ref.text : undefined;
}

/** The work item that `--work-item` names. @throws UsageError that says what would be right */
export function workItemOf(text: string): WorkItemRef {
  const parsed = parseWorkItemRef(text);
  if (parsed.ok) return parsed.ref;
  const ref = meant(text);
  throw new UsageError(
    `--work-item: ${ref === undefined ? parsed.problem : `malformed work-item ref: write ${ref}`}`,
  );
}

/** The event that `--event` names. @throws UsageError with every name there is */
export function eventOf(name: string): string {
  if (EVENT_TYPES.has(name)) return name;
  throw new UsageError(`--event: must be one of ${[...EVENT_TYPES.keys()].join(', ')}`);
}

/** The page that `--url` names. @throws UsageError */
export function urlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.href;
  throw new UsageError('--url: must be an http or https URL, such as the comment on the ticket');
}

/** The most bytes of a text: one of 1 MB is the largest that readers of the event log take. */
const MOST_BYTES = 1024 * 1024;

/**
 * A text that is given outright or in a file (`-` for stdin), under the options `--NAME` and `--NAME-file`.
 *
 * @throws UsageError when it is given twice or not at all, or is empty, too large or cannot be read
 */
export async function textOf(
  name: string,
  text: string | undefined,
  file: string | undefined,
): Promise<string> {
  if ((text === undefined) === (file === undefined)) {
    throw new UsageError(`give either --${name} TEXT or --${name}-file FILE (- reads stdin)`);
  }
  const option = file === undefined ? `--${name}` : `--${name}-file`;
  const given = file === undefined ? (text ?? '') : await readText(file, option, MOST_BYTES);
  if (given.trim() === '')
    throw new UsageError(`${option}: ${file === undefined ? 'it' : file} is empty; write some text`);
  if (Buffer.byteLength(given) > MOST_BYTES) throw tooLarge(option);
  return given;
}

/** Who runs the command, as the operating system calls them. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id that has no name.
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
