/** How long nothing is said, in milliseconds. */
const QUIET_MS = 1_000;

/** Waits for `work`, with a line on stderr that says what is being done when it takes longer than a second. */
export async function withProgress<T>(doing: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => process.stderr.write(`${doing} …\n`), QUIET_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
