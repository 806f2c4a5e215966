/**
 * Remembers the newest keys it was asked about, in this process.
 *
 * @param most how many are kept
 * @returns whether a key is new
 */
export function createRecent(most: number): (key: string) => boolean {
  const known = new Set<string>();
  return (key) => {
    if (known.has(key)) return false;
    known.add(key);
    const [oldest] = known;
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return true;
  };
}
