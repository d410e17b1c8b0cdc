import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSeal, keyBytes, Unreadable } from '../../../src/main/journal/seal.ts';

const seal = createSeal(randomBytes(keyBytes));

describe('seal', () => {
  test('opens what it sealed, in its place', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, place) => {
        expect(seal.open(seal.seal(value, place), place)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('opens in no other place', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (value, place, other) => {
        fc.pre(place !== other);
        expect(() => seal.open(seal.seal(value, place), other)).toThrow(Unreadable);
      }),
    );
  });

  test('opens nothing that was changed by one bit', () => {
    const sealed = seal.seal({ barcode: '31234000123456' }, 'here');
    fc.assert(
      fc.property(fc.nat(sealed.byteLength * 8 - 1), (bit) => {
        const changed = Uint8Array.from(sealed);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(() => seal.open(changed, 'here')).toThrow(Unreadable);
      }),
    );
  });

  test('opens nothing with another key, and nothing that is cut short', () => {
    const sealed = seal.seal('x', 'here');
    expect(() => createSeal(randomBytes(keyBytes)).open(sealed, 'here')).toThrow(Unreadable);
    for (let length = 0; length < sealed.byteLength; length++) {
      expect(() => seal.open(sealed.subarray(0, length), 'here')).toThrow(Unreadable);
    }
  });

  test('never seals the same value the same way', () => {
    const all = Array.from({ length: 100 }, () => Buffer.from(seal.seal('x', 'here')).toString('hex'));
    expect(new Set(all).size).toBe(100);
  });

  test('a key of another length is refused', () => {
    expect(() => createSeal(new Uint8Array(16))).toThrow(RangeError);
  });
});
