import { describe, expect, test } from 'vitest';
import { Failed } from '../../../src/main/failure.ts';
import { dueOnDay, parseDueDay } from '../../../src/main/loans/due-date.ts';
import {
  dayText,
  localMoment,
  typedAmount,
  typedCost,
  typedDay,
  typedTime,
} from '../../../src/main/forms/fields.ts';
import { codedOf, isExpired, moneyOf, displayMoney } from '../../../src/main/records/values.ts';
import { localDay, localTime } from '../../../src/shared/days.ts';

/** Why what somebody typed is not taken. */
function whyNot(typed: () => unknown): unknown {
  try {
    typed();
  } catch (error) {
    if (error instanceof Failed) return error.failure;
    throw error;
  }
  throw new Error('it was taken');
}

const invalid = (field: string, reason: string, detail = '') => ({ kind: 'invalid', field, reason, detail });

describe('an amount that somebody typed', () => {
  test('is taken to the last decimal of the currency', () => {
    expect(typedAmount('amount', ' 12.50 ', 2).toFixed()).toBe('12.5');
    expect(typedAmount('amount', '0.001', 3).toFixed()).toBe('0.001');
    expect(typedCost('cost', '0', 0).toFixed()).toBe('0');
  });

  test.each([
    [' ', 'required', ''],
    ['12,50', 'notAnAmount', ''],
    ['0', 'notPositive', ''],
    ['-1', 'notPositive', ''],
    ['0.999', 'tooManyDecimals', '2'],
  ])('%j is not taken: %s', (text, reason, detail) => {
    expect(whyNot(() => typedAmount('amount', text, 2))).toEqual(invalid('amount', reason, detail));
  });

  test('may be nothing where it is what something cost, and never less', () => {
    expect(whyNot(() => typedCost('cost', '-0.01', 2))).toEqual(invalid('cost', 'notPositive'));
  });
});

describe('a day that somebody typed', () => {
  test('is one that the calendar has', () => {
    expect(typedDay('due', ' 2028-02-29 ')).toEqual({ year: 2028, month: 2, day: 29 });
    expect(typedDay('due', '0099-12-31')).toEqual({ year: 99, month: 12, day: 31 });
    expect(dayText(typedDay('due', '0099-01-02'))).toBe('0099-01-02');
  });

  test.each([
    ['', 'required'],
    ['  ', 'required'],
    ['2027-02-29', 'notADate'],
    ['2027-04-31', 'notADate'],
    ['2027-13-01', 'notADate'],
    ['2027-00-10', 'notADate'],
    ['2027-01-00', 'notADate'],
    ['2027-1-1', 'notADate'],
    ['12027-01-01', 'notADate'],
    ['2027-01-012', 'notADate'],
    ['2027-01-01Z', 'notADate'],
  ])('%j is not taken: %s', (text, reason) => {
    expect(whyNot(() => typedDay('due', text))).toEqual(invalid('due', reason));
  });

  test('at a time of day is a moment where the station stands', () => {
    const moment = localMoment({ year: 2027, month: 1, day: 9 }, 7, 5, 3);
    expect(moment).toEqual(new Date(2027, 0, 9, 7, 5, 3));
    expect([localDay(moment), localTime(moment)]).toEqual(['2027-01-09', '07:05']);
  });
});

describe('a time of day that somebody typed', () => {
  test.each([
    ['9', 9, 0],
    [' 9:30 ', 9, 30],
    ['09.30', 9, 30],
    ['0930', 9, 30],
    ['23:59', 23, 59],
    ['0', 0, 0],
  ])('%j is %i hours and %i minutes', (text, hours, minutes) => {
    expect(typedTime('end', text)).toEqual({ hours, minutes });
  });

  test('may be none', () => {
    expect(typedTime('end', ' ')).toBeNull();
  });

  test.each(['24:00', '9:60', '9:5', 'noon', '12:30:00', 'x9', '-1', ':30'])('%j is none', (text) => {
    expect(whyNot(() => typedTime('end', text))).toEqual(invalid('end', 'notATime'));
  });
});

