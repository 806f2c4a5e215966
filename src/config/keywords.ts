import { z } from 'zod';

/** The-loop's own control keywords by command (contracts/the-loop.md, "The ticket"). */
export const DEFAULT_KEYWORDS: Readonly<Record<string, string>> = Object.fromEntries(
  ['start', 'stop', 'pause', 'resume', 'execute', 'contribute', 'do', 'cleanup'].map((command) => [
    command,
    `the-loop ${command}`,
  ]),
);

const keywordMap = z.record(z.string(), z.string().trim().min(1));

/**
 * The keywords to break in whatever we quote: the defaults, and what `routing.control.keywords` renames or adds. A
 * renamed command keeps its default broken too, since breaking too much costs a zero-width space and too little runs
 * a command.
 *
 * @param warn called when `configured` is not a map of command to keyword; the defaults then stand alone
 */
export function resolveKeywords(configured: unknown, warn: (problem: string) => void): readonly string[] {
  const defaults = Object.values(DEFAULT_KEYWORDS);
  if (configured === undefined || configured === null) return defaults;
  const parsed = keywordMap.safeParse(configured);
  if (!parsed.success) {
    warn('must be a map of command to keyword; the default keywords are used');
    return defaults;
  }
  return [...new Set([...defaults, ...Object.values(parsed.data)])];
}
