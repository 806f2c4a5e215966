import { ConfigError, describeProblem } from '../config/errors.js';
import { HealthError } from '../health/errors.js';
import { DoorError } from '../operator/errors.js';
import { StoreError } from '../store/errors.js';
import { printable } from './table.js';

/** Exit codes (contracts/config.md): done; not now, the reason on stderr; the input or the configuration is wrong. */
export const EXIT = { done: 0, failed: 1, wrong: 2 } as const;

/** The input or the configuration is wrong; the message says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The code and the words for an error that ends a command. An error nobody expected keeps its stack. */
export function explain(error: unknown): { code: number; message: string } {
  if (error instanceof ConfigError)
    return {
      code: EXIT.wrong,
      message: error.problems.map((problem) => printable(describeProblem(problem))).join('\n'),
    };
  const { code, message } = words(error);
  return { code, message: message.split('\n').map(printable).join('\n') };
}

function words(error: unknown): { code: number; message: string } {
  if (error instanceof UsageError) return { code: EXIT.wrong, message: error.message };
  if (error instanceof StoreError)
    return { code: error.code === 'invalid_url' ? EXIT.wrong : EXIT.failed, message: error.message };
  if (error instanceof DoorError || error instanceof HealthError)
    return { code: EXIT.failed, message: error.message };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: EXIT.failed, message };
}
