import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { press } from './keyboard.ts';

const misread = '21234000001017';
const again = 'Scan the card again';

test.describe('a card that opens nobody holds the visit', () => {
  test('the patron stays, a book waits, and F7 lends it to them', async ({ desk, service }) => {
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await desk.tab('fees');
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
    await desk.scan(misread);
    await expect(desk.stageWord).toHaveText('Whose card?');
    await expect(desk.stageWhat).toHaveText(misread);
    await expect(desk.stageThen).toHaveText(again);
    await expect(desk.row('Refused', misread, 'Misread: wrong check digit')).toBeVisible();
    await expect(desk.heading).toHaveText('Rivka Ben-Ami');
    await expect(desk.patron.getByRole('tab', { name: /^Fees/ })).toHaveAttribute('aria-selected', 'true');
    await expect(desk.readiness).toHaveText('WHOSE CARD?');
    await expect(desk.page.getByPlaceholder(`${again}, or F7: still Rivka Ben-Ami`)).toBeVisible();
    await desk.scanned(code('itemFree2'), code('itemFree2'), 'whose card is not known');
    await expect(desk.page.getByText('1 lent', { exact: true })).toBeVisible();
    await expectAccessible(desk.page, 'whose card');
    const { total } = await service.client.call('users.loans.list', {
      path: { user_id: code('patronGood') },
    });
    expect(total).toBe(5);
    await expect(desk.stage.getByRole('button', { name: 'Still Rivka Ben-Ami' })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await press(desk.page, 'F7');
    await desk.row('Lent', 'Invisible Cities').waitFor();
    await expect(desk.stageWhat).toHaveText('Invisible Cities');
    await expect(desk.page.getByText('2 lent', { exact: true })).toBeVisible();
    await expect(desk.page.getByPlaceholder('Scan a book to lend to Rivka Ben-Ami')).toBeVisible();
  });

  test('another card is found: the books are theirs, and nothing names the one before', async ({
    desk,
    service,
  }) => {
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await desk.scan(barcodeOf('patron', 99_999));
    await expect(desk.stageWord).toHaveText('Whose card?');
    await desk.scanned(code('itemFree1'), code('itemFree1'), 'whose card is not known');
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.row('Lent', 'The Overstory').waitFor();
    await expect(desk.stage).not.toContainText('Rivka');
    await expect(desk.page.getByText('1 lent', { exact: true })).toBeVisible();
    const { items } = await service.client.call('users.loans.list', {
      path: { user_id: code('patronNothing') },
    });
    expect(items.map((loan) => loan.title)).toEqual(['The Overstory']);
  });

  test('what may have been a card: the book is for nobody; an ISBN holds nothing', async ({ desk }) => {
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await desk.scan('9780306406157');
    await expect(desk.row('Refused', '9780306406157')).toBeVisible();
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
    await desk.scan('12/34');
    await expect(desk.stageWord).toHaveText('Whose card?');
    // The end is refused while the book waits, and F2 returns as ever.
    await desk.scanned(code('itemFree2'), code('itemFree2'), 'whose card is not known');
    await press(desk.page, 'F10');
    await expect(desk.stageNote).toContainText('Can’t end yet');
    await press(desk.page, 'F2');
    await desk.scanned(code('itemOverdue'), 'Returned', 'Bleak House');
    await press(desk.page, 'F1');
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.row('Refused', code('itemFree2'), 'Not known for whom').waitFor();
  });
});
