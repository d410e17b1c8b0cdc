import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { SliceRead } from '../../../src/contract/reports.ts';
import type { Failure } from '../../../src/contract/failure.ts';
import { textOf } from '../../../src/service/read.ts';
import { sampleCode } from '../../../src/service/samples.ts';
import { localDay } from '../../../src/shared/days.ts';
import { dayPlus, slicesOf, type Slice } from '../../../src/shared/report-slices.ts';
import { elsewhere, openTestStation, type TestStation } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

const dayMs = 86_400_000;
const userId = sampleCode('patronGood');

/** A patron with fees, each paid or waived so many days before today; the service's clock is the station's. */
async function withFees(
  ...acts: readonly { daysAgo: number; paid?: string; waived?: true; owner?: string }[]
) {
  const station = await openTestStation(folder);
  const { client, clock } = station;
  const today = localDay(clock.now());
  for (const { daysAgo, paid, waived, owner = 'MAIN' } of acts) {
    clock.ahead = -daysAgo * dayMs;
    const body = { type: { value: 'OTHER' }, original_amount: '20.00', owner: { value: owner } };
    const { id } = await client.call('users.fees.create', { path: { user_id: userId }, body });
    const at = { user_id: userId, fee_id: textOf(id) };
    if (paid !== undefined)
      await client.call('users.fees.pay', {
        path: at,
        query: { amount: paid, method: 'CASH', external_transaction_id: `x-${paid}` },
      });
    if (waived) await client.call('users.fees.waive', { path: at, query: { reason: 'OTHER' } });
  }
  clock.ahead = 0;
  return { station, today };
}

async function read(
  station: TestStation,
  period: Slice,
  more: {
    slices?: readonly Slice[];
    type?: string;
    library?: string;
    status?: string;
    stopAfter?: number;
    reads?: SliceRead[];
  } = {},
): Promise<{ reads: SliceRead[]; stopped: Failure | null }> {
  const { slices = slicesOf(period), type = '', library = '', status = '' } = more;
  const { stopAfter = Infinity, reads = [] } = more;
  const controller = new AbortController();
  const asked = { period, slices: [...slices], type, library, status };
  const window = station.window();
  const report = (one: SliceRead): void => {
    reads.push(one);
    if (reads.length >= stopAfter) controller.abort();
  };
  const { stopped } = await window.ask('reports.feeTransactions', asked, {
    signal: controller.signal,
    report,
  });
  return { reads, stopped };
}
const rowsOf = (reads: readonly SliceRead[]) => reads.flatMap(({ rows }) => rows);
const keysOf = (reads: readonly SliceRead[]) => new Set(rowsOf(reads).map(({ key }) => key));
/** Of what the test did, beside what the sample has. */
const oursOf = (reads: readonly SliceRead[]): string[] =>
  rowsOf(reads).flatMap(({ externalId, money }) => (externalId.startsWith('x-') ? [money.amount] : []));

