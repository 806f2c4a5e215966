/** Crafted input that makes a careless parser slow: `make(size)` gives about `size` characters of it. */
export interface Family {
  readonly name: string;
  make(size: number): string;
}

export declare const families: readonly Family[];
/** About `size` characters of ordinary agent prose. */
export declare function prose(size: number): string;
