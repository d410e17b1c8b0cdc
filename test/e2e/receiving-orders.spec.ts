import { expect, test } from '@playwright/test';
import { sampleCode } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel } from './app.ts';
import { press, reach, write } from './keyboard.ts';
import { openRoom } from './receiving-room.ts';

test('the room is opened by its key, and an order line by its number, scanned', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const room = await openRoom(carrel);
  await expect(room.order).toContainText('Scan an order line or a book');
  await expectAccessible(page, 'the empty room');

  await room.open(sampleCode('polSeveral'), 'Atlas of the Night Sky');
  await expect(room.order).toContainText('POL-1001');
  await expect(room.order).toContainText('Storm, Dunlop');
  for (const fact of ['Vendor', 'Price', 'Funds', 'Status']) {
    const value = room.order.locator('dl > div').filter({ hasText: fact }).locator('dd');
    await expect(value, fact).toHaveText(/\S/);
  }
  await expect(room.order).toContainText('0 of 3 items received');
  await expect(room.items).toHaveCount(3);
  await expect(room.items.first()).toContainText(sampleCode('itemOrdered'));
  await expect(room.row('Atlas of the Night Sky', 'POL-1001')).toBeVisible();
  await expect(room.heading).toHaveCSS('font-size', '32px');
  // Each says what it will do, and its key means nothing at the desk.
  await expect(room.receive).toHaveText(/^\s*Receive item 1\s*F3$/);
  await expect(room.keep).toHaveText(/^\s*Receive and keep in Acquisitions\s*F12$/);
  for (const button of [room.receive, room.keep]) await expect(button).toHaveCSS('block-size', '56px');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(room.receive).toHaveText(/^\s*Receive item 2/);
  await page.keyboard.press('Alt+ArrowUp');
  await expectAccessible(page, 'an order line');
  await room.expectNoMouse();
});

test('an order line is opened by its number, typed, and by the barcode of one of its items', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const room = await openRoom(carrel);
  await write(page, 'pol-1002');
  await page.keyboard.press('Enter');
  await expect(room.heading).toHaveText('A Field Guide to Paper');
  await expect(room.items.first()).toContainText('no barcode');
  await expectAccessible(page, 'an item without a barcode');

  await room.open(sampleCode('itemOrdered'), 'Atlas of the Night Sky');
  await expect(room.items.filter({ hasText: 'scanned' })).toHaveCount(1);
  await expect(room.items.filter({ hasText: 'scanned' })).toContainText(sampleCode('itemOrdered'));
  await room.expectNoMouse();
});

test('somebody who waits for a book is named, and what is to be done for them', async () => {
  await using carrel = await openCarrel();
  const room = await openRoom(carrel);
  await room.open(sampleCode('polInterested'), 'Histoire de la reliure');
  await expect(room.order.getByRole('heading', { name: 'Someone is waiting for this' })).toBeVisible();
  await expect(room.order).toContainText('Rivka Ben-Ami');
  await expect(room.order.getByText('goes on hold for them')).toHaveCount(2);
  await expect(room.order.getByText('is told when it is there')).toHaveCount(2);
  await expectAccessible(carrel.page, 'interested patrons');
});

test('one that was received already says when, and takes no key', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const room = await openRoom(carrel);
  await room.open(sampleCode('polReceived'), 'ספרי המסע של בנימין');
  await expect(room.order).toContainText('1 of 1 item received');
  await expect(room.order).toContainText(/Already received, on \d{1,2} \w{3} \d{4}\.|Already received, on/);
  await expect(room.receive).toBeDisabled();
  await expectAccessible(page, 'already received');
  const rows = await room.rows.count();
  await page.keyboard.press('F3');
  await page.keyboard.press('F12');
  await press(page, 'Control+H');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await expect(room.rows).toHaveCount(rows);
});

const patron = sampleCode('patronGood');

const strange = [
  {
    name: 'an order line that there is not',
    code: 'POL-9999999',
    what: 'No such order line',
    todo: 'Check the number and scan it again.',
  },
  {
    name: 'a barcode that nothing has',
    code: '31234999999996',
    what: 'No item with this barcode',
    todo: 'Check the barcode and scan it again.',
  },
  {
    name: 'a book that is on no order line',
    code: sampleCode('itemFree1'),
    what: 'Book is on no order line',
    todo: 'Scan the number on the vendor’s slip.',
  },
  {
    name: 'a patron’s card',
    code: patron,
    what: 'Card of a patron',
    todo: 'Open it at the desk: F1.',
  },
  {
    name: 'a barcode that was misread',
    code: '31234000001015',
    what: 'Misread: wrong check digit',
    todo: 'Scan it again.',
  },
  {
    name: 'a slash and a query operator',
    code: 'a/../b?op=x&q=all~',
    what: 'No order line found',
    todo: 'Scan the order line, or search by title.',
  },
];

test('a scan that opens nothing is said as large as an order line, and the one before is one key away', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const room = await openRoom(carrel);
  await room.open(sampleCode('polSeveral'), 'Atlas of the Night Sky');
  for (const { name, code, what, todo } of strange) {
    await test.step(name, async () => {
      await room.scan(code);
      await expect(room.heading).toHaveText(plain(what));
      await expect(room.order).toContainText(code);
      await expect(room.order).toContainText(plain(todo));
      await expect(room.row(code)).toBeVisible();
      // Nothing can be received that is not in hand.
      await page.keyboard.press('F3');
      if (code === strange[0]?.code) await expectAccessible(page, name);
      await page.keyboard.press('Escape');
      await expect(room.heading).toHaveText('Atlas of the Night Sky');
      await expect(room.order).toContainText('0 of 3 items received');
    });
  }
  await room.expectNoMouse();
});

/** The messages have straight apostrophes where the field's own words have them. */
function plain(text: string): RegExp {
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('’', "['’]"));
}

test('4,000 characters, nothing, and control characters leave the room as it was', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const room = await openRoom(carrel);
  await room.open(sampleCode('polSeveral'), 'Atlas of the Night Sky');
  await page.keyboard.press('Enter');
  await expect(room.rows).toHaveCount(1);

  await page.keyboard.insertText('9'.repeat(4000));
  await press(page, 'Enter');
  await expect(room.heading).toHaveText('Scan: too long');
  await expectAccessible(page, 'a scan that is too long');
  await page.keyboard.press('Escape');
  await page.keyboard.insertText('31234\u0007000001014');
  await press(page, 'Enter');
  await expect(room.heading).toHaveText('Can’t be read as a whole');
  await page.keyboard.press('Escape');
  await expect(room.heading).toHaveText('Atlas of the Night Sky');
  await expect(room.receive).toBeEnabled();
  await reach(room.receive);
});
