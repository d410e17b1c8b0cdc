import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel } from './app.ts';
import { choose, press, reach, strike } from './keyboard.ts';
import { Paper } from './paper.ts';
import { barcodesAt, itemAt, receivedAt } from './practice-orders.ts';
import { openRoom, openWithMode, type ReceivingRoom } from './receiving-room.ts';
import { setFaults, withFaults } from './with-faults.ts';
import { workplace } from './workplace.ts';

const atlas = 'Atlas of the Night Sky';
const guide = 'A Field Guide to Paper';
const histoire = 'Histoire de la reliure';
const command = (name: string): string => `CRL${name}`;

const inDepartment = { process_type: { value: 'WORK_ORDER_DEPARTMENT' } };

const pressed = (room: ReceivingRoom, name: string) =>
  room.page.getByRole('group', { name: m.receiving_mode() }).getByRole('button', { name, pressed: true });

test('the mode is set by key, by button and by barcode; the scan box says it, and it sticks', async () => {
  await using place = await workplace(withFaults);
  let carrel = await place.open();
  const room = await openRoom(carrel);
  const box = carrel.page.getByRole('combobox');
  await expect(pressed(room, `${m.receiving_mode_look()} ⇧F2`)).toBeVisible();
  await strike(carrel.page, 'Shift+F12');
  await expect(box).toHaveAttribute('placeholder', 'Scan a book to receive and keep in Acquisitions');
  await room.scan(command('SETRECEIVE'));
  await expect(box).toHaveAttribute('placeholder', 'Scan a book to receive for Acquisitions');
  await strike(carrel.page, 'Alt+1');
  await expect(box).toHaveAttribute('placeholder', m.app_scan_placeholder());
  await strike(carrel.page, 'Alt+2');
  await expect(box).toHaveAttribute('placeholder', 'Scan a book to receive for Acquisitions');
  await expectAccessible(carrel.page, 'a mode that receives');
  await place.kill();
  carrel = await place.open();
  await openRoom(carrel);
  await expect(carrel.page.getByRole('combobox')).toHaveAttribute(
    'placeholder',
    'Scan a book to receive for Acquisitions',
  );
});

test('each scan of a book is the whole action; the order of its codes is no matter', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const room = await openWithMode(carrel, 'Shift+F12');
  const [first = '', second = ''] = await barcodesAt(carrel, code('polSeveral'));
  await room.scan(first);
  await expect(room.row('Kept', atlas)).toContainText('stays in Acquisitions: Copy cataloging');
  await room.expectStage('Kept', atlas);
  await expect(room.book).toContainText(atlas);
  expect(await itemAt(carrel, first)).toMatchObject({ ...inDepartment, work_order_at: { value: 'ACQ' } });
  // F12 keeps what a person has looked up; here each scan does.
  await press(carrel.page, 'F12');
  await expect(room.rows.filter({ hasText: 'Kept' })).toHaveCount(1);

  await strike(carrel.page, 'Shift+F3');
  await expect(pressed(room, `${m.receiving_mode_receive()} ⇧F3`)).toBeVisible();
  await room.scan(second);
  await expect(room.row('Received', atlas)).toContainText('on its way to Acquisitions');
  expect(await itemAt(carrel, second)).toMatchObject({ process_type: { value: 'TRANSIT' } });
  await expect(room.page.getByText('2 received', { exact: true })).toBeVisible();
  await expectAccessible(carrel.page, 'a trolley with books');
  await room.expectNoMouse();
});

