import { expect, test } from '@playwright/test';
import type { Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel } from './app.ts';
import { choose, press, reach } from './keyboard.ts';
import { expectLine } from './one-line.ts';
import { openRoom } from './receiving-room.ts';
import { withFaults, setFaults } from './with-faults.ts';
import { libraryBehind } from './strange-services.ts';
import { workplace } from './workplace.ts';

const title = 'Atlas of the Night Sky';
const inDepartment = {
  process_type: { value: 'WORK_ORDER_DEPARTMENT' },
  work_order_type: { value: 'AcqWorkOrder' },
};

test('an item is received and kept in the department of the station', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = await openRoom(carrel);
  await room.open(sampleCode('polSeveral'), title);
  await page.keyboard.press('F12');
  await expect(room.row('Kept', title)).toContainText('stays in Acquisitions: Copy cataloging');
  await expect(room.order).toContainText('1 of 3 items received');
  expect(await room.onRecord()).toMatchObject({ ...inDepartment, work_order_at: { value: 'ACQ' } });
  await expect(room.unfinished).toHaveCount(0);
  await expectAccessible(page, 'kept');
  await room.expectNoMouse();
});

test('it is kept in another department and with another status', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = await openRoom(carrel);
  await room.open(sampleCode('polSeveral'), title);
  await room.openSettings();
  await choose(page, 'Department', 'Cataloging');
  await choose(page, 'Status', 'Labelling');
  await page.keyboard.press('F12');
  await expect(room.row('Kept', title)).toContainText('stays in Cataloging: Labelling');
  expect(await room.onRecord()).toMatchObject({
    ...inDepartment,
    work_order_at: { value: 'CAT' },
    work_order_status: { value: 'Labelling' },
  });
});

const faults = [
  { name: 'a fault of the service', fault: { fault: 'status', status: 500 } },
  { name: 'a connection that ends before it was done', fault: { fault: 'drop-before' } },
] as const;

for (const { name, fault } of faults) {
  test(`the second step meets ${name}: it is finished with one key once it is known`, async () => {
    test.setTimeout(810_000);
    await using carrel = await openCarrel({ env: withFaults });
    const { page } = carrel;
    const room = await openRoom(carrel);
    await room.open(sampleCode('polSeveral'), title);
    await setFaults(carrel, { operation: 'bibs.items.scanIn', ...fault });
    await page.keyboard.press('F12');
    // Whether it happened is looked up for some seconds before it is given up.
    const row = room.row('Not finished', title);
    await expect(row).toContainText('received, not kept', { timeout: 60_000 });
    await expect(room.unfinished).toContainText('1 to finish');
    await expect(room.unfinished).toContainText(title);
    await room.openUnfinished();
    await expect(room.unfinished.getByRole('listitem')).toHaveCount(1);
    await expect(room.unfinished).toContainText('Acquisitions · Copy cataloging');
    await expectAccessible(page, 'one to finish');
    expect(await room.onRecord()).toMatchObject({ process_type: { value: 'TRANSIT' } });

    // Nobody knows yet whether it was scanned in: it is not done again before that.
    await setFaults(carrel);
    await page.keyboard.press('F8');
    await expect(room.rows.first()).toContainText('Already sent, not confirmed');
    await expect(room.unfinished).toContainText('1 to finish');
    expect(await room.onRecord()).toMatchObject({ process_type: { value: 'TRANSIT' } });
    await didNotHappen(page);

    await page.keyboard.press('F8');
    await expect(room.unfinished).toHaveCount(0);
    await expect(room.row('Finished', title).first()).toContainText('stays in Acquisitions');
    expect(await room.onRecord()).toMatchObject({ ...inDepartment, work_order_at: { value: 'ACQ' } });
    await room.expectNoMouse();
  });
}

/** Says of the one thing that is unclear that it did not happen. */
async function didNotHappen(page: Page): Promise<void> {
  const about = /1 not confirmed/;
  const list = page.getByRole('region', { name: about });
  await reach(page.getByRole('button', { name: about }));
  await press(page, 'Enter');
  await reach(list.getByRole('button', { name: m.desk_did_not_happen() }));
  await press(page, 'Enter');
  const question = page.getByRole('alertdialog', { name: m.desk_decide_did_not() });
  await reach(question.getByRole('button', { name: m.desk_did_not_happen() }));
  await press(page, 'Enter');
  await expect(list).toHaveCount(0);
}

test('the second step is done and its answer lost: a read finds that it is kept', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = await openRoom(carrel);
  await room.open(sampleCode('polSeveral'), title);
  await setFaults(carrel, { operation: 'bibs.items.scanIn', fault: 'drop-after' });
  await page.keyboard.press('F12');
  await expect(room.row('Kept', title)).toContainText('stays in Acquisitions');
  await expect(room.unfinished).toHaveCount(0);
  expect(await room.onRecord()).toMatchObject({ ...inDepartment, work_order_at: { value: 'ACQ' } });
});

