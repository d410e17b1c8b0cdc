import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../src/client/answer.ts';
import type { Endpoint } from '../../src/service/define.ts';
import { endpoints, operations } from '../../src/service/endpoints.ts';
import { NotAnAmount } from '../../src/shared/money.ts';
import { notesOf } from '../../src/service/notes.ts';
import {
  amountOf,
  arrayOf,
  codeOf,
  countOf,
  dateOf,
  dayOf,
  flagOf,
  flagOrNull,
  labelOf,
  momentOf,
  rowsOf,
  textOf,
} from '../../src/service/read.ts';

const text = fc.string({ unit: 'binary' });
const plain = fc.oneof(text, fc.integer());
const nothing = fc.constantFrom(null, undefined);

describe('a code', () => {
  test('is the same wrapped and plain, whatever stands beside it', () => {
    fc.assert(
      fc.property(plain, fc.dictionary(text, fc.jsonValue()), (value, more) => {
        const rest = { ...more, desc: null, description: null, name: null };
        expect(codeOf({ ...rest, value })).toBe(String(value));
        expect(codeOf(value)).toBe(String(value));
        expect(labelOf({ ...rest, value })).toBe(String(value));
      }),
    );
  });

  test('that is not there is none', () => {
    for (const none of [null, undefined, '', {}, { value: null }]) {
      expect([codeOf(none), labelOf(none)]).toEqual(['', '']);
    }
  });

  test('is called by its description, else by its name', () => {
    expect(labelOf({ value: 'X', desc: 'In words', name: 'Name' })).toBe('In words');
    expect(labelOf({ value: 'X', description: 'In words' })).toBe('In words');
    expect(labelOf({ value: 'X', desc: '', name: 'Name' })).toBe('Name');
  });
});

describe('a flag', () => {
  const yes = fc.constantFrom(true, 'true', 'TRUE', 'True');
  const no = fc.oneof(nothing, fc.constantFrom(false, 'false', '', 'yes', '1', 'truest'));

  test('is true where it says so, plain or wrapped', () => {
    fc.assert(
      fc.property(yes, (value) => flagOf(value) && flagOf({ value }) && flagOrNull({ value }) === true),
    );
  });

  test('is false where it says anything else', () => {
    fc.assert(fc.property(no, (value) => !flagOf(value) && !flagOf({ value: value ?? null })));
  });

  test('may be unknown', () => {
    for (const none of [null, undefined, {}, { value: null }]) expect(flagOrNull(none)).toBeNull();
    expect(flagOrNull('false')).toBe(false);
  });
});

describe('an amount', () => {
  const cents = fc.integer({ min: -(10 ** 11), max: 10 ** 11 });

  test('is the same as a number and as a text, below zero too', () => {
    fc.assert(
      fc.property(cents, (whole) => {
        const exact = new Big(whole).div(100);
        expect(amountOf(exact.toFixed(2))).toBe(exact.toFixed(2));
        expect(amountOf(Number(exact.toFixed(2)))).toBe(exact.toFixed(2));
        expect(amountOf(` ${exact.toString()} `)).toBe(exact.toFixed(2));
      }),
      { examples: [[-1], [0], [5], [-1250], [10 ** 11]] },
    );
  });

  test('that is not there is nothing', () => {
    expect([null, undefined, '', 0].map((none) => amountOf(none))).toEqual(['0.00', '0.00', '0.00', '0.00']);
  });

  test('has as many decimals as the currency', () => {
    expect([amountOf('12', 0), amountOf('1.2345', 3), amountOf(null, 3)]).toEqual(['12', '1.235', '0.000']);
  });

  test.each(['1,50', '1e9', 'ILS 5', '--1', '.', 'NaN', ' '])('is not %j', (wrong) => {
    expect(() => amountOf(wrong)).toThrow(NotAnAmount);
  });

  test('that is none is named in the log as it came', () => {
    const failure = { name: 'NotAnAmount', message: 'not an amount: "1,50"' };
    expect(() => amountOf('1,50')).toThrow(expect.objectContaining(failure));
  });
});

