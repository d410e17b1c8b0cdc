import { m } from '../../src/messages/compiled/messages.js';
import { arrayOf, codeOf, textOf } from '../../src/service/read.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { press, reach, write, writeOver } from './keyboard.ts';
import { changedElsewhere, orderOnRecord, Orders } from './orders.ts';
import { Receiving } from './receiving.ts';

const several = code('polSeveral');
const atlas = 'Atlas of the Night Sky';

test('order lines are found, opened, and taken to the receiving room', async ({ carrel, service }) => {
  const { page } = carrel;
  const orders = new Orders(page);
  await orders.go();
  await expect(page.getByText(m.orders_start_do())).toBeVisible();
  await expectAccessible(page, 'the search for order lines');

  await orders.find('no such book');
  await expect(page.getByText(m.orders_nothing())).toBeVisible();
  await reach(orders.search, 'Shift+Tab');
  await writeOver(page, 'yearbook');
  await press(page, 'Enter');
  await expect(orders.rows.nth(1)).toBeVisible();
  // The first row has the focus: Enter opens it.
  await expect(orders.rows.first()).toBeFocused();
  await expectAccessible(page, 'the order lines that were found');
  await press(page, 'ArrowDown');
  await press(page, 'Enter');
  await expect(orders.heading).toContainText('Yearbook of Maritime Law');
  await expect(orders.heading).toBeFocused();
  await press(page, 'Escape');
  await expect(orders.rows.nth(1)).toBeFocused();

  await press(page, 'Alt+o');
  await expect(orders.search).toBeFocused();
  const { resource_metadata: about } = await orderOnRecord(service, several);
  await writeOver(page, textOf(about?.isbn));
  await press(page, 'Enter');
  await expect(orders.heading).toHaveText(atlas);
  await expect(orders.order).toContainText(several);
  await expect(orders.order.getByRole('table')).toContainText(code('itemOrdered'));
  await expectAccessible(page, 'an order line in full');

  await press(page, 'Alt+v');
  const receiving = new Receiving(page);
  await expect(receiving.heading).toHaveText(atlas);
  await expect(receiving.rows).toHaveCount(0);
});

test('an order line is edited as a whole, with funds that add up', async ({ carrel, service }) => {
  const { page } = carrel;
  const orders = new Orders(page);
  const [paidFrom] = arrayOf((await orderOnRecord(service, several)).fund_distribution);
  const other = codeOf(paidFrom?.fund_code) === 'GIFTS' ? 'LAW-MONO' : 'GIFTS';
  await changedElsewhere(service, several, { of_another: 'kept' });
  await orders.go();
  await orders.open(several, atlas);
  await press(page, 'Alt+t');
  const price = orders.field(m.orders_price());
  await expect(price).toBeFocused();
  await expectAccessible(page, 'the form of an order line');

  // One fund pays all: it follows the price.
  await writeOver(page, '200');
  await expect(orders.total).toContainText(m.orders_sum_fits());
  await reach(orders.dialog.getByRole('button', { name: m.orders_fund_add() }));
  await press(page, 'Enter');
  await write(page, other);
  await press(page, 'Tab');
  await write(page, '50');
  await expect(orders.total).toContainText('too much');
  await press(page, 'Enter');
  await expect(orders.dialog.getByTestId('field-error')).toHaveCount(1);
  await expect(orders.dialog).toBeVisible();
  expect((await orderOnRecord(service, several)).price?.sum).not.toBe('200.00');
  const shares = orders.dialog.getByLabel(m.orders_share(), { exact: true });
  await reach(shares.first(), 'Shift+Tab');
  await writeOver(page, '150');
  await expect(orders.total).toContainText(m.orders_sum_fits());

  const place = orders.dialog.getByRole('region', { name: m.orders_form_copies() }).getByRole('textbox');
  await reach(place);
  await writeOver(page, '1.5');
  await press(page, 'Enter');
  await expect(place).toHaveAttribute('aria-invalid', 'true');
  await expect(place).toBeFocused();
  await writeOver(page, '4');
  await press(page, 'Enter');
  await expect(orders.dialog).toHaveCount(0);
  await expect(page.getByRole('region', { name: m.app_strip() })).toContainText(m.orders_saved());
  await expect(orders.order).toContainText(m.orders_deed_update());
  expect(await orderOnRecord(service, several)).toMatchObject({
    ...{ of_another: 'kept', price: { sum: '200.00' }, location: [{ quantity: 4 }] },
    fund_distribution: [{ amount: { sum: '150.00' } }, { fund_code: { value: other } }],
  });

  await test.step('a fund that does not exist is named at its field', async () => {
    await press(page, 'Alt+t');
    await expect(price).toBeFocused();
    const fund = orders.dialog.getByLabel(m.orders_fund(), { exact: true }).last();
    await reach(fund);
    await writeOver(page, 'NO-SUCH-FUND');
    await press(page, 'Enter');
    await expect(fund).toHaveAttribute('aria-invalid', 'true');
    await expect(orders.dialog.getByText(m.orders_fund_refused())).toBeVisible();
    await press(page, 'Escape');
    await expect(orders.dialog).toHaveCount(0);
    // It is left as it was typed.
    await expect(orders.order.getByText(m.lists_draft(), { exact: true })).toBeVisible();
  });
});

