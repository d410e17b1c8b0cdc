import { describe, expect, test } from 'vitest';
import { rowIds, withIds } from '../../../src/renderer/ui/row-ids.ts';

const rowsOf = (...ids: readonly string[]) => ids.map((id) => ({ id }));
const keysOf = (...ids: readonly string[]): string[] => {
  const rows = rowsOf(...ids);
  return rows.map(rowIds(rows, ({ id }) => id));
};

describe('what tells the rows of a list apart', () => {
  test.each([
    [
      ['1', '2'],
      ['1', '2'],
    ],
    [
      ['1', '1', '1'],
      ['1', '1#2', '1#3'],
    ],
    [
      ['', ''],
      ['#1', '#2'],
    ],
    [
      ['', '1', '', '1'],
      ['#1', '1', '#2', '1#2'],
    ],
    // An id that looks like one of ours is its own row's, wherever that one stands.
    [
      ['1', '1', '1#2'],
      ['1', '1#3', '1#2'],
    ],
    [
      ['1#2', '1', '1', '1#2'],
      ['1#2', '1', '1#3', '1#2#2'],
    ],
    [
      ['#1', ''],
      ['#1', '#2'],
    ],
    [[], []],
  ])('%j: %j', (ids, keys) => {
    expect(keysOf(...ids)).toEqual(keys);
  });

  test('of any list, no two are the same, and they are the same again when it is read again', () => {
    const parts = ['', '1', '1#2', '#1', '#2', '1#2#2', '1#3'];
    for (let seed = 0; seed < 2000; seed++) {
      const ids = Array.from(
        { length: seed % 9 },
        (_, place) => parts[(seed * 31 + place * place * 7) % 7] ?? '',
      );
      const keys = keysOf(...ids);
      expect(new Set(keys).size, JSON.stringify(ids)).toBe(ids.length);
      expect(keysOf(...ids)).toEqual(keys);
    }
  });

  test('the same row twice in one list has one key, and a row that is not in it its own id', () => {
    const [row] = rowsOf('7');
    if (!row) throw new Error('no row');
    const keyOf = rowIds([row], ({ id }) => id);
    expect(keyOf(row)).toBe('7');
    expect(keyOf({ id: '8' })).toBe('8');
  });

  test('ten thousand rows with one id are told apart at once', () => {
    const keys = withIds(rowsOf(...Array.from({ length: 10_000 }, () => 'x')), ({ id }) => id);
    expect(new Set(keys.map(({ id }) => id)).size).toBe(10_000);
  });
});
