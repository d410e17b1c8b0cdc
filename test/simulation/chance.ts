/** A die that falls the same way each time it is made from the same seed. */
export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  between(least: number, most: number): number;
  /** Whether something happens that happens so often, from 0 (never) to 1 (always). */
  happens(often: number): boolean;
  pick<T>(among: readonly T[]): T;
}

/** A number of 32 bits out of several: the same parts give the same number. */
export function mixed(...parts: readonly (number | string)[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    const text = `${part}|`;
    for (let index = 0; index < text.length; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    }
  }
  return hash >>> 0;
}

/** Mulberry32: small, quick, and good enough to deal out faults. */
export function chanceOf(...seed: readonly (number | string)[]): Chance {
  let state = mixed(...seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (least, most) => least + next() * (most - least),
    happens: (often) => next() < often,
    pick: (among) => {
      const one = among[below(among.length)];
      if (one === undefined) throw new RangeError('nothing to pick from');
      return one;
    },
  };
}
