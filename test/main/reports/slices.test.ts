import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FeeTransactionRow, SliceRead } from '../../../src/contract/reports.ts';
import { readFeeTransactions } from '../../../src/main/reports/fee-transactions.ts';
import type { Deps } from '../../../src/main/deps.ts';
import { groupings, groupsOf, sumsOf } from '../../../src/renderer/reports/fee-transactions/figures.ts';
import type { Fee } from '../../../src/service/shapes/fee.ts';
import { localDay } from '../../../src/shared/days.ts';
import {
  daysIn,
  daysOf,
  daysPerSlice,
  judgePeriod,
  slicesOf,
  type Slice,
} from '../../../src/shared/report-slices.ts';
import { amount, sum } from '../../../src/shared/money.ts';
import { quietLog } from '../support/ports.ts';

const hour = 3_600_000;
const start = Date.parse('2026-03-01T00:00:00Z');

/** A service of fees that counts its days so many hours from Greenwich, and gives a fee with all, or the asked ones, of its transactions. */
function serviceOf(
  fees: readonly Fee[],
  { hours, whole, most = Infinity }: { hours: number; whole: boolean; most?: number },
) {
  const dayOf = (time: unknown): string =>
    new Date(Date.parse(String(time)) + hours * hour).toISOString().slice(0, 10);
  const asked: Slice[] = [];
  const call = (_operation: string, { query }: { query: { from_date: string; to_date: string } }) => {
    const [from, to] = [query.from_date.slice(0, 10), query.to_date.slice(0, 10)];
    asked.push({ from, to });
    const items = fees.flatMap((fee) => {
      const all = fee.transaction as { transaction_time: string }[];
      const some = all.filter(({ transaction_time: time }) => dayOf(time) >= from && dayOf(time) <= to);
      return some.length === 0 ? [] : [{ ...fee, transaction: whole ? all : some }];
    });
    const given = items.slice(0, most);
    return Promise.resolve({
      items: given,
      envelope: { currency: 'EUR', fee: given, total_record_count: items.length },
    });
  };
  const service = { client: { call }, library: { id: 'here' }, currency: 'EUR', decimals: 2 };
  const connection = { service: () => Promise.resolve(service) };
  const journal = { tillsOf: () => new Map() };
  return { deps: { connection, journal, log: quietLog() } as unknown as Deps, asked };
}

async function readAll(deps: Deps, period: Slice, slices: readonly Slice[]): Promise<SliceRead[]> {
  const reads: SliceRead[] = [];
  const asked = { period, slices: [...slices], status: '', library: '', type: '' };
  await readFeeTransactions(deps, asked, {
    signal: new AbortController().signal,
    report: (read) => reads.push(read),
  });
  return reads;
}

/** As the window puts them together. */
const merged = (reads: readonly SliceRead[]): FeeTransactionRow[] => [
  ...new Map(reads.flatMap(({ rows }) => rows).map((row) => [row.key, row])).values(),
];

const transaction = fc.record({
  // Few times and few amounts: some transactions are alike in all that is said of them.
  transaction_time: fc
    .oneof(fc.integer({ min: 0, max: 60 * 24 * 4 }), fc.constantFrom(0, 1, 23 * 60 + 59, 24 * 60))
    .map((quarter) => new Date(start + quarter * 15 * 60_000).toISOString()),
  type: fc.constantFrom('PAYMENT', 'WAIVE', 'DISPUTE', 'CREDIT').map((value) => ({ value })),
  amount: fc.constantFrom('0.10', '0.20', '12.5', '1000000.01', '-3', '0.105', 'a lot', ''),
  currency: fc.constantFrom(undefined, 'ILS', 'KWD'),
});
const fees = fc
  .array(fc.array(transaction, { minLength: 1, maxLength: 4 }), { maxLength: 25 })
  .map((all) => all.map((of, index): Fee => ({ id: String(index), transaction: of })));
const period = fc
  .tuple(fc.integer({ min: -3, max: 60 }), fc.integer({ min: 0, max: 40 }))
  .map(([first, days]): Slice => {
    const day = (number: number): string => new Date(start + number * 24 * hour).toISOString().slice(0, 10);
    return { from: day(first), to: day(first + days) };
  });

