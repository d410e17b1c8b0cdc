import { describe, expect, test } from 'vitest';
import { nextPlaceOf } from '../../src/service/next-place.ts';
import { sampleCode } from '../../src/service/samples.ts';
import {
  done,
  expectRefusal,
  type ItemAnswer,
  itemOf,
  lend,
  newPatron,
  pathOf,
  scanIn,
  sharedLibrary,
} from './harness.ts';

const library = sharedLibrary();
const scanAt = async (barcode: string, query: string) =>
  library.post(`${pathOf(await itemOf(library, barcode))}?op=scan&${query}`);

describe('an item', () => {
  test('is found by its barcode, by a redirect under either root', async () => {
    const barcode = sampleCode('itemHebrew');
    const answer = await library.get(`/items?item_barcode=${barcode}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('Location')).toMatch(/^\/svcws\/v1\/bibs\/\d+\/holdings\/\d+\/items\/\d+$/);
    const other = await fetch(`${library.url.replace('svcws', 'almaws')}/items?item_barcode=${barcode}`, {
      headers: { Authorization: `apikey ${library.key}` },
    });
    expect(await other.json()).toMatchObject({ bib_data: { title: 'נפלאות האפקט' } });
  });

  test('unknown is 400 with a code', async () => {
    expectRefusal(await library.get('/items?item_barcode=1'), '401689');
    expectRefusal(await library.get('/items'), '401664');
    expectRefusal(await library.get('/bibs/1/holdings/2/items/3'), '401689');
    const path = pathOf(await itemOf(library, sampleCode('itemFree1')));
    expectRefusal(await library.get(path.replace(/bibs\/\d+/, 'bibs/7')), '401689');
  });
});

describe('the requests of an item', () => {
  const requestsAt = async (path: string) =>
    done<{ user_request: { request_id: string; place_in_queue: number }[]; total_record_count: number }>(
      await library.get(`${path}/requests`),
    );

  test('are those for it and for its title, in the order of asking', async () => {
    const item = await itemOf(library, sampleCode('itemForHold'));
    const path = pathOf(item);
    expect((await requestsAt(path)).total_record_count).toBe(0);
    const hold = { request_type: 'HOLD', pickup_location_library: 'MAIN' };
    for (const query of [`mms_id=${item.bib_data.mms_id}`, `item_pid=${item.item_data.pid}`]) {
      const user = await newPatron(library);
      done(await library.post(`/users/${user}/requests?${query}`, hold));
    }
    const { user_request: requests, total_record_count: total } = await requestsAt(path);
    expect(total).toBe(2);
    expect(requests.map(({ place_in_queue: place }) => place)).toEqual([1, 2]);
  });

  test('of no item are refused', async () => {
    expectRefusal(await library.get('/bibs/1/holdings/2/items/3/requests'), '401689');
  });
});

describe('scanning in at a desk', () => {
  test('a lent item ends its loan and goes to its shelf', async () => {
    const user = await newPatron(library);
    done(await lend(library, user, sampleCode('itemFree1')));
    const item = await scanIn(library, sampleCode('itemFree1'));
    expect(item.item_data).toMatchObject({
      process_type: { value: '' },
      base_status: { value: '1', desc: 'Item in place' },
    });
    expect(nextPlaceOf(item)).toEqual({ to: 'shelf', place: 'Open Stacks' });
    expect(done(await library.get(`/users/${user}/loans`))).toMatchObject({ total_record_count: 0 });
  });

  test('an item that somebody waits for goes to the hold shelf', async () => {
    const item = await scanIn(library, sampleCode('itemHoldHere'));
    expect(item.item_data).toMatchObject({ process_type: { value: 'HOLDSHELF' }, requested: true });
    expect(item.additional_info).toBe(
      "Item's destination is: On Hold Shelf at Main Library - Circulation Desk. Request/Process Type: Patron physical item request. Requester: Ben-Ami, Rivka. Place in Queue: 1",
    );
    expect(nextPlaceOf(item)).toMatchObject({ to: 'holdShelf', requester: 'Ben-Ami, Rivka' });
    expect(await scanIn(library, sampleCode('itemHoldHere'))).toMatchObject({
      additional_info: item.additional_info,
    });
  });

  test('an item of another library goes there', async () => {
    const item = await scanIn(library, sampleCode('itemOtherLibrary'));
    expect(item.item_data.process_type.value).toBe('TRANSIT');
    expect(nextPlaceOf(item)).toEqual({ to: 'transit', place: 'Science Library', requester: '' });
    const home = await scanIn(library, sampleCode('itemOtherLibrary'), 'SCI');
    expect(home.item_data.process_type.value).toBe('');
  });

  test('an item asked for at another desk goes there, and onto its hold shelf when it comes', async () => {
    const user = await newPatron(library);
    const barcode = sampleCode('itemFree2');
    const { bib_data: bib } = await itemOf(library, barcode);
    const hold = { request_type: 'HOLD', pickup_location_library: 'LAW' };
    done(await library.post(`/users/${user}/requests?mms_id=${bib.mms_id}`, hold));
    const away = await scanIn(library, barcode);
    expect(nextPlaceOf(away)).toMatchObject({ to: 'transit', place: 'Law Library - Circulation Desk' });
    const status = async () =>
      done<{ user_request: { request_status: string }[] }>(await library.get(`/users/${user}/requests`))
        .user_request[0]?.request_status;
    expect(await status()).toBe('IN_PROCESS');
    expect((await scanIn(library, barcode, 'LAW')).item_data.process_type.value).toBe('HOLDSHELF');
    expect(await status()).toBe('ON_HOLD_SHELF');
  });

  test('an overdue item leaves a fine where the library asks one', async () => {
    const user = sampleCode('patronBorrower');
    await scanIn(library, sampleCode('itemOverdue'));
    const fees = done<{ fee: { type: { value: string }; original_amount: string; title: string }[] }>(
      await library.get(`/users/${user}/fees`),
    );
    expect(fees.fee).toMatchObject([
      { type: { value: 'OVERDUEFINE' }, title: 'Bleak House', original_amount: '5.00' },
    ]);
  });

  test('refuses what it cannot place', async () => {
    const barcode = sampleCode('itemFree3');
    expectRefusal(await scanAt(barcode, 'library=MAIN'), '40166415');
    expectRefusal(await scanAt(barcode, 'circ_desk=DEFAULT_CIRC_DESK'), '401664');
    expectRefusal(await scanAt(barcode, 'library=MAIN&circ_desk=ROOF'), '40166411');
    expectRefusal(await scanAt(barcode, 'department=SPACE'), '40166411');
    expectRefusal(
      await scanAt(sampleCode('itemOrdered'), 'library=MAIN&circ_desk=DEFAULT_CIRC_DESK'),
      '402502',
    );
    const at = 'library=MAIN&circ_desk=DEFAULT_CIRC_DESK';
    expectRefusal(await library.post(`/bibs/1/holdings/2/items/3?op=scan&${at}`), '402504');
    expectRefusal(await library.post(`/bibs/1/holdings/2/items/3?op=eat&${at}`), '401873');
  });
});

describe('a scan-in', () => {
  test.each([
    ['library=MAIN&circ_desk=DEFAULT_CIRC_DESK', 'itemHebrew'],
    ['library=MAIN&department=CAT', 'itemFree5'],
  ] as const)('at %s counts a use in the house, unless it says that it is none', async (where, item) => {
    const barcode = sampleCode(item);
    const uses = async (said: string) =>
      done<ItemAnswer>(await scanAt(barcode, where + said)).item_data['in_house_uses'];
    expect(await uses('&register_in_house_use=false')).toBeUndefined();
    expect(await uses('')).toBe(1);
    expect(await uses('&register_in_house_use=true')).toBe(2);
    expect(await uses('&register_in_house_use=false')).toBe(2);
    expect((await itemOf(library, barcode)).item_data).toMatchObject({ in_house_uses: 2 });
    expectRefusal(await scanAt(barcode, `${where}&register_in_house_use=often`), '40166411');
  });
});

describe('scanning in in a department', () => {
  const order = 'library=MAIN&department=CAT&work_order_type=AcqWorkOrder&status=CopyCataloging';

  test('keeps the item for a work order until it is done', async () => {
    const barcode = sampleCode('itemFree4');
    const stored = done<ItemAnswer>(await scanAt(barcode, order));
    expect(stored.item_data).toMatchObject({
      process_type: { value: 'WORK_ORDER_DEPARTMENT', desc: 'In Process' },
      work_order_type: { value: 'AcqWorkOrder' },
      work_order_at: { value: 'CAT', desc: 'Cataloging' },
      work_order_status: { value: 'CopyCataloging' },
      base_status: { value: '0', desc: 'Item not in place' },
    });
    expect(nextPlaceOf(stored)).toEqual({ to: 'workOrder', place: 'Cataloging' });
    expectRefusal(await scanAt(barcode, 'library=MAIN&department=ACQ&done=true'), '402502');
    const after = done<ItemAnswer>(await scanAt(barcode, 'library=MAIN&department=CAT&done=true'));
    expect(after.item_data.process_type.value).toBe('');
    for (const field of ['work_order_type', 'work_order_at', 'work_order_status']) {
      expect(after.item_data).not.toHaveProperty(field);
    }
    expectRefusal(await scanAt(barcode, 'library=MAIN&department=CAT&done=true'), '402502');
  });

  test('refuses a work order or status nobody knows', async () => {
    const barcode = sampleCode('itemFree6');
    expectRefusal(await scanAt(barcode, 'department=CAT&work_order_type=Magic'), '40166411');
    expectRefusal(
      await scanAt(barcode, 'department=CAT&work_order_type=AcqWorkOrder&status=Magic'),
      '40166411',
    );
    expectRefusal(await scanAt(barcode, `${order}&done=maybe`), '40166411');
    expectRefusal(await scanAt(barcode, 'department=CAT&library=LAW'), '40166411');
  });
});
