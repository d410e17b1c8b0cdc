import { codeOf, textOf } from '../../src/service/read.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { m } from '../../src/messages/compiled/messages.js';
import {
  Acquisitions,
  invoicesOnRecord,
  linesOnRecord,
  numberOf,
  ordersOfOneVendor,
  priceOf,
} from './acquisitions.ts';
import type { Carrel } from './app.ts';
import { expect, test, type Service } from './fixtures.ts';
import { Hand } from './hand.ts';
import { strike } from './keyboard.ts';
import { Paper } from './paper.ts';
import { Receiving } from './receiving.ts';

/**
 * What each task costs the hand of the person at the desk, from its first screen with nobody there. The settings are
 * those of a first start.
 */
test.describe('the hand', () => {
  test('finds a patron by card: 1', async ({ desk }) => {
    const hand = new Hand(desk.page);
    await hand.scan(code('patronGood'));
    await expect(desk.heading).toHaveText('Rivka Ben-Ami');
    hand.took(1, 1);
  });

  test('lends three and ends with a due-date slip: 5', async ({ carrel, desk, service }) => {
    const paper = await Paper.beside(carrel.app);
    const hand = new Hand(desk.page);
    await hand.scan(code('patronNothing'));
    const books = [code('itemFree1'), code('itemFree2'), code('itemFree3')];
    for (const book of books) await hand.scan(book);
    await expect(desk.page.getByText('3 lent', { exact: true })).toBeVisible();
    await hand.press('F10');
    const [slip = ''] = await paper.next();
    for (const book of books) expect(slip).toContain(book);
    await expect(desk.stageWord).toHaveText('Ended');
    const loans = await service.client.call('users.loans.list', { path: { user_id: code('patronNothing') } });
    expect(loans.items.map((loan) => loan.item_barcode).sort()).toEqual(books.sort());
    hand.took(5, 5);
  });

  test("renews all of a patron's ten loans: 2", async ({ desk, service }) => {
    const hand = new Hand(desk.page);
    const due = async (): Promise<readonly unknown[]> => {
      const path = { user_id: code('patronTenLoans') };
      const { items } = await service.client.call('users.loans.list', { path });
      return items.map((loan) => `${loan.loan_id ?? ''} ${String(loan.due_date)}`);
    };
    const before = await due();
    await hand.scan(code('patronTenLoans'));
    await hand.press('Control+KeyR');
    // Three of them cannot be renewed, whoever asks.
    await expect(desk.patron).toContainText('7 renewed');
    await expect(desk.patron).toContainText('3 not renewed');
    expect((await due()).filter((one) => !before.includes(one))).toHaveLength(7);
    hand.took(2, 2);
  });

  test('returns an item that is on hold, with its slip: 1', async ({ carrel, desk }) => {
    const paper = await Paper.beside(carrel.app);
    const hand = new Hand(desk.page);
    await hand.scan(code('itemHoldHere'));
    await expect(desk.heading).toHaveText('Hold shelf');
    expect((await paper.next())[0]).toMatch(/Hold shelf Ben-Ami, Rivka Wolf Hall/);
    hand.took(1, 1);
  });

  test('places a hold on an item at this desk: 4', async ({ desk, service }) => {
    const hand = new Hand(desk.page);
    await hand.scan(code('patronNothing'));
    await expect(desk.heading).toHaveText('Grace Okafor');
    await hand.press('Alt+h');
    await expect(desk.dialog.getByRole('textbox', { name: 'Barcode' })).toBeFocused();
    await hand.scan(code('itemForHold'));
    await expect(desk.dialog.getByRole('button', { name: /^Place a hold/ })).toBeFocused();
    await hand.press('Enter');
    await expect(desk.dialog).toHaveCount(0);
    const { items } = await service.client.call('users.requests.list', {
      path: { user_id: code('patronNothing') },
    });
    expect(items).toMatchObject([{ title: 'The Master of Go', pickup_location_library: 'MAIN' }]);
    hand.took(4, 4);
  });

  test('enters an invoice of three lines, checked against its total, and processes it: 6', async ({
    carrel,
    service,
  }) => {
    const room = new Acquisitions(carrel.page);
    const pols = await ordersOfOneVendor(service, 3);
    await room.enter();
    const hand = new Hand(carrel.page);
    await hand.write('HAND-1');
    for (const pol of pols) await hand.scan(numberOf(pol));
    await hand.write(priceOf(...pols));
    await expect(room.form).toContainText(m.invoices_paper_same());
    await hand.press('Control+Enter');
    await expect(room.strip).toContainText(m.invoices_done_process());
    const [made] = await invoicesOnRecord(service, 'HAND-1');
    expect(codeOf(made?.invoice_status)).toBe('READY_TO_BE_PAID');
    expect(await linesOnRecord(service, made ?? {})).toHaveLength(3);
    hand.took(6, 6);
  });

  test('cancels a hold with a reason: 4', async ({ desk, service }) => {
    const hand = new Hand(desk.page);
    await hand.scan(code('patronGood'));
    await expect(desk.heading).toHaveText('Rivka Ben-Ami');
    await hand.press('Alt+c');
    await expect(desk.dialog).toContainText('Wolf Hall');
    await expect(desk.dialog.getByRole('radio').first()).toBeFocused();
    await hand.press('1');
    await expect(desk.dialog.getByRole('button', { name: 'Cancel the request' })).toBeFocused();
    await hand.press('Enter');
    await expect(desk.dialog).toHaveCount(0);
    const path = { user_id: code('patronGood') };
    const { items } = await service.client.call('users.requests.list', {
      path,
      query: { status: 'history' },
    });
    expect(items.at(-1)).toMatchObject({
      title: 'Wolf Hall',
      cancel_reason: { value: 'PatronNotInterested' },
    });
    hand.took(4, 4);
  });

  test.describe('in the receiving room, with its mode set', () => {
    test.use({ alone: true });
    const atlas = 'Atlas of the Night Sky';

    /** The room as somebody left it who has set what each scan does. */
    async function roomWithMode(carrel: Carrel, key: string): Promise<Receiving> {
      const place = { library: 'MAIN', desk: 'DEFAULT_CIRC_DESK', department: 'ACQ' };
      expect(await carrel.ask('station.choose', place)).toMatchObject({ ok: true });
      const room = new Receiving(carrel.page);
      await room.go();
      await expect(carrel.page.locator('details.settings > summary')).toContainText(/Acquisitions.*, [A-Z]/);
      await strike(carrel.page, key);
      await expect(carrel.page.getByRole('combobox')).toHaveAttribute('placeholder', /to receive/);
      return room;
    }

    test('receives one: 1', async ({ carrel, service }) => {
      const room = await roomWithMode(carrel, 'Shift+F3');
      const hand = new Hand(carrel.page);
      await hand.scan(code('itemOrdered'));
      await expect(room.row('Received', atlas)).toBeVisible();
      const { item_data: item } = await service.client.call('items.byBarcode', {
        query: { item_barcode: code('itemOrdered') },
      });
      expect(item).toMatchObject({ process_type: { value: 'TRANSIT' } });
      hand.took(1, 1);
    });

    test('receives one and keeps it: 1', async ({ carrel, service }) => {
      const room = await roomWithMode(carrel, 'Shift+F12');
      const hand = new Hand(carrel.page);
      await hand.scan(code('itemOrdered'));
      await expect(room.row('Kept', atlas)).toBeVisible();
      const { item_data: item } = await service.client.call('items.byBarcode', {
        query: { item_barcode: code('itemOrdered') },
      });
      expect(item).toMatchObject({ work_order_at: { value: 'ACQ' } });
      hand.took(1, 1);
    });

    test('receives and keeps ten of ten orders: 10', async ({ carrel, service }) => {
      const room = await roomWithMode(carrel, 'Shift+F12');
      const barcodes = await firstItems(service, 10);
      const hand = new Hand(carrel.page);
      for (const barcode of barcodes) await hand.scan(barcode);
      await expect(room.rows.filter({ hasText: 'Kept' })).toHaveCount(10, { timeout: 60_000 });
      for (const barcode of barcodes) {
        const { item_data: item } = await service.client.call('items.byBarcode', {
          query: { item_barcode: barcode },
        });
        expect(item).toMatchObject({ work_order_at: { value: 'ACQ' } });
      }
      hand.took(10, 10);
    });
  });
});

/**
 * The barcodes of the first items of order lines: one of each, not received. The sample has not so many without anything
 * to be seen when they come: what they have of that is taken away.
 */
async function firstItems({ client }: Service, count: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (let number = 1001; found.length < count; number += 1) {
    const path = { pol_id: `POL-${number}` };
    const pol = await client.call('acq.pol.get', { path });
    const copies = [pol.location ?? []].flat().flatMap(({ copy }) => [copy ?? []].flat());
    const open = copies.find((copy) => textOf(copy.barcode) !== '' && textOf(copy.receive_date) === '');
    if (!open) continue;
    const body = { ...pol, receiving_note: '', rush: false, interested_user: [] };
    await client.call('acq.pol.update', { path, body });
    found.push(textOf(open.barcode));
  }
  return found;
}
