export type Logger = Record<
  'debug' | 'info' | 'warn' | 'error',
  (message: string, fields?: Record<string, unknown>) => void
>;
