import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edited, type FieldPath, patched } from '../../src/service/patch.ts';
import { userForms } from '../../src/service/shapes/user.ts';

/** A record as JSON carries it, with the names that trip up objects. */
const name = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('__proto__', 'constructor', 'value', '0'));
const json = fc.jsonValue({ maxDepth: 4 }).map(asJson);
const record = fc.dictionary(name, json, { minKeys: 1 }).map(asJson);

function asJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Every way to a field of this record. */
function waysIn(value: unknown, before: (string | number)[] = []): FieldPath[] {
  const here = before.length > 0 ? [before as unknown as FieldPath] : [];
  if (Array.isArray(value)) {
    return [...here, ...value.flatMap((entry, index) => waysIn(entry, [...before, index]))];
  }
  if (typeof value !== 'object' || value === null) return here;
  const fields = Object.entries(value);
  return [...here, ...fields.flatMap(([field, entry]) => waysIn(entry, [...before, field]))];
}

function valueAt(value: unknown, at: readonly (string | number)[]): unknown {
  return at.reduce<unknown>((now, step) => (now as Record<string | number, unknown>)[step], value);
}

describe('a patch', () => {
  test('changes one field, and leaves everything else the very same', () => {
    fc.assert(
      fc.property(record, fc.nat(), json, (before, seed, to) => {
        const ways = waysIn(before);
        const at = ways[seed % ways.length] ?? ['x'];
        const as = JSON.stringify(before);
        const after = patched(before, at, to);
        expect(valueAt(after, at)).toBe(to);
        for (const way of ways) {
          const apart = way.findIndex((step, index) => step !== at[index]);
          if (apart >= 0 && apart < at.length) expect(valueAt(after, way)).toBe(valueAt(before, way));
        }
        expect(JSON.stringify(before)).toBe(as);
        // Back again, the record is as it came to the last letter, its order too.
        expect(JSON.stringify(patched(after, at, valueAt(before, at)))).toBe(as);
      }),
      { numRuns: 500 },
    );
  });

  test('that changes nothing gives the record itself', () => {
    const user = { a: [{ b: 1 }], c: null };
    expect(patched(user, ['a', 0, 'b'], 1)).toBe(user);
    expect(patched(user, ['c'], null)).toBe(user);
    expect(patched(user, ['d', 3, 'e'], undefined)).toBe(user);
    expect(patched(user, ['a', 5], undefined)).toBe(user);
  });

  test.each<[string, object, FieldPath, unknown, object]>([
    ['makes what is missing on the way', {}, ['a', 0, 'b'], 1, { a: [{ b: 1 }] }],
    ['adds an entry at the end', { a: [1] }, ['a', 1], 2, { a: [1, 2] }],
    ['makes what is null on the way', { a: null }, ['a', 'b'], 1, { a: { b: 1 } }],
    ['puts a first entry first, wherever it was to go', {}, ['a', 1], 2, { a: [2] }],
    ['takes a field away', { a: 1, b: 2 }, ['a'], undefined, { b: 2 }],
    ['takes an entry away', { a: [1, 2] }, ['a', 0], undefined, { a: [2] }],
    ['keeps a single object single', { a: { b: 1, c: 2 } }, ['a', 0, 'b'], 3, { a: { b: 3, c: 2 } }],
    ['makes a list of it for a second', { a: { b: 1 } }, ['a', 1], { b: 2 }, { a: [{ b: 1 }, { b: 2 }] }],
  ])('%s', (_, before, at, to, after) => {
    expect(patched(before, at, to)).toStrictEqual(after);
  });
});

