import { isIP } from 'node:net';
import { z } from 'zod';
import { isDatabaseUrl } from '../store/database-url.js';
import type { Problem } from './errors.js';

/** A set of environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

const http = z
  .string()
  .refine((value) => /^\s*https?:\/\//i.test(value) && URL.canParse(value), {
    error: 'must be a URL that starts with http:// or https://',
  })
  .refine((value) => !URL.canParse(value) || new URL(value).username + new URL(value).password === '', {
    error: 'must hold no user name or password; a token has a variable of its own',
  });

const database = z.string().refine(isDatabaseUrl, {
  error:
    'must be a URL that starts with postgres:// or postgresql://, with / ? # @ in a password as %2F %3F %23 %40',
});

const environment = z.object({
  DATABASE_URL: database.optional(),
  THE_LOOP_URL: http.optional(),
  THE_LOOP_EVENT_LOG: z.string().optional(),
  GITHUB_API_URL: http.optional(),
  SLACK_API_URL: http.optional(),
  THE_LOOP_SLACK_BINDING_CAP: z.coerce
    .number('must be a whole number, 1 or more')
    .int('must be a whole number, 1 or more')
    .min(1, 'must be a whole number, 1 or more')
    .default(10_000),
  HEALTH_PORT: z
    .string()
    .refine((value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535, {
      error: 'must be a port, 1 to 65535; leave it unset for no health server',
    })
    .transform(Number)
    .optional(),
  // Loopback unless told: the pages have no login. A probe from outside a container needs 0.0.0.0 or ::.
  HEALTH_HOST: z
    .string()
    .refine((value) => isIP(value) !== 0, {
      error: 'must be an IP address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them',
    })
    .default('127.0.0.1'),
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
