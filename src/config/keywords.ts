import { z } from 'zod';

/** An empty keyword switches its command off in the-loop, so it is no mistake and nothing to break. */
const keywordMap = z.record(z.string(), z.string().trim());

/**
 * What `routing.control.keywords` renames or adds. The-loop's own keywords are broken in whatever we quote in any case,
 * a renamed one too: breaking too much costs an odd character, breaking too little runs a command.
 *
 * @param warn called when `configured` is not a map of command to keyword; the defaults then stand alone
 */
export function resolveKeywords(configured: unknown, warn: (problem: string) => void): readonly string[] {
  if (configured === undefined || configured === null) return [];
  const parsed = keywordMap.safeParse(configured);
  if (!parsed.success) {
    warn('must be a map of command to keyword; the default keywords are used');
    return [];
  }
  return [...new Set(Object.values(parsed.data).filter((keyword) => keyword !== ''))];
}
