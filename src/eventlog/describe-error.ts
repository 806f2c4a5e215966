/** The `code` of an error of Node's or a driver's, such as `ENOENT`. Read by shape: errors can come from another realm. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** An error in a log: its name and code. Never its message, which may quote a row, a text or an address with a token. */
export function describeError(error: unknown): string {
  const name =
    typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : typeof error;
  const code = errorCode(error);
  return code === undefined ? name : `${name} ${code}`;
}
