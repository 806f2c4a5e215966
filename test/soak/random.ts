/** Chance that is the same again for the same seed. */
export type Chance = {
  /** From 0 up to, and not, 1. */
  next(): number;
  /** True about this often, from 0 to 1. */
  happens(share: number): boolean;
  /** One of them. */
  pick<T>(from: readonly [T, ...T[]]): T;
};

/** Numbers by the mulberry32 rule: one 32-bit state, which is plenty for choosing what goes wrong next. */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    happens: (share) => next() < share,
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
  };
}