test('the service refuses the second step: it is on the list with why, until it no longer does', async () => {
  const key = 'l7xx-the-institutions-key';
  await using library = await libraryBehind(key);
  await using carrel = await openCarrel();
  const { page } = carrel;
  const { address } = library;
  const connected = { address, root: 'svcws', key, keep: 'thisRun', commit: true } as const;
  expect(await carrel.ask('station.connect', connected)).toMatchObject({ ok: true });
  const place = { library: 'MAIN', desk: 'DEFAULT_CIRC_DESK', department: 'ACQ' };
  expect(await carrel.ask('station.choose', place)).toMatchObject({ ok: true });
  const room = await openRoom(carrel);
  await room.open(sampleCode('polSeveral'), title);
  library.refuse({ operation: 'op=scan', code: '402502', message: 'Scan in of item failed.' });
  await page.keyboard.press('F12');
  await expect(room.row('Not finished', title)).toContainText('received, not kept');
  await expect(room.unfinished).toContainText('1 to finish');
  await expect(room.unfinished).toContainText('Item not accepted');
  await expectAccessible(page, 'one that was refused');

  await page.keyboard.press('F8');
  await expect(room.rows).toHaveCount(3);
  await expect(room.rows.first()).toContainText('Refused');
  await expect(room.rows.first()).toContainText('Item not accepted');
  await expect(room.unfinished).toContainText('1 to finish');

  library.refuse(null);
  await page.keyboard.press('F8');
  await expect(room.unfinished).toHaveCount(0);
  await expect(room.rows.first()).toContainText('stays in Acquisitions');
  await room.expectNoMouse();
});

for (const end of ['closed', 'killed'] as const) {
  test(`what is to be finished is still there after the program was ${end}`, async () => {
    await using place = await workplace(withFaults);
    let carrel = await place.open();
    let room = await openRoom(carrel);
    await room.open(sampleCode('polSeveral'), title);
    await setFaults(carrel, { operation: 'bibs.items.scanIn', fault: 'status', status: 500 });
    await carrel.page.keyboard.press('F12');
    await expect(room.unfinished).toContainText('1 to finish', { timeout: 60_000 });
    if (end === 'killed') await place.kill();

    carrel = await place.open();
    room = await openRoom(carrel);
    await expect(room.unfinished).toContainText('1 to finish');
    await expect(room.unfinished).toContainText(title);
    await expectAccessible(carrel.page, 'one to finish from before');
    await didNotHappen(carrel.page);
    await carrel.page.keyboard.press('F8');
    await expect(room.unfinished).toHaveCount(0);
    await room.open(sampleCode('itemOrdered'), title);
    await expect(room.order).toContainText('1 of 3 items received');
    expect(await room.onRecord()).toMatchObject({ ...inDepartment, work_order_at: { value: 'ACQ' } });
  });
}

test('killed between the two steps: what was received is there to be finished', async () => {
  await using place = await workplace(withFaults);
  let carrel = await place.open();
  let room = await openRoom(carrel);
  await room.open(sampleCode('polSeveral'), title);
  await setFaults(carrel, { operation: 'bibs.items.scanIn', fault: 'delay', ms: 60_000 });
  await carrel.page.keyboard.press('F12');
  await expect.poll(async () => (await room.onRecord()).process_type).toMatchObject({ value: 'TRANSIT' });
  await place.kill();

  carrel = await place.open();
  room = await openRoom(carrel);
  await expect(room.unfinished).toContainText('1 to finish');
  await didNotHappen(carrel.page);
  await carrel.page.keyboard.press('F8');
  await expect(room.unfinished).toHaveCount(0);
  await room.open(sampleCode('itemOrdered'), title);
  expect(await room.onRecord()).toMatchObject({ ...inDepartment, work_order_at: { value: 'ACQ' } });
});

test('one that was seen to elsewhere leaves the list, but only when that is confirmed', async () => {
  await using place = await workplace(withFaults);
  let carrel = await place.open();
  const { page } = carrel;
  let room = await openRoom(carrel);
  await room.open(sampleCode('polSeveral'), title);
  await setFaults(carrel, { operation: 'bibs.items.scanIn', fault: 'status', status: 500 });
  await page.keyboard.press('F12');
  await expect(room.unfinished).toContainText('1 to finish', { timeout: 60_000 });
  await expectLine(room.unfinished);
  await room.openUnfinished();
  const settle = room.unfinished.getByRole('button', { name: 'Handled elsewhere' });
  const dialog = page.getByRole('alertdialog', { name: 'Handled elsewhere?' });

  await reach(settle);
  await press(page, 'Enter');
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'was this seen to?');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(room.unfinished).toContainText('1 to finish');

  await reach(settle);
  await press(page, 'Enter');
  await reach(dialog.getByRole('button', { name: 'Handled elsewhere' }));
  await press(page, 'Enter');
  await expect(room.unfinished).toHaveCount(0);
  await expect(room.row('Handled', title)).toContainText('off the list');
  await room.expectNoMouse();

  carrel = await place.open();
  room = await openRoom(carrel);
  await room.open(sampleCode('itemOrdered'), title);
  await expect(room.unfinished).toHaveCount(0);
  expect(await room.onRecord()).toMatchObject({ process_type: { value: 'TRANSIT' } });
});
