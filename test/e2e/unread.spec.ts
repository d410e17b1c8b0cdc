import { doneLine } from './desk.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { connect, expect, test } from './fixtures.ts';
import { choose, oneLine, press, reach, standOn, write } from './keyboard.ts';
import { unreadAfter } from './odd-answers.ts';
import { standBetween } from './proxy.ts';

const rivka = { card: code('patronGood'), name: 'Rivka Ben-Ami' };

test('a payment, a waiver, renewals and a loan that cannot be read again are done, and said so', async ({
  desk,
  carrel,
  service,
}) => {
  test.setTimeout(1_080_000);
  const { page } = desk;
  await using proxy = await standBetween(service.origin, unreadAfter());
  await connect(carrel, { ...service, origin: proxy.origin });
  await desk.open(rivka.card, rivka.name);
  const message = doneLine(desk.patron);
  const fees = await desk.tab('fees');
  const list = fees.getByRole('grid', { name: m.fees_label() });

  await standOn(list, '8.00');
  await press(page, 'p');
  await expect(desk.dialog.getByRole('button', { name: 'Pay ₪8.00' })).toBeEnabled();
  await press(page, 'Enter');
  await expect(message).toContainText('Paid ₪8.00');
  await expect(desk.dialog).toHaveCount(0);

  await standOn(list, '4.50');
  await press(page, 'w');
  await choose(page, m.lists_reason(), 'Other');
  await reach(desk.dialog.getByRole('textbox', { name: m.fees_comment() }));
  await write(page, 'Paid at the branch');
  await reach(desk.dialog.getByRole('button', { name: 'Waive ₪4.50' }));
  await press(page, 'Enter');
  await expect(message).toContainText('Waived ₪4.50');
  await expect(message).toContainText('not refreshed: see the list');
  await expect(desk.dialog).toHaveCount(0);
  await expectAccessible(page, 'a waiver that could not be read again');
  // Each once, whatever was read afterwards.
  const { items } = await service.client.call('users.fees.list', {
    path: { user_id: rivka.card },
    query: { status: 'CLOSED' },
  });
  const acts = items.flatMap(({ transaction }) => (Array.isArray(transaction) ? transaction : []));
  expect(acts.map(({ amount }) => Number(amount)).sort()).toEqual([4.5, 8]);

  const loans = await desk.tab('loans');
  const count = await loans.locator('tbody tr[data-key]').count();
  expect(count).toBe(4);
  await press(page, 'Control+R');
  await expect(desk.page.getByText('4 renewed').first()).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page, 'renewals that could not be read again');

  const lent = await desk.scanned(code('itemFree1'), m.desk_scan_lent());
  expect(oneLine(lent)).toContain(m.desk_due_unread());
});
