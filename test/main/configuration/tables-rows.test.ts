import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cellsOf,
  columnsOf,
  isAsSent,
  keyOf,
  newRow,
  patched,
  type Row,
  saysOf,
} from '../../../src/main/configuration/tables/rows.ts';

const flag = fc.oneof(
  fc.boolean(),
  fc.constantFrom('true', 'false', 'TRUE', ''),
  fc.record({ value: fc.oneof(fc.boolean(), fc.constantFrom('true', 'false')) }),
  fc.record({ value: fc.constantFrom('true', 'false'), desc: fc.string() }),
  fc.constant(null),
);
const text = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
const anyRow = fc
  .record(
    { strange: fc.jsonValue(), enabled: flag, description: text, code: text, default: flag, more: text },
    { requiredKeys: [] },
  )
  .map((row): Row => row);

test('a row that is not edited is as it came, to the last sign', () => {
  fc.assert(
    fc.property(anyRow, (row) => {
      const columns = columnsOf('code', [row]);
      expect(JSON.stringify(patched(columns, row, cellsOf(columns, row)))).toBe(JSON.stringify(row));
    }),
  );
});

test('an edited row says what its cells say, and keeps what cannot be edited', () => {
  fc.assert(
    fc.property(
      anyRow,
      fc.string(),
      fc.string(),
      fc.constantFrom('true', 'false', ''),
      (row, code, words, on) => {
        const columns = columnsOf('code', [row]);
        const cells = columns.map(({ field, editable }, index) => {
          if (!editable) return cellsOf(columns, row)[index] ?? '';
          return { code, description: words, enabled: on, default: on }[field] ?? '';
        });
        const edited = patched(columns, row, cells);
        expect(cellsOf(columns, edited)).toEqual(cells);
        expect([edited['strange'], edited['more']]).toEqual([row['strange'], row['more']]);
        expect(keyOf('code', edited)).toBe(code);
        expect(isAsSent('code', edited, { ...edited, added: 1 })).toBe(true);
        expect(cellsOf(columns.slice(0, 4), newRow('code', columns, cells))).toEqual(cells.slice(0, 4));
      },
    ),
  );
});

test('a flag stays in its form', () => {
  const columns = columnsOf('mapping', [{ column0: 'X', enabled: true }]);
  const off = (enabled: unknown): unknown =>
    patched(columns, { column0: 'X', enabled }, ['X', 'false'])['enabled'];
  expect([true, 'true', { value: 'true', desc: 'Yes' }, { value: true }, undefined].map(off)).toEqual([
    false,
    'false',
    { value: 'false' },
    { value: false },
    { value: 'false' },
  ]);
  expect(patched(columns, { column0: 'X', enabled: true }, ['X', ''])).toEqual({ column0: 'X' });
});

test('rows that say the same are the same, whatever their form', () => {
  const says = (row: Row): string => saysOf('code', row);
  expect(says({ code: 'A', enabled: true, default: null })).toBe(
    says({ enabled: { value: 'true' }, code: 'A', description: '' }),
  );
  expect(says({ code: 'A', more: { b: 1, a: 2 } })).toBe(says({ more: { a: 2, b: 1 }, code: 'A' }));
  expect(says({ code: 'A', enabled: false })).not.toBe(says({ code: 'A' }));
  expect(says({ code: 'A ' })).not.toBe(says({ code: 'A' }));
});
