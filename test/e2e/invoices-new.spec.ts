import { m } from '../../src/messages/compiled/messages.js';
import { codeOf } from '../../src/service/read.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import {
  Acquisitions,
  invoicesOnRecord,
  linesOnRecord,
  makeInvoice,
  numberOf,
  ordersOfOneVendor,
  priceOf,
  titleOf,
} from './acquisitions.ts';
import { expect, test } from './fixtures.ts';
import { press, reach, scan, write, writeOver } from './keyboard.ts';

test('lines come from order lines that are scanned, the sum is held against the paper, and one key saves', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new Acquisitions(page);
  const pols = await ordersOfOneVendor(service, 2);
  const [first, second] = pols;
  await room.enter();
  await expect(room.form).toContainText(m.invoices_line_none());
  await expectAccessible(page, 'a new invoice, empty');
  await write(page, 'NEW-1');
  for (const pol of pols) await scan(page, numberOf(pol));
  await expect(room.lines).toHaveCount(2);
  await expect(room.lines.first()).toContainText(titleOf(first));
  await expect(room.field(m.invoices_search_vendor())).toHaveValue(codeOf(first?.vendor));
  await expect(room.field(m.invoices_paper_total())).toBeFocused();
  await expect(room.form).toContainText(m.invoices_paper_none());

  // The same order line again is not a second line, unless the person says so.
  await scan(page, numberOf(pols[0] ?? {}));
  await expect(room.form.getByRole('alert')).toContainText(m.invoices_line_twice());
  await expect(room.lines).toHaveCount(2);

  // Another price than the order's: both are seen.
  await reach(room.lines.nth(1).getByRole('textbox', { name: m.invoices_price() }));
  await writeOver(page, '1.00');
  await expect(room.lines.nth(1)).toContainText('Order says');
  await reach(room.field(m.invoices_paper_total()), 'Shift+Tab');
  await writeOver(page, '1.00');
  await expect(room.form).toContainText('more than the paper');
  await expectAccessible(page, 'a new invoice with lines');
  await press(page, 'Control+Enter');
  await expect(room.question).toContainText(m.invoices_ask_total());
  await press(page, 'Escape');
  await expect(room.question).toBeHidden();
  expect(await invoicesOnRecord(service, 'NEW-1')).toHaveLength(0);

  await reach(room.field(m.invoices_paper_total()));
  await writeOver(page, (Number(priceOf(...pols.slice(0, 1))) + 1).toFixed(2));
  await expect(room.form).toContainText(m.invoices_paper_same());
  await press(page, 'Control+Enter');
  await expect(room.strip).toContainText(m.invoices_done_process());
  await expect(room.lines).toHaveCount(0);
  await expect(room.number).toBeFocused();
  const [made, ...others] = await invoicesOnRecord(service, 'NEW-1');
  expect(others).toEqual([]);
  expect(codeOf(made?.invoice_status)).toBe('READY_TO_BE_PAID');
  expect(await linesOnRecord(service, made ?? {})).toEqual([
    `${numberOf(first ?? {})} ${priceOf(...pols.slice(0, 1))}`,
    `${numberOf(second ?? {})} 1.00`,
  ]);
});

test('the same number of the same vendor is pointed out before anything is made', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new Acquisitions(page);
  const pols = await ordersOfOneVendor(service, 1);
  await makeInvoice(service, { number: 'SAME-1', total: priceOf(...pols), pols });
  await room.enter();
  await write(page, 'SAME-1');
  await scan(page, numberOf(pols[0] ?? {}));
  await expect(room.form.getByRole('alert')).toContainText(m.invoices_twin());
  await expectAccessible(page, 'the same number again');
  await press(page, 'Alt+d');
  await expect(room.invoice.getByRole('heading', { level: 2 })).toHaveText('SAME-1');
  await press(page, 'Alt+n');
  await expect(room.number).toHaveValue('SAME-1');
  await press(page, 'Control+Enter');
  await expect(room.question).toContainText('SAME-1');
  await press(page, 'Escape');
  expect(await invoicesOnRecord(service, 'SAME-1')).toHaveLength(1);
  await reach(room.form.getByRole('button', { name: m.lists_draft_over() }));
  await press(page, 'Enter');
  await expect(room.lines).toHaveCount(0);
});

test('a refused line keeps its reason, is corrected and sent alone, and the invoice goes on', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new Acquisitions(page);
  const pols = await ordersOfOneVendor(service, 2);
  await room.enter();
  await write(page, 'FIX-1');
  for (const pol of pols) await scan(page, numberOf(pol));
  await expect(room.lines.nth(1)).toContainText(titleOf(pols[1]));
  await reach(room.form.getByRole('button', { name: m.invoices_line_more({ place: '2' }) }));
  await press(page, 'Enter');
  await reach(room.form.getByRole('button', { name: m.invoices_fund_choose() }));
  await press(page, 'Enter');
  await reach(room.field(m.invoices_fund({ place: '1' })));
  await write(page, 'NO-SUCH-FUND');
  await press(page, 'Control+Enter');

  await expect(room.job).toContainText('1 of 2 lines in');
  await expect(room.job).toContainText('Fund can’t be used');
  await expectAccessible(page, 'an unfinished invoice');
  await reach(room.job.getByRole('button', { name: m.invoices_correct() }));
  await press(page, 'Enter');
  await expect(room.dialog).toContainText('Fund can’t be used');
  await reach(room.dialog.getByRole('textbox', { name: m.invoices_fund({ place: '1' }) }));
  await writeOver(page, 'GENERAL-MONO');
  await expectAccessible(page, 'a line that is corrected');
  await press(page, 'Enter');
  await expect(room.dialog).toBeHidden();
  await expect(room.strip).toContainText(m.invoices_done_process());
  await expect(room.form).toBeVisible();
  const [made] = await invoicesOnRecord(service, 'FIX-1');
  expect(codeOf(made?.invoice_status)).toBe('READY_TO_BE_PAID');
  expect(await linesOnRecord(service, made ?? {})).toHaveLength(2);
});