test('what someone else changed meanwhile is shown side by side', async ({ carrel, service }) => {
  const { page } = carrel;
  const orders = new Orders(page);
  await orders.go();
  await orders.open(several, atlas);
  await press(page, 'Alt+t');
  await expect(orders.field(m.orders_price())).toBeFocused();
  await changedElsewhere(service, several, {
    ...{ receiving_note: 'Theirs', vendor_reference_number: 'V-1' },
    status: { value: 'CANCELLED', desc: 'Cancelled' },
  });
  await reach(orders.field(m.orders_receiving_note()));
  await writeOver(page, 'Mine');
  const save = orders.dialog.getByRole('button', { name: m.orders_save() });
  await reach(save);
  await press(page, 'Enter');
  const row = (field: string) =>
    orders.dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name: field, exact: true }) });
  await expect(row(m.orders_receiving_note())).toContainText(/Theirs[\s\S]*Mine/);
  await expect(row(m.orders_reference())).toContainText('V-1');
  await expect(orders.dialog).toContainText('Cancelled');
  await expectAccessible(page, 'two versions of an order line');
  await reach(orders.dialog.getByRole('button', { name: m.lists_conflict_all_mine() }));
  await press(page, 'Enter');
  const radio = (side: string) =>
    orders.dialog.getByRole('radio', { name: `${m.orders_reference()}: ${side}` });
  await reach(radio(m.lists_conflict_mine()));
  await press(page, 'ArrowLeft');
  await expect(radio(m.lists_conflict_theirs())).toBeChecked();
  await reach(orders.dialog.getByRole('button', { name: m.lists_conflict_save() }));
  await press(page, 'Enter');
  await expect(orders.dialog).toHaveCount(0);
  expect(await orderOnRecord(service, several)).toMatchObject({
    ...{ receiving_note: 'Mine', vendor_reference_number: 'V-1', status: { value: 'CANCELLED' } },
  });
});

test('what was seen here is looked through, and a failure can be tried again', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const orders = new Orders(page);
  await orders.go();
  await orders.open(several, atlas);
  await service.faults({ fault: 'status', status: 404, operation: 'acq.pol.search' });
  await press(page, 'Escape');
  await press(page, 'Alt+o');
  await expect(orders.search).toBeFocused();
  await writeOver(page, 'histoire');
  await press(page, 'Enter');
  await expect(page.getByText(m.orders_known())).toBeVisible();
  await expect(page.getByText(m.orders_nothing_known())).toBeVisible();
  await reach(orders.search, 'Shift+Tab');
  await writeOver(page, 'atlas night');
  await press(page, 'Enter');
  await expect(orders.heading).toHaveText(atlas);

  await service.faults({ fault: 'status', status: 400, operation: 'acq.pol.get', count: 1 });
  await press(page, 'Escape');
  await press(page, 'Alt+o');
  await writeOver(page, several);
  await press(page, 'Enter');
  const again = page.getByRole('button', { name: m.app_try_again() });
  await expect(again).toBeVisible();
  await reach(again);
  await press(page, 'Enter');
  await expect(orders.rows.or(orders.heading).first()).toBeVisible();
});
