import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countBox, openTroubles, typedOrders, type BoxBook } from '../../src/shared/box-check.ts';

const pols = ['POL-1', 'POL-2', 'POL-3', 'POL-4'] as const;
const line = fc.record({
  pol: fc.constantFrom(...pols.slice(0, 3)),
  title: fc.constantFrom('One', 'Two'),
  expected: fc.nat(4),
});
const book = fc.record({
  pol: fc.constantFrom('', ...pols),
  title: fc.constantFrom('', 'One', 'Three'),
  is: fc.constantFrom('here' as const, 'waits' as const),
});
const box = fc
  .record({
    lines: fc.array(line, { maxLength: 6 }),
    books: fc.array(book, { maxLength: 12 }),
    bad: fc.nat(),
  })
  .map(({ lines, books, bad }) => ({
    lines,
    books: books.map((one, index): BoxBook => ({ ...one, id: String(index) })),
    damaged: new Set(books.flatMap((_, index) => ((bad >> (index % 16)) & 1 ? [String(index)] : []))),
  }));

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

describe('what came of what should be in a box', () => {
  test('the counts always add up', () => {
    fc.assert(
      fc.property(box, ({ lines, books, damaged }) => {
        const count = countBox(lines, books, damaged);
        const { sum } = count;
        const here = books.filter(({ is }) => is === 'here');
        expect(sum.come + sum.short).toBe(sum.expected);
        expect(sum.come + sum.extra).toBe(here.length);
        expect(sum.expected).toBe(sumOf(lines.map(({ expected }) => expected)));
        expect(sum.damaged).toBe(here.filter(({ id }) => damaged.has(id)).length);
        expect(sum.waits).toBe(books.length - here.length);
        for (const one of count.lines) {
          expect(one.come + one.short).toBe(one.expected);
          expect(one.come + one.extra).toBe(one.books.length);
          expect(Math.min(one.short, one.extra)).toBe(0);
          expect(one.damaged).toBeLessThanOrEqual(one.books.length);
          expect(one.listed || one.expected === 0).toBe(true);
        }
        // Each book is in one line, and each order line is there once.
        const ids = count.lines.flatMap((one) => one.books);
        expect(ids.toSorted()).toEqual(here.map(({ id }) => id).toSorted());
        const numbers = count.lines.map(({ pol }) => pol).filter((pol) => pol !== '');
        expect(new Set(numbers).size).toBe(numbers.length);
      }),
    );
  });

  test('one more book that is here makes one less short, or one more extra', () => {
    fc.assert(
      fc.property(box, fc.constantFrom(...pols), ({ lines, books, damaged }, pol) => {
        const before = countBox(lines, books, damaged).sum;
        const more: BoxBook = { id: 'new', pol, title: '', is: 'here' };
        const after = countBox(lines, [...books, more], damaged).sum;
        expect(before.short - after.short + (after.extra - before.extra)).toBe(1);
      }),
    );
  });

  test('what is not noted yet is asked for: short, then damaged, then extra', () => {
    const books: BoxBook[] = [{ id: 'a', pol: 'POL-1', title: '', is: 'here' }];
    const [first] = countBox([{ pol: 'POL-1', title: '', expected: 2 }], books, new Set(['a'])).lines;
    expect(first && openTroubles(first, () => 0)).toEqual(['short', 'damaged']);
    expect(first && openTroubles(first, (trouble) => Number(trouble === 'short'))).toEqual(['damaged']);
  });

  test('a typed list names each order line once', () => {
    expect(typedOrders(' POL-1\r\nPOL-2, POL-1;\tPOL-3\n')).toEqual(['POL-1', 'POL-2', 'POL-3']);
    expect(typedOrders(' \n')).toEqual([]);
  });
});