test('with a line left out the total is too high: that is said, and processing it all the same is asked', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new Acquisitions(page);
  const pols = await ordersOfOneVendor(service, 2);
  await service.faults({ operation: 'acq.invoices.lines.create', fault: 'status', status: 400, count: 1 });
  await room.enter();
  await write(page, 'OUT-1');
  for (const pol of pols) await scan(page, numberOf(pol));
  await expect(room.lines.nth(1)).toContainText(titleOf(pols[1]));
  await press(page, 'Control+Enter');
  await expect(room.job).toContainText('1 of 2 lines in');

  // It is a list at the head, in both sections, until it is complete.
  await reach(room.job.getByRole('button', { name: m.invoices_new() }));
  await press(page, 'Enter');
  await expect(room.form).toBeVisible();
  const left = page.getByRole('region', { name: '1 unfinished invoice' });
  await reach(left.getByRole('button', { name: m.invoices_left_open() }).first());
  await press(page, 'Enter');
  await expect(room.job).toBeVisible();

  await reach(room.job.getByRole('button', { name: m.invoices_leave_out() }));
  await press(page, 'Enter');
  const leave = room.dialog.getByRole('button', { name: m.invoices_leave_out() });
  await expect(leave).toBeDisabled();
  await write(page, 'Not in the box');
  await press(page, 'Enter');
  await expect(room.dialog).toBeHidden();
  await expect(room.job).toContainText(m.invoices_too_high());
  await expect(room.job).toContainText('Not in the box');
  await expect(room.job.getByRole('button', { name: m.invoices_reject_invoice() })).toBeEnabled();
  await expectAccessible(page, 'a total that is too high');
  await reach(room.job.getByRole('button', { name: m.invoices_process_despite() }));
  await press(page, 'Enter');
  await expect(room.question).toContainText(m.invoices_despite_title());
  await reach(room.question.getByRole('button', { name: m.invoices_process_despite() }));
  await press(page, 'Enter');
  await expect(room.strip).toContainText(m.invoices_done_process());
  const [made] = await invoicesOnRecord(service, 'OUT-1');
  expect(codeOf(made?.invoice_status)).toBe('READY_TO_BE_PAID');
  expect(await linesOnRecord(service, made ?? {})).toHaveLength(1);
});

test('what is wrong is said of the line and its field, and nothing is made', async ({ carrel, service }) => {
  const { page } = carrel;
  const room = new Acquisitions(page);
  const [pol] = await ordersOfOneVendor(service, 1);
  await room.enter();
  await write(page, 'BAD-1');
  await scan(page, numberOf(pol ?? {}));
  await expect(room.lines.first()).toContainText(titleOf(pol));
  await reach(room.lines.first().getByRole('textbox', { name: m.invoices_quantity() }));
  await writeOver(page, '1.5');
  await press(page, 'Tab');
  await writeOver(page, 'twelve');
  await press(page, 'Control+Enter');
  const problems = room.form.getByTestId('field-error');
  await expect(problems).toContainText(['Quantity: must be a whole number', 'Price: not an amount']);
  await expect(room.form.getByRole('alert')).toContainText('Line 1');
  await expectAccessible(page, 'a line with wrong fields');
  expect(await invoicesOnRecord(service, 'BAD-1')).toHaveLength(0);

  // An order line that there is not.
  await scan(page, 'POL-9999');
  await expect(room.lines.nth(1).getByRole('alert')).toHaveText(/\S/);
  await expect(room.form.getByRole('button', { name: m.invoices_save_process() })).toBeDisabled();
});

test('the draft outlives the room, and a card that is scanned over it is opened at the desk by one key', async ({
  carrel,
  desk,
}) => {
  const { page } = carrel;
  const room = new Acquisitions(page);
  await room.enter();
  await write(page, 'KEPT-1');
  await scan(page, code('polSeveral'));
  await expect(room.lines.first()).toContainText('Atlas of the Night Sky');
  // One of its books is the same order line.
  await scan(page, code('itemOrdered'));
  await expect(room.form.getByRole('alert')).toContainText(m.invoices_line_twice());
  await expect(room.lines).toHaveCount(1);
  await scan(page, code('patronGood'));
  await expect(room.strip).toContainText(m.app_looked_patron());
  await expect(desk.box).toHaveAttribute('placeholder', m.invoices_scan_line());
  await press(page, 'F1');
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');
  await press(page, 'Alt+3');
  await expect(room.number).toHaveValue('KEPT-1');
  await expect(room.lines).toHaveCount(1);
  await reach(room.form.getByRole('button', { name: m.lists_draft_over() }));
  await press(page, 'Enter');
  await expect(room.lines).toHaveCount(0);
});