test('a book without a barcode is given one; its labels and slips are its own, whatever is on the table', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const paper = await Paper.beside(carrel.app);
  const room = await openRoom(carrel);
  await room.open(code('polSeveral'), atlas);
  await strike(page, 'Shift+F3');
  await expect(pressed(room, `${m.receiving_mode_receive()} ⇧F3`)).toBeVisible();
  await room.scan(code('polNoBarcode'));
  // It has a receiving note, which a person sees first.
  await expect(async () => {
    await press(page, 'F7');
    await expect(room.row('Received', guide)).toContainText(m.receiving_then_no_barcode(), { timeout: 1000 });
  }).toPass();
  const field = room.book.getByRole('textbox', { name: m.receiving_barcode_of_book() });
  await expectAccessible(page, 'a book without a barcode');
  await press(page, 'Control+B');
  await expect(field).toBeFocused();
  await room.scan(code('itemFree1'));
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(room.book).toContainText('Barcode already in use');
  await expect(field).toBeFocused();
  await room.scan('31234999999996');
  await expect(room.row('Barcode given', '31234999999996')).toContainText(guide);
  await expect(field).toHaveCount(0);
  await expect(room.book.getByRole('definition').filter({ hasText: '31234999999996' })).toBeVisible();
  expect(await itemAt(carrel, '31234999999996')).toMatchObject({ process_type: { value: 'TRANSIT' } });

  const row = room.book.getByRole('group', { name: m.labels_row() });
  await press(page, 'Alt+L');
  await expect(row).toContainText(m.labels_waiting({ count: 2, shown: '2' }));
  await expect(page.getByTestId('stage-note')).toContainText(guide);
  await reach(row.getByRole('button', { name: m.slips_kind_route() }));
  await press(page, 'Enter');
  const [route = ''] = await paper.next();
  expect(route).toMatch(/Goes to Acquisitions A Field Guide to Paper /);
  expect(route).toContain('31234999999996');
  await press(page, 'Alt+W');
  expect((await paper.next())[0]).toContain(guide);
  expect(await paper.unread()).toBe(0);
  await room.expectNoMouse();
});

test('nothing waits for the network: the next scans have their rows while the first is looked up', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const room = await openWithMode(carrel, 'Shift+F3');
  const barcodes = await barcodesAt(carrel, code('polSeveral'));
  await setFaults(carrel, { operation: 'items.byBarcode', fault: 'delay', ms: 1500 });
  for (const barcode of barcodes) await room.scan(barcode);
  await expect(room.rows).toHaveCount(3);
  await expect(room.rows.first()).toContainText('Looking up');
  await expect(room.rows.filter({ hasText: 'Received' })).toHaveCount(3, { timeout: 20_000 });
});

test('several copies: the first scan receives one, the next asks for another, each once', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const room = await openWithMode(carrel, 'Shift+F3');
  await room.scan(code('polSeveral'));
  await expect(room.row('Received', atlas)).toBeVisible();
  // Right after it, the same code is the same scan.
  await room.scan(code('polSeveral'));
  await expect(room.rows).toHaveCount(2);
  await expect(room.rows.filter({ hasText: 'Received' })).toHaveCount(1);
  await expect(async () => {
    await room.scan(code('polSeveral'));
    await expect(room.stageWord).toHaveText('Another copy?', { timeout: 5000 });
  }).toPass();
  await room.expectStage('Another copy?', atlas, '2 of 3');
  await expectAccessible(carrel.page, 'a question of a book');
  // Esc is for later; the row brings it back.
  await press(carrel.page, 'Escape');
  await expect(room.stageWord).not.toHaveText('Another copy?');
  await reach(room.row('Another copy?').getByRole('button', { name: m.desk_answer() }));
  await press(carrel.page, 'Enter');
  await room.expectStage('Another copy?', atlas, '2 of 3');
  await expect(async () => {
    await press(carrel.page, 'Control+1');
    await expect(room.rows.filter({ hasText: 'Received' })).toHaveCount(2, { timeout: 1000 });
  }).toPass();
  expect(await receivedAt(carrel, code('polSeveral'))).toBe(2);
  await room.expectNoMouse();
});

test('a book for somebody is received, and not kept before that was seen; F12 is not the key for that', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = await openWithMode(carrel, 'Shift+F12');
  const [barcode = ''] = await barcodesAt(carrel, code('polInterested'));
  await room.scan(barcode);
  await expect(room.stageWord).toHaveText(m.receiving_alert_wanted());
  await expect(room.stageWhat).toHaveText(histoire);
  await expect(room.stageThen).toContainText(/hold for|tell/);
  await expectAccessible(page, 'an alert');
  await press(page, 'F12');
  await press(page, 'Escape');
  await expect(room.stageWhat).toHaveText(histoire);
  expect(await itemAt(carrel, barcode)).toMatchObject({ process_type: { value: 'TRANSIT' } });
  // Scans go on meanwhile; the stage stays.
  const [other = ''] = await barcodesAt(carrel, code('polSeveral'));
  await room.scan(other);
  await expect(room.row('Kept', atlas)).toBeVisible();
  await expect(room.stageWhat).toHaveText(histoire);
  await press(page, 'F7');
  await expect(room.row('Kept', histoire)).toBeVisible();
  expect(await itemAt(carrel, barcode)).toMatchObject({ ...inDepartment, work_order_at: { value: 'ACQ' } });
  await room.expectNoMouse();
});

