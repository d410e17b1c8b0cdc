import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel } from './app.ts';
import { choose, press, reach, write } from './keyboard.ts';
import { openRoom } from './receiving-room.ts';
import { withFaults, setFaults } from './with-faults.ts';

/** A calendar day, so many days from today. */
function day(fromToday: number): string {
  const date = new Date();
  date.setDate(date.getDate() + fromToday);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

test('one item is received, with a day and a department of that day’s delivery', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = await openRoom(carrel);
  await room.open(sampleCode('polSeveral'), 'Atlas of the Night Sky');
  await room.openSettings();
  await expectAccessible(page, 'how items are received');
  await room.writeDate(day(-3));
  await choose(page, 'Department', 'Cataloging');
  await page.keyboard.press('F3');

  await expect(room.row('Received', 'Atlas of the Night Sky')).toContainText('on its way to Cataloging');
  await expect(room.order).toContainText('1 of 3 items received');
  const { items } = await room.view();
  expect(items.map(({ received }) => received)).toEqual([`${day(-3)}Z`, '', '']);
  expect(await room.onRecord()).toMatchObject({
    barcode: sampleCode('itemOrdered'),
    process_type: { value: 'TRANSIT' },
    work_order_at: { value: 'CAT' },
    arrival_date: `${day(-3)}Z`,
  });
  // The next one is chosen, so that a delivery is the same key again and again; what was set stays set.
  await page.keyboard.press('F3');
  await expect(room.order).toContainText('2 of 3 items received');
  expect((await room.view()).items[1]?.received).toBe(`${day(-3)}Z`);
  await expect(page.getByText('2 received', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a trolley');
  await room.expectNoMouse();
});

test('the item that is received is the one that was scanned or chosen', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = await openRoom(carrel);
  await room.open(sampleCode('polSeveral'), 'Atlas of the Night Sky');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('F3');
  await expect(room.order).toContainText('1 of 3 items received');
  expect((await room.view()).items.map(({ received }) => received !== '')).toEqual([false, true, false]);

  await room.scan(sampleCode('itemOrdered'));
  await expect(room.items.first()).toContainText('scanned');
  // While a scan is being looked up, F3 receives nothing: it might be another book.
  await expect(room.order).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('F3');
  await expect(room.order).toContainText('2 of 3 items received');
  expect((await room.view()).items.map(({ received }) => received !== '')).toEqual([true, true, false]);
  // A book that was scanned stays the one in hand: the same key does not go on to another.
  await page.keyboard.press('F3');
  await expect(room.order).toContainText('Already received');
  expect((await room.view()).items.map(({ received }) => received !== '')).toEqual([true, true, false]);
});

const noDays = [
  ['2026-02-31', 'Date: no such day (year-month-day)'],
  ['1900-01-01', 'Date: in the past'],
  ['1.2.2026', 'Date: no such day (year-month-day)'],
  ['', 'Date: nothing entered'],
] as const;

test('a day that cannot be is refused at the field, and nothing is received', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = await openRoom(carrel);
  await room.open(sampleCode('polSeveral'), 'Atlas of the Night Sky');
  await room.openSettings();
  for (const [index, [input, says]] of noDays.entries()) {
    await test.step(`“${input}”`, async () => {
      await room.writeDate(input);
      if (input === '') await page.keyboard.press('Backspace');
      await page.keyboard.press('F3');
      await expect(room.rows.filter({ hasText: 'Not accepted' })).toHaveCount(index + 1);
      await expect(room.date).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByText(says).first()).toBeVisible();
      expect((await room.view()).items[0]?.received).toBe('');
    });
  }
  await expectAccessible(page, 'a day that was refused');
  expect(await room.onRecord()).toMatchObject({ process_type: { value: 'ACQ' } });
  await room.writeDate(day(0));
  await page.keyboard.press('F3');
  await expect(room.order).toContainText('1 of 3 items received');
  await room.expectNoMouse();
});

test('what somebody else received meanwhile is said, and not received again', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = await openRoom(carrel);
  await room.open(sampleCode('polSeveral'), 'Atlas of the Night Sky');
  const { pol, items } = await room.view();
  const reply = await carrel.ask('receiving.receive', {
    intent: crypto.randomUUID(),
    pol,
    pid: items[0]?.pid ?? '',
    date: day(-1),
    department: 'CAT',
    departmentLibrary: 'MAIN',
    keep: null,
  });
  expect(reply.ok).toBe(true);
  await expect(room.order).toContainText('1 of 3 items received');
  await expect(room.order).toContainText('Already received');
  expect(await room.onRecord()).toMatchObject({ work_order_at: { value: 'CAT' } });
  await page.keyboard.press('F3');
  await expect(room.row('Received')).toHaveCount(0);
});