describe('the desk of a payment', () => {
  const law = {
    library: { code: 'LAW', label: 'Law Library' },
    desk: { code: 'DEFAULT_CIRC_DESK', label: 'Law desk' },
  };

  /** Two payments at this station, at the desks of two libraries with one code, and one past it. */
  async function paidHere() {
    const { station, today } = await withFees({ daysAgo: 0, paid: '5.00' }, { daysAgo: 0 }, { daysAgo: 0 });
    const window = station.window();
    const { fees } = await window.ask('fees.list', { userId });
    const open = fees.filter(({ feeId }) => feeId !== '').slice(-2);
    for (const [nth, { feeId }] of open.entries()) {
      station.station = nth === 0 ? {} : law;
      await window.ask('fees.pay', {
        ...{ intent: randomUUID(), userId, feeId, amount: `${String(nth + 1)}.00`, method: 'CASH' },
      });
    }
    return { station, period: { from: today, to: today } };
  }
  const desks = (reads: readonly SliceRead[]) =>
    rowsOf(reads)
      .filter(({ type }) => type.code === 'PAYMENT')
      .map(({ money, deskLibrary, desk }) => `${money.amount} ${deskLibrary.code} ${desk.code}`)
      .filter((line) => /^(?:1|2|5)\.00 /.test(line))
      .toSorted();

  test('is known from the journal where it was taken at this station, under the library it was taken for', async () => {
    const { station, period } = await paidHere();
    const { reads } = await read(station, period);
    expect(desks(reads)).toEqual(['1.00 MAIN DEFAULT_CIRC_DESK', '2.00 LAW DEFAULT_CIRC_DESK', '5.00  ']);
    // In the next run, and for another library's account of the same numbers, not.
    station.restart();
    expect(desks((await read(station, period)).reads)).toHaveLength(3);
    station.library = elsewhere;
    expect(desks((await read(station, period)).reads)).toEqual(['1.00  ', '2.00  ', '5.00  ']);
  });

  test('is that of the service where it names one', async () => {
    const { station, period } = await paidHere();
    station.odd = {
      'conf.feeTransactions': (answer) => {
        const { items, ...rest } = answer as { items: { transaction?: Record<string, unknown>[] }[] };
        const named = (one: Record<string, unknown>) => ({
          ...one,
          ...(String(one.amount).startsWith('1') && { received_by_desk: { value: 'DEFAULT_CIRC_DESK' } }),
          ...(String(one.amount).startsWith('2') && { received_by_circ_desk: { value: 'OTHER' } }),
          ...(String(one.amount).startsWith('5') && {
            ...{ circ_desk: { value: 'DESK' }, circ_library: { value: 'SCI' } },
          }),
        });
        return {
          ...rest,
          items: items.map((fee) => ({ ...fee, transaction: fee.transaction?.map(named) })),
        };
      },
    };
    const { reads } = await read(station, period);
    // The journal adds the library where the desk is the same one.
    expect(desks(reads)).toEqual(['1.00 MAIN DEFAULT_CIRC_DESK', '2.00  OTHER', '5.00 SCI DESK']);
  });
});

