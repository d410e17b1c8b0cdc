import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { heldItem } from '../sample/held-item.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel, type Carrel } from './app.ts';
import { connect, expect, test } from './fixtures.ts';
import { press, reach } from './keyboard.ts';
import { itemAt } from './practice-orders.ts';
import { standBetween } from './proxy.ts';
import { openWithMode, type ReceivingRoom } from './receiving-room.ts';
import { practiceLibrary, setFaults, withFaults } from './with-faults.ts';
import { workplace } from './workplace.ts';

const several = code('polSeveral');
const atlas = 'Atlas of the Night Sky';
const histoire = 'Histoire de la reliure';
const inTransit = { process_type: { value: 'TRANSIT' } };
const inDepartment = { process_type: { value: 'WORK_ORDER_DEPARTMENT' } };
const oneRequest = m.receiving_alert_requests({ count: 1, shown: '1' });

/** An item that is still to come, and that somebody has placed a hold on. Answers its barcode. */
const held = async (carrel: Carrel): Promise<string> =>
  (await heldItem({ client: await practiceLibrary(carrel) }, several)).barcode;

/** F7, once the stage takes it. */
async function see({ page }: ReceivingRoom): Promise<void> {
  await expect(page.getByTestId('stage').getByRole('button', { name: m.receiving_seen() })).toBeEnabled();
  await press(page, 'F7');
}

test('a hold is in the way until it is seen: by F7, and by no key that keeps', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const barcode = await held(carrel);
  const room = await openWithMode(carrel, 'Shift+F12');
  await room.scan(barcode);
  await room.expectStage(m.receiving_alert_wanted(), atlas, oneRequest);
  await expect(room.row(m.receiving_book_to_see(), atlas)).toBeVisible();
  await expectAccessible(room.page, 'a hold');
  // Another one waits behind it, and both are named.
  await room.scan(code('polInterested'));
  const both = room.page.getByRole('region', { name: m.receiving_to_see({ shown: '2' }) });
  await expect(both).toContainText(`${atlas} · ${histoire}`);
  await reach(both.getByRole('button', { name: m.app_details() }));
  await press(room.page, 'Enter');
  await expect(both.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(room.page, 'two books to be seen');
  for (const key of ['F12', 'Control+F8', 'Escape']) await press(room.page, key);
  await room.expectStage(m.receiving_alert_wanted(), atlas, oneRequest);
  expect(await itemAt(carrel, barcode)).toMatchObject(inTransit);

  await see(room);
  await expect(room.row('Kept', atlas)).toBeVisible();
  await room.expectStage(m.receiving_alert_wanted(), histoire);
  await see(room);
  await expect(room.row('Kept', histoire)).toBeVisible();
  expect(await itemAt(carrel, barcode)).toMatchObject(inDepartment);
  await room.expectNoMouse();
});

test('requests that could not be read do not mean that nobody waits', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  await setFaults(carrel, { operation: 'bibs.items.requests', fault: 'status', status: 500 });
  const room = await openWithMode(carrel, 'Shift+F12');
  await room.scan(code('itemOrdered'));
  await room.expectStage(m.receiving_alert_unread(), atlas, m.receiving_alert_unread_first());
  await expectAccessible(room.page, 'requests that were not read');
  expect(await itemAt(carrel, code('itemOrdered'))).toMatchObject(inTransit);
  await see(room);
  await expect(room.row('Kept', atlas)).toBeVisible();
  await room.expectNoMouse();
});

test.describe(() => {
  test.use({ alone: true });

  test('who waits is named by the scan-in, where the service lists no requests', async ({
    carrel,
    service,
  }) => {
    const additional_info =
      "Item's destination is: Acquisitions. Requester: Okafor, Grace. Place in Queue: 1";
    await using proxy = await standBetween(service.origin, ({ url, status, body }) => {
      if (/\/items\/[^/]+\/requests/.test(url)) return { status: 404, body: '{}' };
      if (status !== 200 || !url.includes('op=scan')) return null;
      return { status, body: JSON.stringify({ ...(JSON.parse(body) as object), additional_info }) };
    });
    await connect(carrel, { ...service, origin: proxy.origin });
    const place = { library: 'MAIN', desk: 'DEFAULT_CIRC_DESK', department: 'ACQ' };
    expect(await carrel.ask('station.choose', place)).toMatchObject({ ok: true });
    const room = await openWithMode(carrel, 'Shift+F12');
    await room.scan(code('itemOrdered'));
    await room.expectStage(
      m.receiving_alert_wanted(),
      atlas,
      m.receiving_alert_requested_by({ name: 'Okafor, Grace' }),
    );
    await see(room);
    await expect(room.row('Kept', atlas)).toContainText('Okafor, Grace');
    await expect(room.stageWord).not.toHaveText(m.receiving_alert_wanted());
  });
});

test('an order line whose record names no copies has the items of its list', async ({ carrel, service }) => {
  await using proxy = await standBetween(service.origin, ({ method, url, status, body }) => {
    if (method !== 'GET' || status !== 200 || !/\/acq\/po-lines\/[^/?]+(\?|$)/.test(url)) return null;
    const line = JSON.parse(body) as { readonly location?: readonly object[] };
    const location = (line.location ?? []).map((one) => ({ ...one, copy: [] }));
    return { status, body: JSON.stringify({ ...line, location }) };
  });
  await connect(carrel, { ...service, origin: proxy.origin });
  const room = await openWithMode(carrel, 'Shift+F2');
  await room.open(several, atlas);
  await expect(room.items).toHaveCount(3);
});

test('the hold of an item received alone is still to be seen after the program was killed, and it is not kept', async () => {
  await using place = await workplace(withFaults);
  let carrel = await place.open();
  const barcode = await held(carrel);
  let room = await openWithMode(carrel, 'Shift+F2');
  await room.open(barcode, atlas);
  await press(carrel.page, 'F3');
  await room.expectStage(m.receiving_alert_wanted(), atlas, oneRequest);
  await expectAccessible(carrel.page, 'a hold of an item received alone');
  await room.expectNoMouse();
  await place.kill();

  carrel = await place.open();
  room = await openWithMode(carrel, 'Shift+F2');
  await room.expectStage(m.receiving_alert_wanted(), atlas, oneRequest);
  for (const key of ['F12', 'F8', 'Control+F8', 'Escape']) await press(carrel.page, key);
  await room.expectStage(m.receiving_alert_wanted(), atlas, oneRequest);
  // It is nothing to finish: it was to be received only.
  await expect(room.unfinished).toHaveCount(0);
  await see(room);
  await expect(room.stageWord).not.toHaveText(m.receiving_alert_wanted());
  expect(await itemAt(carrel, barcode)).toMatchObject(inTransit);
  await expect(room.unfinished).toHaveCount(0);
  await room.expectNoMouse();

  carrel = await place.open();
  room = await openWithMode(carrel, 'Shift+F2');
  await expect(room.stageWord).not.toHaveText(m.receiving_alert_wanted());
  expect(await itemAt(carrel, barcode)).toMatchObject(inTransit);
});