describe('a moment', () => {
  const date = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

  test('is the same as ISO 8601, as milliseconds, and as milliseconds in a text', () => {
    fc.assert(
      fc.property(date, (at) => {
        for (const form of [at.toISOString(), at.getTime(), String(at.getTime())]) {
          expect(momentOf(form)).toBe(at.toISOString());
        }
      }),
    );
  });

  test('on a day with a zone letter is the beginning of that day, and the day keeps its letter', () => {
    fc.assert(
      fc.property(date, fc.constantFrom('Z', 'A', ''), (at, letter) => {
        const day = at.toISOString().slice(0, 10);
        expect(momentOf(`${day}${letter}`)).toBe(`${day}T00:00:00.000Z`);
        expect(dateOf(`${day}${letter}`)).toBe(`${day}${letter}`);
        expect(dayOf(`${day}${letter}`)).toBe(day);
        expect(dateOf(at.getTime())).toBe(day);
      }),
    );
  });

  test('may be given to the billionth of a second', () => {
    expect(momentOf('2026-12-15T08:00:00.12345678901Z')).toBe('2026-12-15T08:00:00.123Z');
    expect(momentOf('2026-12-15T08:00:00.12345678901')).toBe(
      new Date('2026-12-15T08:00:00.123').toISOString(),
    );
  });

  test.each([null, undefined, '', 'soon', '2026-99-99Z', '1797292800000.5', '12026-12-15B'])(
    'that is %j is none',
    (none) => {
      expect(momentOf(none)).toBe('');
    },
  );

  test.each(['soon', 'until 2026-12-15', ''])('on %j is on no day', (none) => {
    expect(dayOf(none)).toBeNull();
  });

  test('that is not there has no date', () => {
    expect([dateOf(null), dateOf(undefined), dateOf('')]).toEqual(['', '', '']);
  });
});

test('texts and counts are read from texts and numbers', () => {
  fc.assert(
    fc.property(fc.integer(), (number) => {
      expect([textOf(number), countOf(number), countOf(String(number))]).toEqual([
        String(number),
        number,
        number,
      ]);
    }),
  );
  expect(textOf(null)).toBe('');
  for (const none of ['1.5', 'many', '', ' ', null, undefined]) expect(countOf(none)).toBeNull();
});

test('a list is read from an array, from a single object, and from nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ id: text })), (entries) => {
      expect(arrayOf(entries)).toEqual(entries);
      const [first] = entries;
      if (first) expect(arrayOf(first)).toEqual([first]);
    }),
  );
  expect([arrayOf(null), arrayOf(undefined)]).toEqual([[], []]);
});

test('the rows of a table stand at its top, or one level down', () => {
  const row = { code: 'A' };
  for (const table of [{ row: [row] }, { row }, { rows: { row: [row] } }, { row: null, rows: { row } }]) {
    expect(rowsOf<{ row?: unknown; rows?: { row?: unknown } }>(table)).toEqual([row]);
  }
  for (const none of [{}, { rows: null }, { rows: {} }]) {
    expect(rowsOf<{ row?: unknown; rows?: { row?: unknown } | null }>(none)).toEqual([]);
  }
});

test('notes are read flat and wrapped, many, one or none', () => {
  const note = { note_text: 'Hello' };
  for (const notes of [[note], { user_note: [note] }, { user_note: note }]) {
    expect(notesOf({ user_note: notes })).toEqual([note]);
  }
  for (const none of [null, undefined, [], {}, { user_note: null }]) {
    expect(notesOf({ user_note: none })).toEqual([]);
  }
});

describe('a list of the table', () => {
  const lists = operations.flatMap((operation) => {
    const row: Endpoint = endpoints[operation];
    return row.list ? [{ operation, row, keys: [row.list.key, ...row.list.legacy] }] : [];
  });

  test.each(lists)('$operation is read under each of its keys, and empty without', ({ row, keys }) => {
    const read = (envelope: object) => {
      const answer = readAnswer(row, JSON.stringify(envelope), 'application/json');
      return 'value' in answer ? (answer.value as { items: unknown; total: number }) : answer;
    };
    const entry = { of_our_own: [{ deep: null }] };
    for (const key of keys) {
      expect(read({ [key]: [entry, entry], total_record_count: 30 })).toMatchObject({
        items: [entry, entry],
        total: 30,
      });
      expect(read({ [key]: entry })).toMatchObject({ items: [entry], total: 1 });
      expect(read({ [key]: null, total_record_count: 0 })).toMatchObject({ items: [], total: 0 });
    }
    expect(read({})).toMatchObject({ items: [], total: 0 });
  });

  test('has the key of the description, and those of older releases', () => {
    const reports = Object.fromEntries(lists.map(({ operation, keys }) => [operation, keys]));
    expect(reports).toMatchObject({
      'users.list': ['user'],
      'users.attachments.list': ['user_attachment', 'attachment'],
      'users.fees.list': ['fee'],
      'users.deposits.list': ['deposit', 'user_deposit'],
      'users.loans.list': ['item_loan'],
      'users.requests.list': ['user_request'],
      'users.purchaseRequests.list': ['user_request', 'purchase_request'],
      'conf.libraries.list': ['library'],
      'conf.departments.list': ['department'],
      'conf.circDesks.list': ['circ_desk'],
      'conf.locations.list': ['location'],
      'conf.codeTables.list': ['code_table'],
      'conf.mappingTables.list': ['mapping_table'],
      'conf.depositProfiles.list': ['deposit_profile'],
      'conf.importProfiles.list': ['import_profile'],
      'conf.letters.list': ['letter'],
      'conf.printers.list': ['printer'],
      'conf.feeTransactions': ['fee'],
      'acq.invoices.list': ['invoice'],
    });
  });
});