describe('a report in slices', () => {
  test('has each transaction of its days once, whatever zone the days are of and in whatever order they are read', async () => {
    await fc.assert(
      fc.asyncProperty(
        fees,
        period,
        fc.integer({ min: -12, max: 14 }),
        fc.boolean(),
        fc.infiniteStream(fc.nat()),
        async (all, days, hours, whole, order) => {
          const { deps } = serviceOf(all, { hours, whole });
          const slices = slicesOf(days).toSorted(() => (order.next().value % 2 === 0 ? 1 : -1));
          const middle = order.next().value % (slices.length + 1);
          // In two goes, as after a stop; and some of it twice.
          const reads = [
            ...(middle === 0 ? [] : await readAll(deps, days, slices.slice(0, middle))),
            ...(await readAll(
              deps,
              days,
              slices.slice(Math.max(0, Math.min(middle, slices.length - 1) - 1)),
            )),
          ];
          const rows = merged(reads);
          const expected = all.flatMap(({ transaction: of }) =>
            (of as { transaction_time: string; amount: string }[]).filter(({ transaction_time: time }) => {
              const day = localDay(new Date(time));
              return day >= days.from && day <= days.to;
            }),
          );
          expect(rows).toHaveLength(expected.length);
          const readable = (amounts: readonly string[]): string[] =>
            amounts.filter((text) => /\d/.test(text));
          expect(sum(readable(rows.map(({ money }) => money.amount)), 3)).toBe(
            sum(readable(expected.map((one) => one.amount)), 3),
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  test('its sums are the same however it is put together, and no amount is lost', async () => {
    await fc.assert(
      fc.asyncProperty(fees, async (all) => {
        const days = { from: '2026-02-20', to: '2026-05-10' };
        const { deps } = serviceOf(all, { hours: 0, whole: false });
        const rows = merged(await readAll(deps, days, slicesOf(days)));
        const whole = sumsOf(rows);
        expect(whole.reduce((total, { count }) => total + count, 0)).toBe(rows.length);
        for (const by of groupings) {
          if (by === 'none') continue;
          const groups = groupsOf(rows, by);
          for (const { currency, amounts, count, unread } of whole) {
            const of = groups.filter((group) => group.currency === currency);
            expect(of.reduce((total, group) => total + group.count, 0)).toBe(count);
            expect(of.reduce((total, group) => total + group.unread, 0)).toBe(unread);
            for (const [act, text] of Object.entries(amounts)) {
              const parts = of.map((group) => group.amounts[act as keyof typeof amounts] ?? '0');
              expect(amount(sum(parts, 6)).eq(amount(text))).toBe(true);
            }
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('where the service counts more than it gives, days are read one by one; a day cut short is named', async () => {
    const at = (day: number) => new Date(start + day * 24 * hour + hour).toISOString();
    const paid = (day: number) => ({ transaction_time: at(day), amount: '1.00', type: { value: 'PAYMENT' } });
    const all = [1, 2, 2, 3, 3, 3].map((day, index): Fee => ({
      id: String(index),
      transaction: [paid(day)],
    }));
    const days = { from: '2026-03-02', to: '2026-03-05' };
    const { deps, asked } = serviceOf(all, { hours: 0, whole: false, most: 2 });
    const reads = await readAll(deps, days, slicesOf(days));
    expect(reads.map(({ short }) => short)).toEqual([['2026-03-04']]);
    expect(merged(reads)).toHaveLength(5);
    expect(asked).toHaveLength(7);
    expect(reads[0]?.calls).toBe(7);
  });

  test('covers each day once in pieces of seven, with a day more at either end', () => {
    fc.assert(
      fc.property(period, (days) => {
        const slices = slicesOf(days);
        expect(slices.every((slice) => daysIn(slice) <= daysPerSlice && daysIn(slice) > 0)).toBe(true);
        const covered = slices.flatMap(daysOf);
        expect(new Set(covered).size).toBe(covered.length);
        expect(covered).toHaveLength(daysIn(days) + 2);
        expect(covered).toEqual(covered.toSorted().toReversed());
      }),
    );
    expect(slicesOf({ from: '2016-11-25', to: '2026-11-24' })).toHaveLength(522);
  });

  test('days that are none, or end before they begin, are no report', () => {
    expect(judgePeriod({ from: '2026-02-29', to: '2026-03-01' })).toEqual({
      field: 'from',
      reason: 'notADate',
    });
    expect(judgePeriod({ from: '2026-02-28', to: 'tomorrow' })).toEqual({ field: 'to', reason: 'notADate' });
    expect(judgePeriod({ from: '2026-03-02', to: '2026-03-01' })).toEqual({
      field: 'to',
      reason: 'beforeStart',
    });
    expect(judgePeriod({ from: '2026-03-01', to: '2026-03-01' })).toBeNull();
  });
});
