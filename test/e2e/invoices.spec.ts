import { m } from '../../src/messages/compiled/messages.js';
import { codeOf, textOf } from '../../src/service/read.ts';
import { expectAccessible } from './accessible.ts';
import { Acquisitions, invoicesOnRecord, makeInvoice, ordersOfOneVendor, priceOf } from './acquisitions.ts';
import { expect, test } from './fixtures.ts';
import { choose, press, reach, standOn, write } from './keyboard.ts';

test('invoices are found by number and by status, and what is not found is said', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new Acquisitions(page);
  await room.go();
  await expect(room.rows).toHaveCount(24);
  await expectAccessible(page, 'the list of invoices');
  const { items } = await service.client.call('acq.invoices.list', { query: { limit: 100 } });
  // The newest first: the last of the service's own order.
  await expect(room.rows.first()).toContainText(textOf(items.at(-1)?.number));

  await choose(page, m.invoices_column_status(), m.invoices_status_in_review());
  const inReview = items.filter((one) => codeOf(one.invoice_status) === 'IN_REVIEW');
  await expect(room.rows).toHaveCount(inReview.length);
  await choose(page, m.invoices_column_status(), m.invoices_status_all());
  await expect(room.rows).toHaveCount(24);

  await press(page, 'Alt+f');
  await expect(room.search).toBeFocused();
  await write(page, 'NO-SUCH-INVOICE');
  await press(page, 'Enter');
  await expect(page.getByText(m.invoices_empty())).toBeVisible();
  await expectAccessible(page, 'no invoice found');
  await reach(page.getByRole('button', { name: m.invoices_show_all() }));
  await press(page, 'Enter');
  await expect(room.rows).toHaveCount(24);
});

test('an invoice is processed, paid, and never paid twice by accident', async ({ carrel, service }) => {
  const { page } = carrel;
  const pols = await ordersOfOneVendor(service, 2);
  await makeInvoice(service, { number: 'TWICE-1', total: priceOf(...pols), pols });
  const room = new Acquisitions(page);
  await room.go();
  await room.open('TWICE-1');
  await expect(room.invoice.getByRole('grid', { name: m.invoices_lines() }).locator('tbody tr')).toHaveCount(
    2,
  );
  await expect(page.getByTestId('alerts')).toHaveCount(0);
  await expectAccessible(page, 'an invoice in full');

  const act = async (key: string, word: string, done: string): Promise<void> => {
    await press(page, key);
    await expect(room.dialog).toBeVisible();
    // Nothing is done by Enter alone: the safe answer has the focus.
    await expect(room.dialog.getByRole('button', { name: m.app_cancel() })).toBeFocused();
    await reach(room.dialog.getByRole('button', { name: word, exact: true }));
    await press(page, 'Enter');
    await expect(room.dialog).toBeHidden();
    await expect(room.strip).toContainText(done);
  };
  await act('Alt+p', m.invoices_process(), m.invoices_done_process());
  await expect(room.invoice).toContainText(m.invoices_status_ready());
  await act('Alt+y', m.invoices_pay(), m.invoices_done_pay());
  await expect(room.invoice.getByTestId('mark-done').first()).toHaveText(m.invoices_paid());
  const [paid] = await invoicesOnRecord(service, 'TWICE-1');
  const voucher = textOf(paid?.payment?.voucher_number);
  expect(voucher).not.toBe('');
  await expect(room.invoice).toContainText(voucher);

  await press(page, 'Alt+y');
  await expect(room.dialog).toContainText(m.invoices_already_paid());
  await expect(room.dialog).toContainText(voucher);
  const again = room.dialog.getByRole('button', { name: m.invoices_pay_again() });
  await expect(again).toBeDisabled();
  await expectAccessible(page, 'asked whether to pay again');
  await press(page, 'Escape');
  await expect(room.dialog).toBeHidden();
  expect(textOf((await invoicesOnRecord(service, 'TWICE-1'))[0]?.payment?.voucher_number)).toBe(voucher);

  await press(page, 'Alt+y');
  await expect(room.dialog.getByRole('textbox')).toBeFocused();
  await write(page, 'The bank sent it back');
  await press(page, 'Enter');
  await press(page, 'Enter');
  // Only our own check is passed over: the library system says no itself.
  await expect(room.dialog.getByRole('alert')).toContainText('Invoice already paid');
  await press(page, 'Escape');
  await press(page, 'Escape');
  await expect(room.rows.first()).toBeFocused();
});

test('alerts are words before it is processed, and processing all the same takes a reason', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const pols = await ordersOfOneVendor(service, 1);
  await makeInvoice(service, { number: 'ODD-1', total: '9999.00', pols });
  const room = new Acquisitions(page);
  await room.go();
  await room.open('ODD-1');
  await expect(page.getByTestId('alerts')).toContainText(m.invoices_alert_total());
  await expect(page.getByTestId('alerts')).toContainText('9,999.00');
  await expect(room.invoice).not.toContainText('LINES_TOTAL_MISMATCH');
  await press(page, 'Alt+p');
  const despite = room.dialog.getByRole('button', { name: m.invoices_process_despite() });
  await expect(despite).toBeDisabled();
  await write(page, 'Postage was agreed');
  await press(page, 'Enter');
  await expect(despite).toBeFocused();
  await press(page, 'Enter');
  await expect(room.dialog).toBeHidden();
  await expect(room.invoice).toContainText(m.invoices_status_ready());
  await expect(room.invoice).toContainText('Postage was agreed');
  expect(codeOf((await invoicesOnRecord(service, 'ODD-1'))[0]?.invoice_status)).toBe('READY_TO_BE_PAID');
});

test('an invoice is marked in ERP, and another one is rejected', async ({ carrel, service }) => {
  const { page } = carrel;
  const pols = await ordersOfOneVendor(service, 1);
  const invoice = await makeInvoice(service, { number: 'ERP-1', total: priceOf(...pols), pols });
  await service.client.call('acq.invoices.process', { path: { invoice_id: textOf(invoice.id) }, body: {} });
  const room = new Acquisitions(page);
  await room.go();
  await room.open('ERP-1');
  for (const [key, word, done] of [
    ['Alt+e', m.invoices_erp(), m.invoices_done_erp()],
    ['Alt+r', m.invoices_reject(), m.invoices_done_reject()],
  ] as const) {
    await press(page, key);
    await reach(room.dialog.getByRole('button', { name: word, exact: true }));
    await press(page, 'Enter');
    await expect(room.dialog).toBeHidden();
    await expect(room.strip).toContainText(done);
  }
  await expect(room.invoice).toContainText(m.invoices_status_in_review());
});

test('a list that comes late says so, and one that fails says what to do', async ({ carrel, service }) => {
  const { page } = carrel;
  const room = new Acquisitions(page);
  await service.faults({ operation: 'acq.invoices.list', fault: 'delay', ms: 2500 });
  await room.go();
  await expect(page.getByText(m.lists_reading()).first()).toBeVisible();
  await expect(room.rows).toHaveCount(24);
  await service.faults({ operation: 'acq.invoices.list', fault: 'status', status: 400 });
  await standOn(page.getByRole('grid', { name: m.invoices_section() }), '');
  await press(page, 'F5');
  const failure = page.getByRole('alert');
  await expect(failure).toContainText(m.lists_stale());
  await expect(room.rows).toHaveCount(24);
  await expectAccessible(page, 'a list that could not be read again');
  await service.faults();
  await reach(failure.getByRole('button', { name: m.app_try_again() }));
  await press(page, 'Enter');
  await expect(failure).toHaveCount(0);
});
