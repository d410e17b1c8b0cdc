import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSeal, keyBytes, keyIdOf, Unreadable } from '../../../src/main/journal/seal.ts';

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

  test('says whether the key is away, which may come back, or the value is damaged', () => {
    const [one, other] = [randomBytes(keyBytes), randomBytes(keyBytes)];
    const sealed = createSeal(one).seal('x', 'here');
    const later = createSeal(other);
    expect(() => later.open(sealed, 'here')).toThrow(expect.objectContaining({ why: 'noKey' }));
    later.add(one);
    expect(later.open(sealed, 'here')).toBe('x');
    expect(() => later.open(sealed, 'there')).toThrow(expect.objectContaining({ why: 'damaged' }));
  });

  test('opens what was sealed before keys had ids', () => {
    const sealedThen = Buffer.from(
      '01' + '000102030405060708090a0b' + 'da55941e950c46c6cb86748c3aa4eb8a' + '3af9cb',
      'hex',
    );
    const then = Buffer.alloc(keyBytes, 7);
    expect(createSeal(randomBytes(keyBytes), then).open(sealedThen, 'here')).toBe('x');
    expect(() => createSeal(randomBytes(keyBytes)).open(sealedThen, 'here')).toThrow(
      expect.objectContaining({ why: 'noKey' }),
    );
  });

  test('marks a text with each key that is here, its own first, the same in every run', () => {
    const [one, other] = [randomBytes(keyBytes), randomBytes(keyBytes)];
    const [mark = ''] = createSeal(one).marks('an API key');
    expect(mark).toMatch(/^[\w-]{43}$/);
    const later = createSeal(other, one).marks('an API key');
    expect(later).toHaveLength(2);
    expect(later[1]).toBe(mark);
    expect(createSeal(one).marks('another')).not.toContain(mark);
  });

  test('a key is named by what is derived from it', () => {
    const one = randomBytes(keyBytes);
    expect(createSeal(one).sealsWith).toBe(keyIdOf(one));
    expect(keyIdOf(one)).toMatch(/^[0-9a-f]{16}$/);
    expect(keyIdOf(randomBytes(keyBytes))).not.toBe(keyIdOf(one));
  });

  test('what an earlier version sealed, named and marked is known again', () => {
    const then = Buffer.alloc(keyBytes, 7);
    expect(keyIdOf(then)).toBe('e9ededf0a7f6bb26');
    expect(createSeal(then).marks('an API key')).toEqual(['14W1Pw5N4r5hf5E7zJc0T09ebBJn2Ocai4bqYgn0E9U']);
    expect(
      createSeal(then).open(
        Buffer.from(
          '02e9ededf0a7f6bb263aeaca45dfc1d32bc36d415b3841a9af22e7d9ca777a4d6f9b4de3da7e33c1bee282cf8c74510d923fb9de7f730110b23a8ff567c7f0',
          'hex',
        ),
        'here',
      ),
    ).toEqual({ name: 'Ben-Ami, שרה' });
  });

  test('says what is damaged', () => {
    const sealed = seal.seal('x', 'here');
    const damaged = expect.objectContaining({
      name: 'Unreadable',
      message: 'damaged',
      why: 'damaged',
    }) as Error;
    for (const length of [0, 1, 8, 9, sealed.byteLength - 1]) {
      expect(() => seal.open(sealed.subarray(0, length), 'here')).toThrow(damaged);
    }
    for (const version of [0, 3, 255]) {
      expect(() => seal.open(Buffer.concat([Buffer.of(version), sealed.subarray(1)]), 'here')).toThrow(
        damaged,
      );
    }
  });

  test('never seals the same value the same way', () => {
    const all = Array.from({ length: 100 }, () => Buffer.from(seal.seal('x', 'here')).toString('hex'));
    expect(new Set(all).size).toBe(100);
  });

  test('a key of another length is refused', () => {
    expect(() => createSeal(new Uint8Array(16))).toThrow(new RangeError("a seal's key has 32 bytes"));
  });
});