test('a refusal of the service is said, and the item is as it was', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = await openRoom(carrel);
  await room.open(sampleCode('polSeveral'), 'Atlas of the Night Sky');
  await setFaults(carrel, { operation: 'acq.pol.items.receive', fault: 'status', status: 503, count: 1 });
  await page.keyboard.press('F3');
  await expect(room.rows.first()).not.toContainText('Sent');
  await expect(room.order).toContainText('0 of 3 items received');
  expect(await room.onRecord()).toMatchObject({ process_type: { value: 'ACQ' } });
  await expectAccessible(page, 'a receipt that failed');
});

test('a slow service is said to be one, and nothing else is stopped by it', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = await openRoom(carrel);
  await room.open(sampleCode('polSeveral'), 'Atlas of the Night Sky');
  await setFaults(carrel, { operation: 'acq.pol.items.receive', fault: 'delay', ms: 4000, count: 1 });
  await page.keyboard.press('F3');
  await expect(room.row('Sent', 'receiving: slow answer')).toBeVisible();
  await expect(room.order.getByText('Waiting for an answer …')).toBeVisible();
  await page.keyboard.press('F3');
  await expectAccessible(page, 'waiting for a receipt');
  await expect(room.row('Received', 'Atlas of the Night Sky')).toBeVisible();
  await expect(room.order).toContainText('1 of 3 items received');
});

test('a trolley is ended with one key', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const room = await openRoom(carrel);
  await room.open(sampleCode('polSeveral'), 'Atlas of the Night Sky');
  await page.keyboard.press('F3');
  await expect(room.order).toContainText('1 of 3 items received');
  await page.keyboard.press('F10');
  await expect(page.getByRole('heading', { name: 'Trolley ended' })).toBeVisible();
  await room.expectStage('Trolley ended', '1 received');
  await expect(room.order).toContainText('Scan an order line or a book');
  await expectAccessible(page, 'a trolley that was ended');
});

test('a barcode is given, scanned into its field, and stands in the order line', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = await openRoom(carrel);
  await room.open(sampleCode('polNoBarcode'), 'A Field Guide to Paper');
  await press(page, 'Control+B');
  const field = page.getByRole('textbox', { name: 'Barcode for Item 1' });
  await expect(field).toBeFocused();
  await room.scan('31234999999996');
  await expect(room.row('Barcode given', '31234999999996')).toBeVisible();
  await expect(room.items.first()).toContainText('31234999999996');
  await expect(field).toHaveCount(0);
  expect(await room.onRecord()).toMatchObject({
    barcode: '31234999999996',
    process_type: { value: 'ACQ' },
  });
  // The label was not looked up: the order line is still the one in hand.
  await expect(room.heading).toHaveText('A Field Guide to Paper');
  await page.keyboard.press('F3');
  await expect(room.order).toContainText('1 of 1 item received');
  await room.expectNoMouse();
});

test('a barcode is given, typed; one that another item has, or that is none, is refused at the field', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = await openRoom(carrel);
  await room.open(sampleCode('polNoBarcode'), 'A Field Guide to Paper');
  const before = await room.view();
  const field = page.getByRole('textbox', { name: 'Barcode for Item 1' });
  await reach(field);
  await write(page, sampleCode('itemFree1'));
  await page.keyboard.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(room.order).toContainText('Barcode already in use');
  await expect(field).toHaveValue(sampleCode('itemFree1'));
  await expectAccessible(page, 'a barcode in use');
  expect((await room.view()).items).toEqual(before.items);

  // What was refused is selected: the next scan or the next keys take its place.
  for (const [code, says] of [
    [sampleCode('patronGood'), 'Card of a patron'],
    [sampleCode('polSeveral'), 'Order line, not a book'],
    ['31234999999991', 'Misread: wrong check digit'],
  ] as const) {
    await expect(field).toBeFocused();
    await room.scan(code);
    await expect(room.order).toContainText(says);
    await expect(room.heading).toHaveText('A Field Guide to Paper');
  }
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await press(page, 'Control+A');
  await write(page, 'B 77/12');
  await page.keyboard.press('Enter');
  // Like no barcode of the library: what was misread is no item's.
  await expect(room.order).toContainText(m.receiving_barcode_doubted());
  await expectAccessible(page, 'a barcode that is doubted');
  expect((await room.view()).items).toEqual(before.items);
  await room.scan('B 77/21');
  await expect(field).toHaveValue('B 77/21');
  await expect(room.order).toContainText(m.receiving_barcode_doubted());
  const both = Array.from(sampleCode('itemFree1'), (key, at) => key + (sampleCode('itemFree2')[at] ?? ''));
  await room.scan(both.join(''));
  await expect(room.order).toContainText(m.receiving_barcode_mixed());
  expect((await room.view()).items).toEqual(before.items);
  for (const says of [m.receiving_barcode_doubted(), '']) {
    await room.scan('B 77/12');
    if (says) await expect(room.order).toContainText(says);
  }
  await expect(room.row('Barcode given', 'B 77/12')).toBeVisible();
  expect(await room.onRecord()).toMatchObject({ barcode: 'B 77/12' });
  await room.expectNoMouse();
});
