import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fullBooks, layOut } from '../../../src/main/labels/sheets.ts';

describe('labels on sheets', () => {
  test('begin at the place that is free, and go on with a new sheet', () => {
    expect(layOut([['a'], ['b'], ['c']], 3, 2)).toEqual({ sheets: [[null, 'a', 'b'], ['c']], next: 2 });
    expect(layOut([['a'], ['b']], 3, 2)).toEqual({ sheets: [[null, 'a', 'b']], next: 1 });
  });

  test('of one book stay on one sheet: the place that is left is not used', () => {
    expect(
      layOut(
        [
          ['s1', 'b1'],
          ['s2', 'b2'],
        ],
        3,
        1,
      ),
    ).toEqual({
      sheets: [
        ['s1', 'b1'],
        ['s2', 'b2'],
      ],
      next: 3,
    });
    // A sheet on which nothing would be is not printed.
    expect(layOut([['s1', 'b1']], 3, 3)).toEqual({ sheets: [['s1', 'b1']], next: 3 });
  });

  test('on a roll, each is a page', () => {
    expect(layOut([['s1', 'b1']], 1, 1)).toEqual({ sheets: [['s1'], ['b1']], next: 1 });
    expect(fullBooks([2], 1, 1)).toBe(1);
  });

  test('are nothing where nothing waits; a place that the stock has no more is the first', () => {
    expect(layOut([], 24, 5)).toEqual({ sheets: [], next: 5 });
    expect(layOut([['a']], 2, 24)).toEqual({ sheets: [['a']], next: 2 });
  });

  test('fill a sheet when the next book has no room on it', () => {
    expect(fullBooks([2, 2], 6, 1)).toBe(0);
    expect(fullBooks([2, 2, 2], 6, 1)).toBe(3);
    expect(fullBooks([2, 2, 2, 2], 6, 1)).toBe(3);
    expect(fullBooks([1, 1, 1], 24, 22)).toBe(3);
    // One place is left, and the next book needs two.
    expect(fullBooks([2, 2, 1], 6, 1)).toBe(0);
    expect(fullBooks([2, 2, 1, 2], 6, 1)).toBe(3);
  });

  const waiting = fc.record({
    counts: fc.array(fc.integer({ min: 1, max: 2 }), { maxLength: 60 }),
    places: fc.integer({ min: 1, max: 24 }),
    first: fc.integer({ min: 1, max: 24 }),
  });
  const groupsOf = (counts: readonly number[]): string[][] =>
    counts.map((count, book) => Array.from({ length: count }, (_, label) => `${book}.${label}`));

  test('none is lost, doubled or moved, none is off its sheet, and no sheet is empty', () => {
    fc.assert(
      fc.property(waiting, ({ counts, places, first }) => {
        const groups = groupsOf(counts);
        const { sheets, next } = layOut(groups, places, first);
        expect(sheets.flat().filter((label) => label !== null)).toEqual(groups.flat());
        expect(sheets.every((sheet) => sheet.length <= places && sheet.at(-1) !== null)).toBe(true);
        expect(next).toBeGreaterThanOrEqual(1);
        expect(next).toBeLessThanOrEqual(places);
        for (const group of groups) {
          const on = sheets.filter((sheet) => group.some((label) => sheet.includes(label)));
          expect(on).toHaveLength(group.length > places ? group.length : 1);
        }
      }),
      { seed: 17 },
    );
  });

  test('what is printed as full leaves no room for another book, and what waits on fills no sheet', () => {
    fc.assert(
      fc.property(waiting, ({ counts, places, first }) => {
        const full = fullBooks(counts, places, first);
        const printed = layOut(groupsOf(counts.slice(0, full)), places, first);
        const last = printed.sheets.at(-1);
        const next = counts[full];
        if (last && last.length < places) expect(next).toBeGreaterThan(places - last.length);
        expect(fullBooks(counts.slice(full), places, printed.next)).toBe(0);
      }),
      { seed: 17 },
    );
  });
});
