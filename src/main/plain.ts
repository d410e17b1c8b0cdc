import type { Invalid } from '../contract/failure.ts';

/** More than any window of ours has to say at once: the pieces of a file that is dropped come one by one. */
const largest = 5_000_000;
/** As deep as the client takes records from the service. */
const deepest = 100;

/**
 * Why an input is not plain data as JSON has it; null where it is. What crosses from a window can be more than that
 * (cycles, dates, maps, numbers that are none), and what is kept or sent from it is written as JSON.
 */
export function whyNotPlain(input: unknown): Extract<Invalid, 'malformed' | 'tooLong'> | null {
  let size = 0;

  function isPlain(value: unknown, left: number): boolean {
    size += typeof value === 'string' ? value.length + 1 : 1;
    if (size > largest) return false;
    if (typeof value === 'number') return Number.isFinite(value);
    if (typeof value !== 'object') return ['string', 'boolean', 'undefined'].includes(typeof value);
    if (value === null) return true;
    if (left === 0) return false;
    if (Array.isArray(value)) {
      // A list with holes, or with more than its entries, is none.
      return Object.keys(value).length === value.length && value.every((entry) => isPlain(entry, left - 1));
    }
    return (
      Object.prototype.toString.call(value) === '[object Object]' &&
      Object.entries(value).every(([name, entry]) => {
        size += name.length;
        return isPlain(entry, left - 1);
      })
    );
  }

  try {
    if (isPlain(input, deepest)) return null;
  } catch {
    // It answers questions about itself with an error.
  }
  return size > largest ? 'tooLong' : 'malformed';
}
