import { z } from 'zod';
import type { Problem } from './errors.js';

/** A set of environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

const url = (protocols: readonly string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  });

const http = url(['http:', 'https:']).refine(
  (value) => !URL.canParse(value) || new URL(value).username === '',
  {
    error: 'must hold no user name or password; a token has a variable of its own',
  },
);

const environment = z.object({
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  THE_LOOP_URL: http.optional(),
  THE_LOOP_EVENT_LOG: z.string().optional(),
  GITHUB_API_URL: http.optional(),
  SLACK_API_URL: http.optional(),
  THE_LOOP_SLACK_BINDING_CAP: z.coerce
    .number('must be a whole number, 1 or more')
    .int('must be a whole number, 1 or more')
    .min(1, 'must be a whole number, 1 or more')
    .default(10_000),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug'], 'must be error, warn, info or debug').default('info'),
  LOG_FORMAT: z.enum(['json', 'pretty'], 'must be json or pretty').optional(),
});

/** The variables of contracts/config.md that are not tokens, checked. */
export type Environment = z.infer<typeof environment>;

/**
 * Checks the variables we read; an empty one counts as not set. Values are never repeated in a problem, since a
 * `DATABASE_URL` holds a password.
 */
export function readEnvironment(env: Env): { values: Environment } | { problems: Problem[] } {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(set);
  if (parsed.success) return { values: parsed.data };
  return {
    problems: parsed.error.issues.map((issue) => ({
      file: 'environment',
      path: issue.path.join('.'),
      problem: issue.message,
    })),
  };
}
