import { expect, test } from 'vitest';
import { compareSaved, happenedBy, type Save } from '../../../src/main/configuration/tables/saved-rows.ts';

const at = '2026-11-02T08:00:00.000Z';
const later = '2026-11-02T09:00:00.000Z';
const save = (intent: string, description: string | null): Save => ({
  intent,
  at,
  rows: [{ key: 'A', saved: description === null ? null : { code: 'A', description } }],
});
const compare = (
  rows: readonly object[],
  saves: readonly Save[],
  done: Readonly<Record<string, boolean | null>>,
  now = at,
) =>
  compareSaved({ kind: 'code', rows: rows.map((row) => ({ ...row })) }, saves, {
    happened: (intent) => done[intent] ?? null,
    now,
  });

test('what is said of a row waits until it is known whether a later save of it happened', () => {
  const saves = [save('one', 'first'), save('two', 'second')];
  const theirs = [{ code: 'A', description: 'theirs' }];
  expect(compare(theirs, saves, { one: true, two: null }, later)).toEqual({ lost: [], saves });
  expect(compare(theirs, saves, { one: true, two: false })).toMatchObject({
    lost: [{ what: 'oursChanged', intent: 'one', saved: { description: 'first' } }],
    saves: [{ intent: 'one' }],
  });
  expect(compare(theirs, saves, { one: true, two: true })).toMatchObject({
    lost: [{ what: 'oursChanged', intent: 'two', saved: { description: 'second' } }],
    saves: [{ intent: 'two' }],
  });
});

test('a row is watched for a while after it was saved, one that is lost until that is accepted', () => {
  const saves = [save('one', 'first')];
  const ours = [{ code: 'A', description: ' first ', enabled: null }];
  expect(compare(ours, saves, { one: true })).toEqual({ lost: [], saves });
  expect(compare(ours, saves, { one: true }, later)).toEqual({ lost: [], saves: [] });
  expect(compare([], saves, { one: true }, later)).toMatchObject({ lost: [{ what: 'oursGone' }], saves });
  expect(compare(ours, [save('one', null)], { one: true }, later)).toMatchObject({
    lost: [{ what: 'oursBack', row: 0 }],
  });
});

test('one that was not found is still looked for', () => {
  expect(happenedBy({ state: 'notSent', recheck: 'due' })).toBeNull();
  expect(happenedBy({ state: 'notSent', recheck: null })).toBe(false);
  expect(happenedBy({ state: 'refused', recheck: null })).toBe(false);
  expect(happenedBy({ state: 'unknown', recheck: null })).toBeNull();
  expect(happenedBy(null)).toBe(true);
});
