import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  commonStock,
  type LabelStock,
  placesOn,
  stockFields,
  stockOf,
  stockProblems,
  stockRanges,
  stockValues,
} from '../../src/shared/label-stock.ts';

const a4: LabelStock = commonStock.a4By24;

describe('a stock of labels', () => {
  test.each(Object.entries(commonStock))('%s can be printed on', (_, stock) => {
    expect(stockProblems(stock)).toEqual([]);
  });

  test('has as many places as its box says', () => {
    expect([commonStock.a4By24, commonStock.a4By65, commonStock.letterBy30].map(placesOn)).toEqual([
      24, 65, 30,
    ]);
  });

  test('is its values, by their fields', () => {
    expect(stockOf(stockValues(a4))).toEqual(a4);
    expect(Object.keys(stockValues(a4)).toSorted()).toEqual(stockFields.toSorted());
  });

  test('whose labels reach over the edge says across or down', () => {
    expect(stockProblems({ ...a4, columns: 4 })).toEqual([{ field: 'columns', reason: 'offPage' }]);
    expect(stockProblems({ ...a4, rows: 9 })).toEqual([{ field: 'rows', reason: 'offPage' }]);
    expect(stockProblems({ ...a4, gap: { across: 1, down: 0 } })).toEqual([
      { field: 'columns', reason: 'offPage' },
    ]);
    expect(stockProblems({ ...a4, margin: { left: 5, top: 20 } })).toEqual([
      { field: 'columns', reason: 'offPage' },
      { field: 'rows', reason: 'offPage' },
    ]);
  });

  test.each([
    [{ ...a4, columns: 0 }, 'columns', 'outOfRange'],
    [{ ...a4, rows: 2.5 }, 'rows', 'notWhole'],
    [{ ...a4, label: { width: 70, height: -3 } }, 'label.height', 'outOfRange'],
    [{ ...a4, page: { width: Number.NaN, height: 297 } }, 'page.width', 'outOfRange'],
    [{ ...a4, gap: { across: 0, down: 1e6 } }, 'gap.down', 'outOfRange'],
  ] as const)('names the field that no stock has: %#', (stock, field, reason) => {
    expect(stockProblems(stock)).toEqual([{ field, reason }]);
  });

  test('fits exactly where its last label ends on the page', () => {
    const values = fc.record(
      Object.fromEntries(
        stockFields.map((field) => {
          const { least, most } = stockRanges[field];
          const isCount = field === 'columns' || field === 'rows';
          return [
            field,
            isCount ? fc.integer({ min: least, max: most }) : fc.integer({ min: least, max: most }),
          ];
        }),
      ) as Record<(typeof stockFields)[number], fc.Arbitrary<number>>,
    );
    fc.assert(
      fc.property(values, (all) => {
        const stock = stockOf(all);
        const { page, label, gap, margin } = stock;
        const right = margin.left + (stock.columns - 1) * (label.width + gap.across) + label.width;
        const bottom = margin.top + (stock.rows - 1) * (label.height + gap.down) + label.height;
        expect(stockProblems(stock).length === 0).toBe(right <= page.width && bottom <= page.height);
      }),
      { seed: 17 },
    );
  });
});