describe('a due date', () => {
  const now = new Date(2027, 0, 10, 12, 0);
  const day = (year: number, month: number, of: number) => ({ year, month, day: of });

  test('keeps its time of day to the second, and ends with the day where it did', () => {
    const at = (...time: [number, number, number]) => new Date(2027, 0, 11, ...time).toISOString();
    const due = (present: string) => dueOnDay(day(2027, 1, 20), present, now);
    const on = (...time: [number, number, number]) => new Date(2027, 0, 20, ...time).toISOString();
    const times: readonly [number, number, number][] = [
      [15, 30, 20],
      [23, 58, 0],
      [0, 59, 0],
      [22, 59, 0],
      [1, 0, 0],
    ];
    for (const time of times) {
      expect(due(at(...time))).toBe(on(...time));
    }
    for (const present of [at(23, 59, 0), at(0, 0, 0), 'soon', '']) expect(due(present)).toBe(on(23, 59, 59));
  });

  test('is after now, if only by minutes, and at most two years ahead', () => {
    const noon = now.toISOString();
    expect(dueOnDay(day(2027, 1, 10), '', now)).toBe(new Date(2027, 0, 10, 23, 59, 59).toISOString());
    expect(dueOnDay(day(2029, 1, 10), noon, now)).toBe(new Date(2029, 0, 10, 12, 0).toISOString());
    expect(whyNot(() => dueOnDay(day(2027, 1, 10), noon, now))).toEqual(invalid('due', 'inThePast'));
    expect(whyNot(() => dueOnDay(day(2027, 1, 9), '', now))).toEqual(invalid('due', 'inThePast'));
    expect(whyNot(() => dueOnDay(day(2029, 1, 10), '', now))).toEqual(invalid('due', 'tooFarAhead', '2'));
  });

  test('is judged before there is a loan', () => {
    expect(parseDueDay('2027-01-20', now)).toEqual(day(2027, 1, 20));
    expect(whyNot(() => parseDueDay('2027-01-09', now))).toEqual(invalid('due', 'inThePast'));
    expect(whyNot(() => parseDueDay('soon', now))).toEqual(invalid('due', 'notADate'));
  });
});

describe('a last day', () => {
  const now = new Date(2027, 4, 20, 0, 0);

  test('is over the day after, and what is no day never is', () => {
    expect(
      ['2027-05-19Z', '2027-05-20Z', '2027-05-21Z', '', 'soon'].map((day) => isExpired(day, now)),
    ).toEqual([...[true, false, false, false, false]]);
  });
});

describe('what stands in a record', () => {
  test('is a code with what a person calls it', () => {
    expect(codedOf({ value: 'STAFF', desc: 'Staff' })).toEqual({ code: 'STAFF', label: 'Staff' });
  });

  test('is an amount, or none: to be shown, nothing is nothing; to be paid, it is zero', () => {
    expect([displayMoney('1.5', 2), displayMoney(0, 2), displayMoney(1.2345, 3)]).toEqual([
      '1.50',
      '0.00',
      '1.235',
    ]);
    for (const none of [null, undefined, '']) {
      expect([displayMoney(none, 2), moneyOf(none, 'balance', 2)]).toEqual(['', '0.00']);
    }
    expect(moneyOf('1.5', 'balance', 3)).toBe('1.500');
  });

  test('may be no amount: then none is shown, and none is paid', () => {
    expect(displayMoney('1,50', 2)).toBe('');
    expect(whyNot(() => moneyOf('1,50', 'balance', 2))).toEqual({
      ...{ kind: 'unreachable', why: 'unreadable', detail: 'balance' },
    });
    // What is wrong with the program itself is not taken for an odd amount.
    expect(() => displayMoney('1', -1)).toThrow('Invalid decimal places');
    expect(() => moneyOf('1', 'balance', -1)).toThrow('Invalid decimal places');
  });
});
