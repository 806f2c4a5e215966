/** How much of an event a message carries. */
export type Verbosity = 'quiet' | 'normal' | 'verbose';

/**
 * The parts of a message at a verbosity. The one-line summary and the work-item link are always there; each step adds
 * and never takes away (R2.2).
 */
export function messageParts(verbosity: Verbosity): { text: boolean; detail: boolean } {
  return { text: verbosity !== 'quiet', detail: verbosity === 'verbose' };
}
