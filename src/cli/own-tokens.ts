import type { Settings } from '../config/settings.js';
import { UsageError } from './exit.js';

/** A shorter token is none, and would be found in ordinary words. */
const SHORTEST_TOKEN = 8;

/**
 * Refuses what would publish a token that this app is configured with, without repeating it.
 *
 * @param given what people would read
 * @param option how it was given, for the error
 * @throws UsageError
 */
export function refuseOwnTokens(given: string, option: string, settings: Settings): void {
  const secrets = settings.tokens.values().filter((token) => token.length >= SHORTEST_TOKEN);
  if (secrets.some((secret) => given.includes(secret)))
    throw new UsageError(`${option}: holds a token of this app, and would publish it; take it out`);
}
