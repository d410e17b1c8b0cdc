import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparePayments, type TheirPayment } from '../../../src/main/takings/matching.ts';
import type { OurPayment } from '../../../src/main/takings/open-till.ts';
import { onceEach, slicesOf } from '../../../src/main/takings/service-payments.ts';

const at = (minutes: number): string =>
  new Date(Date.parse('2026-11-02T08:00:00.000Z') + minutes * 60_000).toISOString();

const our = (id: string, more: Partial<OurPayment> = {}): OurPayment => ({
  ...{ id, at: at(0), method: 'CASH', amount: '1.00', happened: true },
  ...more,
});
const their = (number: string, more: Partial<TheirPayment> = {}): TheirPayment => ({
  ...{ number, feeId: 'f', at: at(0), method: 'CASH', amount: '1.00', desk: '', deskLibrary: '' },
  ...more,
});
const compare = (
  ours: readonly OurPayment[],
  theirs: readonly TheirPayment[],
  isOurs: (number: string) => boolean = () => false,
) =>
  comparePayments({
    ...{ ours, theirs, from: at(-60), to: at(60), decimals: 2, isOurs },
    place: { library: 'MAIN', desk: 'DESK' },
  });

const kinds = (found: ReturnType<typeof compare>): string[] =>
  found.lines.map(({ kind, id }) => `${kind} ${id}`);

describe('payments here and at the service', () => {
  test('are the same by their number, also where all fees were paid at once', () => {
    const found = compare(
      [our('a', { amount: '3.50' })],
      [their('a', { amount: '3' }), their('a', { amount: '0.50', feeId: 'g' })],
    );
    expect(found).toEqual({ matched: 1, byTime: 0, lines: [] });
  });

  test('are missing there, differ there, or came twice there', () => {
    const found = compare(
      [our('gone'), our('less', { amount: '5.00' }), our('twice', { amount: '2.00' }), our('odd')],
      [
        their('less', { amount: '4.00' }),
        their('twice', { amount: '2.00' }),
        their('twice', { amount: '2.00' }),
        their('odd', { amount: '' }),
      ],
    );
    expect(found.matched).toBe(0);
    expect(found.lines).toMatchObject([
      { kind: 'missing', id: 'gone', ours: '1.00', theirs: null },
      { kind: 'differs', id: 'less', ours: '5.00', theirs: '4.00' },
      { kind: 'differs', id: 'twice', theirs: '4.00' },
      { kind: 'differs', id: 'odd', theirs: '' },
    ]);
  });

  test('were paid elsewhere: named only where no other desk took them, and not those of another report of ours', () => {
    const found = compare(
      [],
      [
        their('x'),
        their('', { feeId: 'y', desk: 'DESK' }),
        their('z', { desk: 'OTHER' }),
        // Desks of two libraries have one code.
        their('law', { desk: 'DESK', deskLibrary: 'LAW' }),
        their('earlier'),
        their('late', { at: at(90) }),
        their('undated', { at: '' }),
      ],
      (number) => number === 'earlier',
    );
    expect(kinds(found)).toEqual(['elsewhere undated', 'elsewhere x', 'elsewhere y']);
  });

  test('are unclear here, and there or not', () => {
    const found = compare(
      [our('there', { happened: false }), our('not', { happened: false })],
      [their('there')],
    );
    expect(found).toMatchObject({
      matched: 0,
      lines: [
        { kind: 'unclear', id: 'there', theirs: '1.00' },
        { kind: 'unclear', id: 'not', theirs: null },
      ],
    });
  });

  test('without a number are found by amount, method and time, the nearest first, and each once', () => {
    const found = compare(
      [our('early'), our('late', { at: at(8) }), our('card', { method: 'CREDIT_CARD' })],
      [their('', { at: at(7), feeId: 'f1' }), their('', { at: at(30), feeId: 'f2' })],
    );
    expect(found).toMatchObject({ matched: 1, byTime: 1 });
    expect(kinds(found)).toEqual(['missing early', 'missing card', 'elsewhere f2']);
  });

  test('without a number, all fees at once are one payment', () => {
    const found = compare(
      [our('all', { amount: '3.00' })],
      [their('', { amount: '1.00' }), their('', { amount: '2.00', feeId: 'g' })],
    );
    expect(found).toEqual({ matched: 1, byTime: 1, lines: [] });
  });

  const payments = fc.array(
    fc.record({
      minutes: fc.integer({ min: -50, max: 50 }),
      amount: fc.constantFrom('1.00', '2.50', '10.00'),
      method: fc.constantFrom('CASH', 'CREDIT_CARD'),
    }),
    { maxLength: 12 },
  );

  test('agree whatever was paid, with the numbers and in any order', () => {
    fc.assert(
      fc.property(payments, fc.boolean(), (all, isReversed) => {
        const ours = all.map(({ minutes, ...rest }, nth) =>
          our(`p${String(nth)}`, { ...rest, at: at(minutes) }),
        );
        const theirs = ours.map(({ id, at: time, method, amount }) =>
          their(id, { at: time, method, amount }),
        );
        const found = compare(ours, isReversed ? theirs.toReversed() : theirs);
        expect(found).toEqual({ matched: all.length, byTime: 0, lines: [] });
      }),
    );
  });

  test('are never counted twice: each of ours and each of theirs is in one place', () => {
    fc.assert(
      fc.property(payments, payments, (mine, other) => {
        const ours = mine.map(({ minutes, ...rest }, nth) =>
          our(`p${String(nth)}`, { ...rest, at: at(minutes) }),
        );
        const theirs = other.map(({ minutes, ...rest }, nth) =>
          their('', { ...rest, at: at(minutes), feeId: `f${String(nth)}` }),
        );
        const { matched, byTime, lines } = compare(ours, theirs);
        expect(matched).toBe(byTime);
        expect(matched + lines.filter(({ kind }) => kind === 'missing').length).toBe(ours.length);
        expect(lines.filter(({ kind }) => kind === 'elsewhere').length).toBeLessThanOrEqual(
          theirs.length - matched,
        );
      }),
    );
  });
});

test('a payment that two answers give is one; two that are alike in one answer are two', () => {
  const [one, other] = [their('a'), their('', { feeId: 'g' })];
  expect(onceEach([[one, other, other], [{ ...other }, { ...one }], []])).toEqual([one, other, other]);
});

test('the period is asked for in slices of a week at most, without a gap, a day wider on both sides', () => {
  const day = 86_400_000;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: day - 1 }), (days, into) => {
      const from = Date.parse('2026-01-10T00:00:00.000Z') + into;
      const to = from + days * day;
      const slices = slicesOf(new Date(from).toISOString(), new Date(to).toISOString());
      const ofDay = (text: string): number => Date.parse(`${text}T00:00:00Z`) / day;
      for (const [nth, slice] of slices.entries()) {
        expect(ofDay(slice.to) - ofDay(slice.from)).toBeLessThan(7);
        expect(ofDay(slice.to)).toBeGreaterThanOrEqual(ofDay(slice.from));
        const before = slices[nth - 1];
        if (before) expect(ofDay(slice.from)).toBe(ofDay(before.to) + 1);
      }
      expect(slices[0]?.from).toBe('2026-01-09');
      expect(ofDay(slices.at(-1)?.to ?? '')).toBe(Math.floor((to + day) / day));
    }),
  );
});
