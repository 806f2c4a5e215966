/**
 * What a failure is called: its code, else the code of its cause (`fetch` hides it there), else its class. Never its message,
 * which can hold text of a record or an address. An error is known by its shape: one that comes from another realm, as in a
 * test runner's sandbox, is no instance of our `Error`.
 */
export function errorCode(error: unknown): string {
  return codeWithin(error, 5) ?? (isObject(error) && typeof error.name === 'string' ? error.name : 'unknown');
}

function codeWithin(error: unknown, depth: number): string | undefined {
  if (!isObject(error) || depth === 0) return undefined;
  return typeof error.code === 'string' ? error.code : codeWithin(error.cause, depth - 1);
}

function isObject(value: unknown): value is { code?: unknown; cause?: unknown; name?: unknown } {
  return typeof value === 'object' && value !== null;
}
