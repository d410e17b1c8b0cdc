import { expect, onTestFinished, test } from 'vitest';
import { ours } from '../../src/service/codes.ts';
import { sampleCode } from '../../src/service/samples.ts';
import {
  done,
  expectRefusal,
  itemOf,
  lend,
  type Library,
  newPatron,
  scanIn,
  startLibrary,
} from './harness.ts';
import { timed } from './timed.ts';

const hour = 3_600_000;
const day = 24 * hour;

interface LoanAnswer {
  readonly loan_id: string;
  readonly due_date: string;
  readonly loan_fine: string;
}

test('a card is good on its last day, and not on the day after', async () => {
  const { library, at } = await timed('2026-06-10T08:00:00Z');
  for (const expiry_date of ['2026-06-10Z', '2026-06-10']) {
    const today = await newPatron(library, { expiry_date });
    done(await lend(library, today, sampleCode('itemFree1')));
    await scanIn(library, sampleCode('itemFree1'));
    at('2026-06-10T23:59:59Z');
    done(await lend(library, today, sampleCode('itemFree1')));
    await scanIn(library, sampleCode('itemFree1'));
    at('2026-06-11T00:00:00Z');
    expectRefusal(await lend(library, today, sampleCode('itemFree1')), ours.patronExpired);
    at('2026-06-10T08:00:00Z');
  }
  const yesterday = await newPatron(library, { expiry_date: '2026-06-09Z' });
  expectRefusal(await lend(library, yesterday, sampleCode('itemFree1')), ours.patronExpired);
});

test('an overdue loan, renewed, is due from the day it is renewed; one in time from its due date', async () => {
  const { library, at } = await timed('2026-06-01T10:00:00Z');
  const user = await newPatron(library);
  const renew = async ({ loan_id }: LoanAnswer) =>
    done<LoanAnswer>(await library.post(`/users/${user}/loans/${loan_id}?op=renew`)).due_date;
  const late = done<LoanAnswer>(await lend(library, user, sampleCode('itemFree1')));
  const inTime = done<LoanAnswer>(await lend(library, user, sampleCode('itemFree2')));
  expect([late.due_date, inTime.due_date]).toEqual(['2026-06-29T20:59:00.000Z', '2026-06-29T20:59:00.000Z']);
  at('2026-06-28T10:00:00Z');
  expect(await renew(inTime)).toBe('2026-07-27T20:59:00.000Z');
  at('2026-07-10T10:00:00Z');
  expect(await renew(late)).toBe('2026-08-07T20:59:00.000Z');
});

test.each([
  ['on the minute', 0, '0.00'],
  ['a millisecond late', 1, '0.50'],
  ['an hour late', hour, '0.50'],
  ['a day late', day, '0.50'],
  ['a day and a millisecond late', day + 1, '1.00'],
  ['a day and an hour late', day + hour, '1.00'],
  ['fifty-nine days and an hour late', 59 * day + hour, '30.00'],
  ['a year late', 365 * day, '30.00'],
])(
  'a book that comes back %s costs each day that has begun, and no more than the most',
  async (_, late, fine) => {
    const { library, at } = await timed('2026-06-01T10:00:00Z');
    const user = await newPatron(library);
    const loan = done<LoanAnswer>(await lend(library, user, sampleCode('itemFree1')));
    at(Date.parse(loan.due_date) + late);
    expect(done(await library.get(`/users/${user}/loans/${loan.loan_id}`))).toMatchObject({
      loan_fine: fine,
    });
    await scanIn(library, sampleCode('itemFree1'));
    const { fee } = done<{ fee?: { original_amount: string; type: { value: string } }[] }>(
      await library.get(`/users/${user}/fees`),
    );
    const balance = (fee ?? []).map(({ original_amount, type }) => [type.value, original_amount]);
    expect(balance).toEqual(late === 0 ? [] : [['OVERDUEFINE', fine]]);
  },
);

test.each([
  ['LAW', 'itemFree1', '1.00', '50.00'],
  ['SCI', 'itemOtherLibrary', '0.00', '0.00'],
] as const)('%s asks what it asks for a day, and for a year', async (place, item, aDay, aYear) => {
  const { library, at } = await timed('2026-06-01T10:00:00Z');
  const [user, barcode] = [await newPatron(library), sampleCode(item)];
  await scanIn(library, barcode, 'SCI');
  const there = { circ_desk: 'DEFAULT_CIRC_DESK', library: place };
  const loan = done<LoanAnswer>(await lend(library, user, barcode, there));
  for (const [late, fine] of [
    [hour, aDay],
    [365 * day, aYear],
  ] as const) {
    at(Date.parse(loan.due_date) + late);
    expect(done(await library.get(`/users/${user}/loans/${loan.loan_id}`))).toMatchObject({
      loan_fine: fine,
    });
  }
  await scanIn(library, barcode, 'SCI');
  expect(done(await library.get(`/users/${user}/fees`))).toMatchObject({ total_sum: aYear });
});

test('two copies of a title that come back for two holds go to two patrons, in the order of asking', async () => {
  const library = await startLibrary();
  onTestFinished(() => library.close());
  const { bib, barcodes } = await titleWithTwoCopies(library);
  const [first, second] = [await newPatron(library), await newPatron(library)];
  const place = { request_type: 'HOLD', pickup_location_library: 'MAIN' };
  for (const user of [first, second]) {
    done(await library.post(`/users/${user}/requests?mms_id=${bib.mms_id}`, place));
  }
  for (const barcode of barcodes) {
    expect((await scanIn(library, barcode)).item_data).toMatchObject({
      process_type: { value: 'HOLDSHELF' },
      requested: true,
    });
  }
  for (const user of [first, second]) {
    expect(done(await library.get(`/users/${user}/requests`))).toMatchObject({
      total_record_count: 1,
      user_request: [{ request_status: 'ON_HOLD_SHELF' }],
    });
  }
  const [one = '', other = ''] = barcodes;
  expectRefusal(await lend(library, first, other), ours.itemOnHoldForOther);
  expectRefusal(await lend(library, second, one), ours.itemOnHoldForOther);
  done(await lend(library, first, one));
  done(await lend(library, second, other));
});

/** Two copies of one title, on the shelf: those of an order line, received. */
async function titleWithTwoCopies(library: Library) {
  const pol = sampleCode('polSeveral');
  const { item } = done<{ item: { pid: string; barcode: string }[] }>(
    await library.get(`/acq/po-lines/${pol}/items`),
  );
  const barcodes = item.slice(0, 2).map(({ barcode }) => barcode);
  for (const { pid } of item.slice(0, 2)) {
    done(await library.post(`/acq/po-lines/${pol}/items/${pid}?op=receive`, {}));
  }
  for (const barcode of barcodes) await scanIn(library, barcode);
  const { bib_data: bib } = await itemOf(library, barcodes[0] ?? '');
  return { bib, barcodes };
}