test('received from its order line, such a book waits as well: seen by its command barcode', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const room = await openRoom(carrel);
  await room.open(code('polInterested'), histoire);
  await press(carrel.page, 'F12');
  await room.expectStage(m.receiving_alert_wanted(), histoire);
  await expect(room.unfinished).toHaveCount(0);
  await room.scan(command('SEEN'));
  await expect(room.row('Finished', histoire)).toContainText('stays in Acquisitions');
  expect(await room.onRecord()).toMatchObject({ ...inDepartment, work_order_at: { value: 'ACQ' } });
});

test('what was not kept is finished by one key for all, and by its command barcode', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = await openWithMode(carrel, 'Shift+F12');
  await setFaults(carrel, { operation: 'bibs.items.scanIn', fault: 'status', status: 400 });
  const barcodes = await barcodesAt(carrel, code('polSeveral'));
  for (const barcode of barcodes) await room.scan(barcode);
  await expect(room.unfinished).toContainText('3 to finish', { timeout: 20_000 });
  await expect(room.rows.filter({ hasText: 'Not finished' })).toHaveCount(3);
  await expectAccessible(page, 'three to finish');
  await setFaults(carrel);
  await press(page, 'F8');
  await expect(room.unfinished).toContainText('2 to finish');
  await press(page, 'Control+F8');
  await expect(room.unfinished).toHaveCount(0);
  await room.expectStage('Done', '2 items', '2 kept');
  for (const barcode of barcodes) expect(await itemAt(carrel, barcode)).toMatchObject(inDepartment);
  await room.expectNoMouse();
});

test('a trolley is put aside and taken up again, after a crash too; it is ended with its sum', async () => {
  await using place = await workplace(withFaults);
  let carrel = await place.open();
  let room = await openWithMode(carrel, 'Shift+F3');
  const [first = '', second = ''] = await barcodesAt(carrel, code('polSeveral'));
  await room.scan(first);
  await expect(room.row('Received', atlas)).toBeVisible();
  await press(carrel.page, 'Alt+p');
  const aside = (page: typeof carrel.page) => page.getByRole('region', { name: '1 trolley aside' });
  await expect(aside(carrel.page)).toContainText('1 book');
  await expect(room.rows.filter({ hasText: 'Received' })).toHaveCount(0);
  await expectAccessible(carrel.page, 'a trolley put aside');
  await place.kill();

  carrel = await place.open();
  room = await openRoom(carrel);
  await expect(aside(carrel.page)).toContainText('1 book');
  await press(carrel.page, 'Alt+u');
  await expect(aside(carrel.page)).toHaveCount(0);
  await expect(room.row('Received', atlas)).toBeVisible();
  await room.scan(second);
  await expect(room.rows.filter({ hasText: 'Received' })).toHaveCount(2);
  await room.scan(command('END'));
  await room.expectStage('Trolley ended', '2 received');
  await expect(room.rows).toHaveCount(0);
  await room.expectNoMouse();
});

test('books that were not reached stay aside when the trolley ends; taken up, one key tries them all again', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = await openWithMode(carrel, 'Shift+F3');
  const barcodes = await barcodesAt(carrel, code('polSeveral'));
  await setFaults(carrel, { operation: 'items.byBarcode', fault: 'drop-before' });
  for (const barcode of barcodes) await room.scan(barcode);
  await expect(page.getByText('3 books to try again', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page, 'books that were not reached');
  await press(page, 'F10');
  await room.expectStage('Trolley ended', m.receiving_ended_nothing(), '3 books put aside');
  await expect(page.getByText('3 books to try again', { exact: true })).toHaveCount(0);
  await setFaults(carrel);
  await press(page, 'Alt+u');
  await expect(page.getByText('3 books to try again', { exact: true })).toBeVisible();
  await press(page, 'Alt+q');
  await expect(room.rows.filter({ hasText: 'Received' })).toHaveCount(3, { timeout: 20_000 });
  for (const barcode of barcodes)
    expect(await itemAt(carrel, barcode)).toMatchObject({ process_type: { value: 'TRANSIT' } });
  await room.expectNoMouse();
});

