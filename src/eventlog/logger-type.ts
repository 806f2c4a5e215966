/** A leveled log. Fields are ids and reasons: never message text, never a token (design, invariant 8). */
export type Logger = Record<
  'debug' | 'info' | 'warn' | 'error',
  (message: string, fields?: Record<string, unknown>) => void
>;
