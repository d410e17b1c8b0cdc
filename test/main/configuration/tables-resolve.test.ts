import { describe, expect, test } from 'vitest';
import { tableReplacedOrNot } from '../../../src/main/configuration/tables/replaced.ts';
import { contentOf, hashOf } from '../../../src/main/configuration/tables/hash.ts';
import type { Row } from '../../../src/main/configuration/tables/rows.ts';

const was: Row[] = [
  { code: 'A', description: 'a', enabled: true },
  { code: 'B', description: 'b' },
];
const sent: Row[] = [
  { code: 'A', description: 'new ', enabled: false },
  { code: 'B', description: 'b' },
  { code: 'C' },
];
const before = (rows: readonly Row[]) => ({
  former: 'id',
  hash: hashOf(rows),
  content: contentOf('code', rows),
});
const found = (
  rows: readonly Row[],
  what: readonly Row[] = sent,
  state: Readonly<Record<string, unknown>> = before(was),
): string => tableReplacedOrNot('code', { name: 'T', row: rows } as never, { row: what }, state).found;

describe('after an unclear answer a table was replaced', () => {
  test('where it has the rows that were sent, however the service keeps them', () => {
    expect(found(sent)).toBe('happened');
    expect(
      found([{ code: 'A', description: 'new', enabled: { value: 'false', desc: 'No' } }, ...sent.slice(1)]),
    ).toBe('happened');
    expect(found(sent.map((row) => ({ ...row, updated_by: 'API' })))).toBe('happened');
    expect(found(sent.toReversed())).toBe('happened');
    expect(found(was, was)).toBe('happened');
  });

  test('not where it is as it was, also by the state that earlier versions kept', () => {
    expect(found(was)).toBe('didNotHappen');
    expect(found(was, sent, { name: 'T', row: was })).toBe('didNotHappen');
    expect(found(sent, sent, { name: 'T', rows: { row: was } })).toBe('happened');
  });

  test('or nobody can tell, where somebody has changed it since', () => {
    expect(found([...sent, { code: 'T' }])).toBe('unclear');
    expect(found(sent.slice(1))).toBe('unclear');
    expect(found([{ code: 'A', description: 'theirs' }, ...sent.slice(1)])).toBe('unclear');
    expect(found([...was, { code: 'T' }])).toBe('unclear');
    expect(found([sent[0] ?? {}, sent[0] ?? {}, { code: 'B', description: 'b' }])).toBe('unclear');
  });

  test('where only the order was to change, by the order', () => {
    const three = [{ code: 'A' }, { code: 'B' }, { code: 'C' }];
    const [a = {}, b = {}, c = {}] = three;
    expect(found([c, a, b], [c, a, b], before(three))).toBe('happened');
    expect(found(three, [c, a, b], before(three))).toBe('didNotHappen');
    expect(found([b, a, c], [c, a, b], before(three))).toBe('unclear');
  });

  test('and a table that was not read whole says nothing', () => {
    expect(() => tableReplacedOrNot('code', { name: 'T' }, { row: [] }, before(was))).toThrow();
  });
});