test('all items of an order line are received in one go, and some of them', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = await openRoom(carrel);
  await room.open(code('polSeveral'), atlas);
  await press(page, 'Alt+a');
  await expect(room.order.getByRole('button', { name: /^Receive 3/ })).toBeVisible();
  // One of them is for later: its tick goes.
  await reach(room.items.first());
  await press(page, 'Space');
  await expect(room.order.getByRole('button', { name: /^Receive 2/ })).toBeVisible();
  await expectAccessible(page, 'two items chosen');
  await setFaults(carrel, { operation: 'acq.pol.items.receive', fault: 'delay', ms: 600 });
  await press(page, 'F3');
  await expect(room.order.getByRole('progressbar')).toBeVisible();
  await expect(room.order).toContainText('2 of 3 items received', { timeout: 20_000 });
  await room.expectStage('Done', atlas, '2 received');
  await expect(room.rows.filter({ hasText: 'Received' })).toHaveCount(2);
  await expect(room.row('Received', 'Item 3')).toBeVisible();
  await room.expectNoMouse();
});

test('a book has settings of its own over those of the trolley', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = await openWithMode(carrel, 'Shift+F12');
  const [barcode = ''] = await barcodesAt(carrel, code('polSeveral'));
  await setFaults(carrel, { operation: 'acq.pol.items.receive', fault: 'status', status: 400 });
  await room.scan(barcode);
  await expect(room.row('Refused', atlas)).toBeVisible();
  await setFaults(carrel);
  await reach(room.rows.first().getByRole('button', { name: m.app_details() }));
  await press(page, 'Enter');
  const own = room.rows.first().getByRole('form', { name: `How ${atlas} is received` });
  await expect(own).toBeVisible();
  await expectAccessible(page, 'the settings of a book');
  await choose(page, 'Status', 'Labelling', own);
  await reach(own.getByRole('button', { name: m.receiving_book_set() }));
  await press(page, 'Enter');
  await expect(room.rows.first()).toContainText(m.receiving_book_own());
  await reach(own.getByRole('button', { name: m.receiving_book_again() }));
  await press(page, 'Enter');
  await expect(room.row('Kept', atlas)).toContainText('stays in Acquisitions: Labelling');
  await expect(page.locator('details.settings > summary')).toContainText('Copy cataloging');
  expect(await itemAt(carrel, barcode)).toMatchObject({ work_order_status: { value: 'Labelling' } });
  await room.expectNoMouse();
});

test('department and status are set by the numbers of the card; a number that nothing has says so', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const room = await openWithMode(carrel, 'Shift+F12');
  const summary = carrel.page.locator('details.settings > summary');
  await room.scan(command('DEPT2'));
  await expect(summary).toContainText('Cataloging');
  await room.scan(command('STEP2'));
  await expect(summary).toContainText('Labelling');
  await room.scan(command('NEXT'));
  await expect(summary).not.toContainText('Labelling');
  await room.scan(command('DEPT99'));
  await expect(room.rows.first()).toContainText('No number 99 here');
  await strike(carrel.page, 'Control+K');
  await carrel.page.getByRole('dialog').waitFor();
});

test('a day to come is asked about once', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = await openRoom(carrel);
  await room.open(code('polSeveral'), atlas);
  await room.openSettings();
  await room.writeDate('2199-01-04');
  await press(page, 'F3');
  const question = page.getByRole('alertdialog', { name: /^Receive on/ });
  await expect(question).toBeVisible();
  await expectAccessible(page, 'a day to come');
  await reach(question.getByRole('button', { name: m.receiving_future_act() }));
  await press(page, 'Enter');
  await expect(question).toHaveCount(0);
  await expect(room.order).toContainText('1 of 3 items received');
  await press(page, 'F3');
  await expect(room.order).toContainText('2 of 3 items received');
  expect((await room.view()).items.map(({ received }) => received)).toEqual([
    '2199-01-04Z',
    '2199-01-04Z',
    '',
  ]);
  await room.expectNoMouse();
});
