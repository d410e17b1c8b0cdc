import { describe, expect, test } from 'vitest';
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
  sharedLibrary,
  startLibrary,
} from './harness.ts';

const library = sharedLibrary({ now: () => new Date('2026-11-20T10:00:00Z') });

const booking = (start: string, end: string) => ({
  request_type: 'BOOKING',
  pickup_location_library: 'MAIN',
  booking_start_date: start,
  booking_end_date: end,
});
const [first, second] = [
  booking('2026-12-01T09:00:00Z', '2026-12-01T12:00:00Z'),
  booking('2026-12-01T12:00:00Z', '2026-12-01T15:00:00Z'),
];

async function pidOf(from: Library, barcode: string): Promise<string> {
  return (await itemOf(from, barcode)).item_data.pid;
}

async function book(body: object, barcode = sampleCode('itemFree1'), user?: string) {
  const by = user ?? (await newPatron(library));
  return library.post(`/users/${by}/requests?item_pid=${await pidOf(library, barcode)}`, body);
}

describe('booking', () => {
  test('two at a time that overlaps: the second is refused; one right after the other: not', async () => {
    const made = done(await book(first));
    expect(made).toMatchObject({ ...first, request_status: 'NOT_STARTED', barcode: sampleCode('itemFree1') });
    expect(made).not.toHaveProperty('place_in_queue');
    expectRefusal(await book(booking('2026-12-01T11:59:59Z', '2026-12-01T13:00:00Z')), ours.bookedMeanwhile);
    expectRefusal(await book(booking('2026-11-30T00:00:00Z', '2026-12-09T00:00:00Z')), ours.bookedMeanwhile);
    done(await book(second));
    done(await book(first, sampleCode('itemFree2')));
  });

  test('of a title takes whichever copy is free then', async () => {
    const { bib_data: bib } = await itemOf(library, sampleCode('itemFree3'));
    const ask = async () =>
      library.post(`/users/${await newPatron(library)}/requests?mms_id=${bib.mms_id}`, first);
    expect(done(await ask())).toMatchObject({ barcode: sampleCode('itemFree3') });
    expectRefusal(await ask(), ours.bookedMeanwhile);
  });

  test('has a beginning and an end that lie ahead, in that order', async () => {
    const wrong: [string, string, object][] = [
      ['401664', 'booking_start_date', { ...first, booking_start_date: undefined }],
      ['401664', 'booking_end_date', { ...first, booking_end_date: '' }],
      ['401864', 'booking_start_date', { ...first, booking_start_date: '2026-12-01' }],
      ['401864', 'booking_start_date', { ...first, booking_start_date: Date.parse('2026-12-01') }],
      ['401864', 'booking_end_date', { ...first, booking_end_date: 'tomorrow at noon' }],
      // Each machine would read it in its own zone.
      ['401864', 'booking_end_date', { ...first, booking_end_date: '2026-12-02T10:00:00' }],
      ['401864', 'booking_start_date', { ...first, booking_start_date: '2027-02-31T10:00:00Z' }],
      ['401864', 'booking_end_date', booking('2026-12-02T10:00:00Z', '2026-12-02T10:00:00Z')],
      ['401864', 'booking_start_date', booking('2026-11-20T09:00:00Z', '2026-12-02T10:00:00Z')],
      ['401664', 'pickup_location_library', { ...first, pickup_location_library: undefined }],
    ];
    for (const [code, field, body] of wrong) {
      const answer = await book(body, sampleCode('itemFree4'));
      expectRefusal(answer, code);
      expect(answer.text).toContain(field);
    }
    expectRefusal(await book(first, sampleCode('itemReference')), '401129');
  });

  test('twice by one patron is refused where the times overlap', async () => {
    const user = await newPatron(library);
    const [barcode, start] = [sampleCode('itemFree4'), '2026-12-05T09:00:00Z'];
    done(await book(booking(start, '2026-12-05T12:00:00Z'), barcode, user));
    expectRefusal(
      await book(booking('2026-12-05T11:59:59Z', '2026-12-05T13:00:00Z'), barcode, user),
      ours.bookedMeanwhile,
    );
    done(await book(booking('2026-12-05T12:00:00Z', '2026-12-05T13:00:00Z'), barcode, user));
    done(await book(booking('2026-12-06T09:00:00Z', '2026-12-06T12:00:00Z'), barcode, user));
  });

  test('can be moved to a time that is free, and to no other', async () => {
    const barcode = sampleCode('itemFree5');
    const user = await newPatron(library);
    const { request_id: id } = done<{ request_id: string }>(await book(first, barcode, user));
    done(await book(second, barcode));
    const path = `/users/${user}/requests/${id}`;
    expectRefusal(
      await library.put(path, { booking_end_date: '2026-12-01T12:30:00Z' }),
      ours.bookedMeanwhile,
    );
    expectRefusal(await library.put(path, { booking_end_date: '2026-12-01T08:00:00Z' }), '401864');
    expectRefusal(await library.put(path, { booking_start_date: '2026-11-01T08:00:00Z' }), '401864');
    expect(done(await library.put(path, { booking_start_date: '2026-12-01T08:00:00Z' }))).toMatchObject({
      booking_start_date: '2026-12-01T08:00:00Z',
      booking_end_date: '2026-12-01T12:00:00Z',
    });
    expect(done(await library.put(path, { place_in_queue: 99 }))).not.toHaveProperty('place_in_queue');
    expect((await library.del(`${path}?reason=CannotBeFulfilled`)).status).toBe(204);
    done(await book(first, barcode));
  });

  test('at once for one item: one wins', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => newPatron(library)));
    const answers = await Promise.all(users.map((user) => book(first, sampleCode('itemFree6'), user)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a booked item', () => {
  test('is due when the booking begins, is kept from then on, and is lent until it ends', async () => {
    let now = new Date('2026-11-20T10:00:00Z');
    const other = await startLibrary({ now: () => now });
    const barcode = sampleCode('itemFree1');
    const [booker, reader] = [await newPatron(other), await newPatron(other)];
    const { request_id: id } = done<{ request_id: string }>(
      await other.post(`/users/${booker}/requests?item_pid=${await pidOf(other, barcode)}`, first),
    );
    const loan = done<{ loan_id: string; due_date: string }>(await lend(other, reader, barcode));
    expect(loan.due_date).toBe('2026-12-01T09:00:00.000Z');
    expectRefusal(await other.post(`/users/${reader}/loans/${loan.loan_id}?op=renew`), '401822');
    await scanIn(other, barcode);
    expect((await itemOf(other, barcode)).item_data.process_type.value).toBe('');

    now = new Date('2026-12-01T09:30:00Z');
    expectRefusal(await lend(other, reader, barcode), ours.itemOnHoldForOther);
    const scanned = await scanIn(other, barcode);
    expect(scanned.item_data.process_type.value).toBe('HOLDSHELF');
    expect(scanned.additional_info).toContain('Patron booking request');
    const path = `/users/${booker}/requests/${id}`;
    expect(done(await other.get(path))).toMatchObject({ request_status: 'ON_HOLD_SHELF', barcode });
    expect(done(await lend(other, booker, barcode))).toMatchObject({ due_date: '2026-12-01T12:00:00.000Z' });
    expect(done(await other.get(path))).toMatchObject({ request_status: 'FULFILLED' });
    await other.close();
  });

  test('can be renewed once the booking is over', async () => {
    let now = new Date('2026-11-20T10:00:00Z');
    const other = await startLibrary({ now: () => now });
    const barcode = sampleCode('itemFree1');
    const [booker, reader] = [await newPatron(other), await newPatron(other)];
    done(await other.post(`/users/${booker}/requests?item_pid=${await pidOf(other, barcode)}`, first));
    now = new Date('2026-12-01T12:00:01Z');
    const { loan_id: id, due_date: due } = done<{ loan_id: string; due_date: string }>(
      await lend(other, reader, barcode),
    );
    const renewed = done<{ due_date: string }>(await other.post(`/users/${reader}/loans/${id}?op=renew`));
    expect(renewed.due_date > due).toBe(true);
    await other.close();
  });
});
