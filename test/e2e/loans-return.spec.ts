import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { expectAccessible } from './accessible.ts';
import { setSize } from './app.ts';
import { connect, expect, test } from './fixtures.ts';
import { standBetween, type Passing } from './proxy.ts';

test.describe('returning', () => {
  test('with nobody at the desk: where the book goes next stands there in large letters', async ({
    desk,
  }) => {
    await desk.scanned(code('itemOnLoan'), 'Returned', 'The Remains of the Day', 'Shelf: Open Stacks');
    await expect(desk.heading).toHaveText('Shelf');
    await expect(desk.heading).toHaveCSS('font-size', '48px');
    await expect(desk.patron.getByTestId('call-number').locator(':scope > *')).toHaveText(['790.10', 'The']);
    await expect(desk.patron.getByTestId('call-number')).toHaveCSS('font-size', '48px');
    await expect(desk.patron.getByTestId('to-place')).toHaveText('Open Stacks');
    await expect(desk.patron.getByTestId('to-place')).toHaveCSS('font-size', '24px');
    await expectAccessible(desk.page, 'to the shelf');

    await desk.scanned(code('itemHoldHere'), 'Returned', 'Wolf Hall', 'Hold shelf, for');
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
    await expect(desk.page.getByRole('button', { name: /^Lend\b/ })).toHaveAttribute('aria-pressed', 'true');
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
    await desk.scanned(code('itemFree1'), 'Returned', 'The Overstory', 'Shelf: ');
    await desk.scanned(barcodeOf('item', 99_998), 'Refused', 'No item with this barcode');
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

/** The answers to a scan of an item say this call number and this requester. */
const withWords =
  (callNumber: string, requester = '') =>
  ({ method, status, body }: Passing): Pick<Passing, 'status' | 'body'> | null => {
    if (method !== 'POST' || status !== 200) return null;
    const item = JSON.parse(body) as {
      holding_data?: object;
      additional_info?: string;
    };
    const holding_data = { ...item.holding_data, call_number: callNumber };
    const additional_info = (item.additional_info ?? '').replace('Ben-Ami, Rivka', requester);
    return { status, body: JSON.stringify({ ...item, holding_data, additional_info }) };
  };

interface Box {
  readonly scrollHeight: number;
  readonly clientHeight: number;
  readonly scrollWidth: number;
  readonly clientWidth: number;
}
const tooHigh = (one: unknown): number => (one as Box).scrollHeight - (one as Box).clientHeight;
const tooWide = (one: unknown): number => (one as Box).scrollWidth - (one as Box).clientWidth;
const groundOf = (one: unknown): string =>
  (globalThis as unknown as { getComputedStyle(of: unknown): { backgroundColor: string } }).getComputedStyle(
    one,
  ).backgroundColor;

test.describe('where a returned book goes, however large or small the window', () => {
  test.use({ alone: true });

  test('a call number is in lines as on its spine, and the smallest window shows it whole', async ({
    carrel,
    desk,
    service,
  }) => {
    await using proxy = await standBetween(service.origin, withWords('PR6063.A438 W65 2009 v.2 c.1'));
    await connect(carrel, { ...service, origin: proxy.origin });
    await desk.scanned(code('itemOnLoan'), 'Returned', 'The Remains of the Day');
    const next = desk.patron.getByRole('group', { name: m.desk_goes_next(), exact: true });
    const spine = desk.patron.getByTestId('call-number');
    await expect(spine.locator(':scope > *')).toHaveText([
      'PR',
      '6063',
      '.A438',
      'W65',
      '2009',
      'v.2',
      'c.1',
    ]);
    for (const [width, height, heading] of [
      [1280, 800, 48],
      [1024, 700, 32],
      [1024, 560, 32],
    ] as const) {
      await setSize(carrel, { width, height });
      await expect(desk.heading).toHaveCSS('font-size', `${heading}px`);
      await expect.poll(() => next.evaluate(tooHigh)).toBe(0);
      for (const part of [
        spine,
        desk.patron.getByTestId('to-place'),
        desk.patron.getByText('31234000001097'),
      ])
        await expect(part, `at ${width} × ${height}`).toBeInViewport({ ratio: 1 });
    }
  });

  test('the four destinations have a colour, an icon and a word each', async ({ desk }) => {
    const seen: { colour: string; icon: string; word: string }[] = [];
    for (const barcode of [
      code('itemOnLoan'),
      code('itemHoldHere'),
      code('itemOtherLibrary'),
      barcodeOf('item', 317),
    ]) {
      const before = seen.at(-1)?.word ?? '';
      await desk.scan(barcode);
      await expect(desk.heading).not.toHaveText(before);
      const tile = desk.heading.locator('svg').locator('..');
      await expect(tile).toHaveCSS('inline-size', '64px');
      await expect(tile).toHaveCSS('block-size', '64px');
      const colour = await tile.evaluate(groundOf);
      const icon = await tile.innerHTML();
      seen.push({ colour, icon, word: await desk.heading.innerText() });
    }
    for (const sign of ['colour', 'icon', 'word'] as const)
      expect(new Set(seen.map((one) => one[sign])).size, sign).toBe(4);
  });

  test('a long name steps down, and a longer one wraps', async ({ carrel, desk, service }) => {
    const names = [
      ['Ben-Ami, Rivka', 48],
      ['Vijayaraghavan Subramaniam, Bhagyalakshmi', 32],
      ['Wolfeschlegelsteinhausenbergerdorff, Maria', 24],
    ] as const;
    for (const [name, size] of names) {
      await using proxy = await standBetween(service.origin, withWords('', name));
      await connect(carrel, { ...service, origin: proxy.origin });
      await desk.scanned(code('itemHoldHere'), 'Returned', 'Wolf Hall', name);
      const whom = desk.patron.getByTestId('for-whom');
      await expect(whom).toContainText(name);
      await expect(whom).toHaveCSS('font-size', `${size}px`);
      expect(await whom.evaluate(tooWide)).toBe(0);
      await expect.poll(async () => (await carrel.ask('desk.end', {})).ok).toBe(true);
    }
  });
});