describe('an edited user', () => {
  const user = {
    user_group: { value: 'STAFF', desc: 'Staff' },
    status: 'ACTIVE',
    expiry_date: '2026-12-15Z',
    birth_date: '1990-01-01B',
    purge_date: '2026-12-15T10:00:00+02:00',
    status_date: Date.parse('2026-12-15T10:00:00Z'),
    review_date: 'soon',
    note: '2026-12-15B',
    campus_code: { value: '' },
    user_title: null,
    user_note: { user_note: [{ note_text: 'Hello' }] },
    odd: { value: '1', more: [null] },
  };

  test.each<[string, Record<string, unknown>, object]>([
    [
      'a code is wrapped, without the old description',
      { user_group: 'GUEST' },
      { user_group: { value: 'GUEST' } },
    ],
    ['a code that is the same stays as it came', { user_group: 'STAFF', status: { value: 'ACTIVE' } }, {}],
    ['a plain code is wrapped when it changes', { status: 'INACTIVE' }, { status: { value: 'INACTIVE' } }],
    ['a day keeps the zone letter', { birth_date: '1991-02-03' }, { birth_date: '1991-02-03B' }],
    ['a day without one before gets Z', { purge_date: '2027-01-01' }, { purge_date: '2027-01-01Z' }],
    ['a day with a letter is as it is given', { expiry_date: '2027-01-01C' }, { expiry_date: '2027-01-01C' }],
    [
      'a day after one without a letter gets Z',
      { review_date: '2027-01-01' },
      { review_date: '2027-01-01Z' },
    ],
    [
      'a day after a moment gets Z, not a letter out of it',
      { purge_date: '2027-01-01' },
      { purge_date: '2027-01-01Z' },
    ],
    ['what is no day is written as given', { birth_date: '21990-01-01' }, { birth_date: '21990-01-01' }],
    ['the same day stays as it came', { birth_date: '1990-01-01' }, {}],
    ['so does a day that came as a moment', { purge_date: '2026-12-15', status_date: '2026-12-15' }, {}],
    ['notes are written flat', { user_note: [{ note_text: 'New' }] }, { user_note: [{ note_text: 'New' }] }],
    [
      'notes given wrapped are written flat',
      { user_note: { user_note: { note_text: 'New' } } },
      { user_note: [{ note_text: 'New' }] },
    ],
    ['a code is emptied', { user_group: null }, { user_group: null }],
    ['an empty code is emptied', { campus_code: null }, { campus_code: null }],
    ['a code that is not there stays away', { user_title: '' }, { user_title: null }],
    ['a day is emptied, an unreadable one too', { review_date: null }, { review_date: null }],
    [
      'what has no form of its own is written as given, a day too',
      { odd: 7, last_name: 'B', note: '2026-12-15' },
      { odd: 7, last_name: 'B', note: '2026-12-15' },
    ],
  ])('%s', (_, edits, changes) => {
    const forms = { ...userForms, review_date: 'date', status_date: 'date' } as const;
    expect(edited(user, edits, forms)).toEqual({ ...user, ...changes });
  });

  test('a field is taken away, an empty one too', () => {
    const { campus_code: campus, ...others } = user;
    expect(campus).toEqual({ value: '' });
    expect(edited(user, { campus_code: undefined }, userForms)).toStrictEqual(others);

    const { odd, ...rest } = user;
    expect(odd).toEqual({ value: '1', more: [null] });
    expect(edited(user, { odd: undefined, birth_date: undefined }, userForms)).toEqual({
      ...rest,
      birth_date: undefined,
    });
  });

  test('an attachment’s type and a request’s owner are written plain', () => {
    expect(edited({ type: { value: 'A' } }, { type: { value: 'B' } }, { type: 'plain' })).toEqual({
      type: 'B',
    });
    expect(edited({ owner: 'MAIN' }, { owner: 'SCI' }, { owner: 'plain' })).toEqual({ owner: 'SCI' });
  });

  test('names of every object are fields like others', () => {
    const odd = JSON.parse('{"__proto__": 1, "constructor": 2}') as object;
    expect(JSON.stringify(edited(odd, { constructor: 3 }, userForms))).toBe(
      '{"__proto__":1,"constructor":3}',
    );
  });
});