describe('fee transactions', () => {
  test('are those of the days, with nobody’s name', async () => {
    const { station, today } = await withFees(
      { daysAgo: 0, paid: '5.00' },
      { daysAgo: 0, waived: true },
      { daysAgo: 1, paid: '7.00' },
    );
    const { reads, stopped } = await read(station, { from: today, to: today });
    expect(stopped).toBeNull();
    expect(rowsOf(reads)).toMatchObject([
      {
        ...{ day: today, type: { code: 'PAYMENT' }, money: { amount: '5.00', currency: 'ILS' } },
        ...{ method: { code: 'CASH' }, feeType: { code: 'OTHER' }, library: { code: 'MAIN' } },
        ...{ desk: { code: '' }, status: { code: 'ACTIVE' }, externalId: 'x-5.00' },
      },
      { type: { code: 'WAIVE' }, money: { amount: '20.00' }, status: { code: 'CLOSED' } },
    ]);
    expect(JSON.stringify(reads)).not.toMatch(new RegExp(`${userId}|Rivka|API`));
  });

  test('are narrowed by type, library and status by the service itself', async () => {
    const { station, today } = await withFees(
      { daysAgo: 0, paid: '5.00' },
      { daysAgo: 0, waived: true },
      { daysAgo: 0, paid: '6.00', owner: 'LAW' },
    );
    const days = { from: today, to: today };
    const amounts = async (more: Parameters<typeof read>[2]) =>
      rowsOf((await read(station, days, more)).reads).map(({ money }) => money.amount);
    expect(await amounts({ type: 'WAIVE' })).toEqual(['20.00']);
    expect(await amounts({ library: 'LAW' })).toEqual(['6.00']);
    expect(await amounts({ status: 'CLOSED' })).toEqual(['20.00']);
    expect(await amounts({ type: 'PAYMENT', library: 'MAIN', status: 'ACTIVE' })).toEqual(['5.00']);
  });

  test('are asked for by both names of days and library: the deployed service has others', async () => {
    const { station, today } = await withFees();
    const { client } = station;
    const queries: unknown[] = [];
    const call = client.call.bind(client) as unknown as (...all: readonly unknown[]) => Promise<unknown>;
    const noted = (operation: string, args: { readonly query?: unknown }, ...rest: readonly unknown[]) => {
      if (operation === 'conf.feeTransactions') queries.push(args.query);
      return call(operation, args, ...rest);
    };
    Object.assign(client, { call: noted });
    station.restart();
    const days = { from: today, to: today };
    await read(station, days, { library: 'LAW', slices: [days] });
    expect(queries).toEqual([
      {
        ...{ from_date: `${today}Z`, to_date: `${today}Z`, library: 'LAW', owner: 'LAW' },
        ...{ transaction_from_date: `${today}Z`, transaction_to_date: `${today}Z` },
      },
    ]);
  });

  test('a slice that fails is told, the others are read, and it is read alone afterwards', async () => {
    const { station, today } = await withFees(
      { daysAgo: 1, paid: '1.00' },
      { daysAgo: 9, paid: '2.00' },
      { daysAgo: 16, paid: '3.00' },
    );
    const days = { from: dayPlus(today, -20), to: today };
    await station.faults({
      fault: 'status',
      status: 400,
      operation: 'conf.feeTransactions',
      after: 1,
      count: 1,
    });
    const first = await read(station, days);
    expect(first.reads.map(({ failure }) => failure?.kind ?? null)).toEqual([null, 'refused', null, null]);
    expect(first.stopped).toBeNull();
    const missing = first.reads.filter(({ failure }) => failure !== null).map(({ slice }) => slice);
    const again = await read(station, days, { slices: missing });
    expect(again.reads).toHaveLength(1);
    expect(oursOf([...first.reads, ...again.reads]).toSorted()).toEqual(['1.00', '2.00', '3.00']);
    expect(keysOf((await read(station, days)).reads)).toEqual(keysOf([...first.reads, ...again.reads]));
  });

  test('three that fail in a row are enough, and a key that is refused is enough at once', async () => {
    const { station, today } = await withFees();
    const days = { from: dayPlus(today, -60), to: today };
    await station.faults({ fault: 'status', status: 400, operation: 'conf.feeTransactions' });
    const failing = await read(station, days);
    expect(failing.reads).toHaveLength(3);
    expect(failing.stopped).toMatchObject({ kind: 'refused' });
    await station.faults({ fault: 'status', status: 401, operation: 'conf.feeTransactions' });
    const refused = await read(station, days);
    expect(refused.reads).toHaveLength(1);
    expect(refused.stopped).toMatchObject({ kind: 'unauthorized' });
  });

  test('stopped on the way keeps what was read', async () => {
    const { station, today } = await withFees({ daysAgo: 0, paid: '1.00' }, { daysAgo: 30, paid: '2.00' });
    const days = { from: dayPlus(today, -40), to: today };
    const reads: SliceRead[] = [];
    await expect(read(station, days, { stopAfter: 1, reads })).rejects.toThrow();
    expect(reads).toHaveLength(1);
    expect(oursOf(reads)).toEqual(['1.00']);
  });

  test('an odd answer makes no row of what it is not: amounts and times unreadable stay, and are told', async () => {
    const { station, today } = await withFees({ daysAgo: 0, paid: '1.00' });
    station.odd['conf.feeTransactions'] = () => {
      const fee = [
        {
          ...{ id: 1, currency: 'KWD', owner: 'LAW', user_primary_id: { value: 'rivka' } },
          transaction: [
            { type: 'payment', amount: 'a lot', transaction_time: 'once', received_by: { value: 'amir' } },
            {
              type: { value: 'PAYMENT' },
              amount: 1.0055,
              transaction_time: `${today}Z`,
              comment: 'for Rivka',
            },
          ],
        },
        { id: null, transaction: null },
      ];
      return { items: fee, total: 2, envelope: { fee, total_record_count: '2', currency: 'eur' } };
    };
    const { reads } = await read(station, { from: today, to: today });
    expect(rowsOf(reads)).toMatchObject([
      { at: '', day: '', type: { code: 'PAYMENT' }, money: { amount: '', currency: 'KWD' } },
      { at: today, day: today, money: { amount: '1.0055', currency: 'KWD' }, library: { code: 'LAW' } },
    ]);
    expect(JSON.stringify(reads)).not.toMatch(/rivka|amir/i);
  });
});
