import { describe, expect, test } from 'vitest';
import { ours } from '../../src/service/codes.ts';
import { sampleCode } from '../../src/service/samples.ts';
import {
  done,
  expectRefusal,
  itemOf,
  lend,
  newPatron,
  scanIn,
  sharedLibrary,
  startLibrary,
} from './harness.ts';

const library = sharedLibrary();

interface RequestAnswer {
  request_id: string;
  request_status: string;
  place_in_queue: number;
}

const pickup = {
  request_type: 'HOLD',
  pickup_location_type: 'LIBRARY',
  pickup_location_library: 'MAIN',
  pickup_location_circulation_desk: 'DEFAULT_CIRC_DESK',
};
const ask = (user: string, query: string, body: object = pickup) =>
  library.post(`/users/${user}/requests?${query}`, body);
const cancel = (user: string, id: string, query = 'reason=PatronNotInterested') =>
  library.del(`/users/${user}/requests/${id}?${query}`);
const mmsOf = async (id: 'itemForHold' | 'itemFree1' | 'itemReference' | 'itemOnLoan') =>
  (await itemOf(library, sampleCode(id))).bib_data.mms_id;

describe('placing a hold', () => {
  test('on a title, an item and a holding; places in the queue follow the order of asking', async () => {
    const item = await itemOf(library, sampleCode('itemForHold'));
    const queries = [
      `mms_id=${item.bib_data.mms_id}`,
      `item_pid=${item.item_data.pid}`,
      `holding_id=${item.holding_data.holding_id}`,
    ];
    for (const [index, query] of queries.entries()) {
      const request = done<RequestAnswer>(
        await ask(await newPatron(library), query, { ...pickup, comment: 'soon' }),
      );
      expect(request).toMatchObject({
        place_in_queue: index + 1,
        request_status: 'NOT_STARTED',
        request_type: 'HOLD',
        request_sub_type: { value: 'PATRON_PHYSICAL' },
        title: 'The Master of Go',
        pickup_location: 'Main Library',
        comment: 'soon',
      });
    }
  });

  test('needs what it needs', async () => {
    const user = await newPatron(library);
    const title = `mms_id=${await mmsOf('itemFree1')}`;
    expectRefusal(await ask(user, ''), '401664');
    expectRefusal(await ask(user, title, { ...pickup, request_type: undefined }), '401664');
    expectRefusal(await ask(user, title, { ...pickup, request_type: 'WISH' }), '401864');
    expectRefusal(await ask(user, title, { ...pickup, pickup_location_library: undefined }), '401664');
    expectRefusal(await ask(user, title, { ...pickup, pickup_location_library: 'ATLANTIS' }), '401895');
    expectRefusal(await ask(user, title, { ...pickup, pickup_location_circulation_desk: 'X' }), '401895');
    expectRefusal(await ask(user, title, { ...pickup, pickup_location_type: 'HOME' }), '401864');
    expectRefusal(await ask(user, title, { ...pickup, expiry_date: { no: 1 } }), '401864');
    expectRefusal(await ask('nobody', title), '401861', 404);
    expect(done(await library.get(`/users/${user}/requests`))).toMatchObject({ total_record_count: 0 });
  });

  test('is refused where no item can fulfil it', async () => {
    const user = await newPatron(library);
    expectRefusal(await ask(user, `mms_id=${await mmsOf('itemReference')}`), '401129');
    expectRefusal(await ask(user, 'mms_id=1'), '401129');
    expectRefusal(await ask(user, 'item_pid=1'), '401129');
    expectRefusal(await ask(user, 'holding_id=1'), '401129');
    const item = await itemOf(library, sampleCode('itemFree1'));
    expectRefusal(
      await ask(user, `item_pid=${item.item_data.pid}&mms_id=${await mmsOf('itemForHold')}`),
      '401129',
    );
  });

  test('is refused twice on one title, and to a blocked or expired patron', async () => {
    const user = await newPatron(library);
    const title = `mms_id=${await mmsOf('itemOnLoan')}`;
    done(await ask(user, title));
    expectRefusal(await ask(user, title), '401136');
    expectRefusal(await ask(sampleCode('patronBlocked'), title), ours.patronBlocked);
    expectRefusal(await ask(sampleCode('patronExpired'), title), ours.patronExpired);
  });

  test('for some seconds after a loan, that title answers 401129, and other titles do not', async () => {
    let now = new Date('2026-11-20T10:00:00Z');
    const other = await startLibrary({ now: () => now, settleMs: 3000 });
    const [lent, free] = ['itemFree1', 'itemFree2'] as const;
    const user = await newPatron(other);
    const titleOf = async (id: typeof lent | typeof free) =>
      (await itemOf(other, sampleCode(id))).bib_data.mms_id;
    const askFor = async (id: typeof lent | typeof free) =>
      other.post(`/users/${user}/requests?mms_id=${await titleOf(id)}`, pickup);
    done(await lend(other, sampleCode('patronGood'), sampleCode(lent)));
    expectRefusal(await askFor(lent), '401129');
    done(await askFor(free));
    now = new Date('2026-11-20T10:00:03.500Z');
    done(await askFor(lent));
    await other.close();
  });
});

