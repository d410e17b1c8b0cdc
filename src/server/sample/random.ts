/** Random numbers that are the same for the same seed, on every machine. */
export interface Random {
  /** A whole number from 0 up to, and without, `below`. */
  below(below: number): number;
  /** True once in so many times. */
  oneIn(times: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** The generator mulberry32: 32 bits of state, which is plenty for inventing patrons. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick<T>(from: readonly T[]): T {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error('There is nothing to pick from.');
      return picked;
    },
  };
}
