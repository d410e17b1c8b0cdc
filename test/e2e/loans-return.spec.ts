import { sampleCode as code } from '../../src/service/samples.ts';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test.describe('returning', () => {
  test('with nobody at the desk: where the book goes next stands there in large letters', async ({
    desk,
  }) => {
    await desk.scanned(code('itemOnLoan'), 'Returned', 'The Remains of the Day', 'to the shelf: Open Stacks');
    await expect(desk.heading).toHaveText('Shelf');
    await expect(desk.heading).toHaveCSS('font-size', '48px');
    await expect(desk.patron).toContainText('Open Stacks');
    await expectAccessible(desk.page, 'to the shelf');

    await desk.scanned(code('itemHoldHere'), 'Returned', 'Wolf Hall', 'to the hold shelf, for');
    await expect(desk.heading).toHaveText('Hold shelf');
    await expect(desk.patron.getByTestId('for-whom')).toContainText('Ben-Ami');
    await expectAccessible(desk.page, 'to the hold shelf');

    await desk.scanned(code('itemOtherLibrary'), 'Returned', 'On the Origin of Species', 'Science Library');
    await expect(desk.heading).toHaveText('In transit');
    await expect(desk.patron.getByTestId('to-place')).toContainText('Science Library');
    await expectAccessible(desk.page, 'in transit');
    await expect(desk.page.getByText('3 returned', { exact: true })).toBeVisible();
  });

  test('on to another desk for somebody, or to a department: whom or what for, as large', async ({
    desk,
    service,
  }) => {
    const expected = await service.client.call('items.byBarcode', {
      query: { item_barcode: code('itemFree2') },
    });
    await service.client.call('users.requests.create', {
      path: { user_id: code('patronGood') },
      query: { item_pid: String(expected.item_data?.pid) },
      body: {
        request_type: 'HOLD',
        pickup_location_type: 'LIBRARY',
        pickup_location_library: 'SCI',
      },
    });
    await desk.scanned(code('itemFree2'), 'Returned', 'Invisible Cities', 'Science Library');
    await expect(desk.heading).toHaveText('In transit');
    const place = desk.patron.getByTestId('to-place');
    await expect(place).toHaveText(/to\s*Science Library/);
    await expect(place).toHaveCSS('font-size', '48px');
    await expect(desk.patron.getByTestId('for-whom')).toContainText('Ben-Ami, Rivka');
    await expectAccessible(desk.page, 'in transit for somebody');

    await desk.scanned(barcodeOf('item', 317), 'Returned', 'Annals of the Library', 'Digitization');
    await expect(desk.heading).toHaveText('Work order');
    await expect(desk.patron.getByTestId('to-place')).toHaveText('Digitization');
    await expect(desk.patron.getByTestId('to-place')).toHaveCSS('font-size', '48px');
    await expectAccessible(desk.page, 'to a work order');
  });

  test('with F2 while a patron is open, and F1 back to lending', async ({ desk, service }) => {
    await desk.open(code('patronBorrower'), 'נועה לוי');
    await desk.page.keyboard.press('F2');
    await expect(desk.page.getByRole('button', { name: 'Return' })).toHaveAttribute('aria-pressed', 'true');
    await desk.scanned(code('itemOverdue'), 'Returned', 'Bleak House');
    await expect(desk.heading).toHaveText('Shelf');
    await desk.page.keyboard.press('F1');
    await expect(desk.page.getByRole('button', { name: 'Lend' })).toHaveAttribute('aria-pressed', 'true');
    await expect(desk.heading).toHaveText('נועה לוי');
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
    // Ten days overdue: it left a fine.
    await expect(desk.patron.getByRole('note')).toContainText('Owes');
    const loans = await service.client.call('users.loans.list', {
      path: { user_id: code('patronBorrower') },
    });
    const barcodes = loans.items.map((loan) => loan.item_barcode);
    expect(barcodes).toContain(code('itemFree1'));
    expect(barcodes).not.toContain(code('itemOverdue'));
  });

  test('a book that was not out goes where it belongs all the same', async ({ desk }) => {
    await desk.scanned(code('itemFree1'), 'Returned', 'The Overstory', 'to the shelf');
    await desk.scanned(barcodeOf('item', 99_998), 'Refused', 'No item has this barcode');
  });

  test('lent, returned, lent again to the same patron is no double', async ({ desk }) => {
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
    await desk.page.keyboard.press('F2');
    await desk.scanned(code('itemFree1'), 'Returned', 'The Overstory');
    await desk.page.keyboard.press('F1');
    await desk.scan(code('itemFree1'));
    await expect(desk.rows).toHaveCount(4);
    await expect(desk.rows.first()).toContainText('Lent');
  });
});