describe('cancelling', () => {
  test('closes the gap in the queue', async () => {
    const title = `mms_id=${await mmsOf('itemFree1')}`;
    const users = [await newPatron(library), await newPatron(library), await newPatron(library)] as const;
    const ids = [];
    for (const user of users) ids.push(done<RequestAnswer>(await ask(user, title)).request_id);
    const answer = await cancel(users[1], ids[1] ?? '', 'reason=PatronNotInterested&note=thanks');
    expect([answer.status, answer.text]).toEqual([204, '']);
    const last = done<RequestAnswer>(await library.get(`/users/${users[2]}/requests/${ids[2] ?? ''}`));
    expect(last.place_in_queue).toBe(2);
    expectRefusal(await cancel(users[1], ids[1] ?? ''), '401694');
    expect(done(await library.get(`/users/${users[1]}/requests/${ids[1] ?? ''}`))).toMatchObject({
      request_status: 'CANCELLED',
      cancel_reason: { value: 'PatronNotInterested' },
      cancel_note: 'thanks',
    });
  });

  test('needs a reason of the table', async () => {
    const user = await newPatron(library);
    const { request_id: id } = done<RequestAnswer>(await ask(user, `mms_id=${await mmsOf('itemForHold')}`));
    expectRefusal(await cancel(user, id, ''), '401664');
    expectRefusal(await cancel(user, id, 'reason=Rain'), ours.unknownReason);
    expectRefusal(await cancel(user, '1'), '401694');
    expectRefusal(await cancel(sampleCode('patronGood'), id), '401694');
  });

  test('an item on the hold shelf goes back, and on to the next who waits when it is scanned', async () => {
    const barcode = sampleCode('itemFree4');
    const title = `mms_id=${(await itemOf(library, barcode)).bib_data.mms_id}`;
    const [first, second] = [await newPatron(library), await newPatron(library)];
    const { request_id: id } = done<RequestAnswer>(await ask(first, title));
    const { request_id: next } = done<RequestAnswer>(await ask(second, title));
    expect((await scanIn(library, barcode)).item_data.process_type.value).toBe('HOLDSHELF');
    expect(done(await library.get(`/users/${first}/requests/${id}`))).toMatchObject({ barcode });
    expect((await cancel(first, id)).status).toBe(204);
    const over = done(await library.get(`/users/${first}/requests/${id}`));
    expect([over['item_id'], over['barcode']]).toEqual([undefined, undefined]);
    expect((await itemOf(library, barcode)).item_data).toMatchObject({
      process_type: { value: '' },
      requested: false,
    });
    expect((await scanIn(library, barcode)).additional_info).toContain('Requester: Patron');
    expect(done(await library.get(`/users/${second}/requests/${next}`))).toMatchObject({
      request_status: 'ON_HOLD_SHELF',
      barcode,
      place_in_queue: 1,
    });
  });
});

test('the list filters by type and status', async () => {
  const user = await newPatron(library);
  const title = `mms_id=${await mmsOf('itemFree1')}`;
  done(await ask(user, title));
  const count = async (query: string) =>
    done<{ total_record_count: number }>(await library.get(`/users/${user}/requests?${query}`))
      .total_record_count;
  expect(await count('')).toBe(1);
  expect(await count('request_type=HOLD&status=active')).toBe(1);
  expect(await count('request_type=BOOKING')).toBe(0);
  expect(await count('status=history')).toBe(0);
  expectRefusal(await library.get(`/users/${user}/requests?status=lost`), '40166411');
});
