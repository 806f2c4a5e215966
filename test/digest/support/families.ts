/** Crafted text that makes a careless parser slow: `make(size)` gives about `size` characters of it. */
interface Family {
  readonly name: string;
  make(size: number): string;
}

interface Bench {
  readonly families: readonly Family[];
  prose(size: number): string;
}

/** The bench is plain JavaScript with a package of its own, so its types are stated here. */
const bench: Bench = await import(new URL('../../../bench/digest/families.js', import.meta.url).href);

export const { families, prose } = bench;
