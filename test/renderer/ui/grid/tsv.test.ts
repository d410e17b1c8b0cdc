import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromTsv, toTsv } from '../../../../src/renderer/ui/grid/tsv.ts';

const cell = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '"', '\t', '\n', '\r', ',', '0') });
const block = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
  );

test('a block that was copied is pasted as it was, whatever is in its cells', () => {
  fc.assert(
    fc.property(block, (cells) => {
      expect(fromTsv(toTsv(cells))).toEqual(cells);
    }),
  );
});

test('what spreadsheets put on the clipboard: line ends of Windows, and one after the last row', () => {
  expect(fromTsv('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(fromTsv('"two\nlines"\t"said ""no"""\n')).toEqual([['two\nlines', 'said "no"']]);
  expect(fromTsv('a\t\n\tb')).toEqual([
    ['a', ''],
    ['', 'b'],
  ]);
});

test('a mark that quotes nothing is a mark', () => {
  expect(fromTsv('"12 inches\tb')).toEqual([['"12 inches', 'b']]);
  expect(fromTsv('"a"b\tc')).toEqual([['"a"b', 'c']]);
  expect(fromTsv('5"')).toEqual([['5"']]);
});
