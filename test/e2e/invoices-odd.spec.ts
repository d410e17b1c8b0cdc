import { m } from '../../src/messages/compiled/messages.js';
import { codeOf, textOf } from '../../src/service/read.ts';
import type { Pol } from '../../src/service/shapes/pol.ts';
import { expectAccessible } from './accessible.ts';
import {
  Acquisitions,
  invoicesOnRecord,
  linesOnRecord,
  numberOf,
  ordersOfOneVendor,
  titleOf,
} from './acquisitions.ts';
import { connect, expect, test, type Service } from './fixtures.ts';
import { press, reach, scan, write } from './keyboard.ts';
import { standBetween, type Passing } from './proxy.ts';

// What is unclear, and the service in between, stay with their program.
test.use({ alone: true });

type Row = Readonly<Record<string, unknown>>;

/** A read of the service's invoices, answered otherwise. */
function otherwise(path: RegExp, { method, url, status, body }: Passing, change: (answer: Row) => Row) {
  if (method !== 'GET' || status !== 200 || !path.test(url)) return null;
  return { status, body: JSON.stringify(change(JSON.parse(body) as Row)) };
}

/** Enters an invoice of two order lines, and saves it. */
async function enter(room: Acquisitions, service: Service, number: string): Promise<readonly string[]> {
  const pols = await ordersOfOneVendor(service, 2);
  await room.enter();
  await write(room.page, number);
  for (const pol of pols) await scan(room.page, numberOf(pol));
  await expect(room.lines.nth(1)).toContainText(titleOf(pols[1]));
  await press(room.page, 'Control+Enter');
  return pols.map(numberOf);
}

test('of two invoices of one number after a lost answer a person chooses the own one, and none is made again', async ({
  carrel,
  service,
}) => {
  test.setTimeout(120_000);
  await using proxy = await standBetween(service.origin, (passing) =>
    otherwise(/\/acq\/invoices\?.*\bq=/, passing, (answer) => {
      const found = (answer['invoice'] ?? []) as readonly Row[];
      const invoice = found.flatMap((one) => [one, { ...one, id: '999' }]);
      return { ...answer, invoice, total_record_count: invoice.length };
    }),
  );
  await connect(carrel, { ...service, origin: proxy.origin });
  const { page } = carrel;
  const room = new Acquisitions(page);
  await service.faults({ operation: 'acq.invoices.create', fault: 'drop-after', count: 1 });
  const pols = await enter(room, service, 'PAIR-1');
  const choice = room.job.getByRole('region', { name: m.invoices_which() });
  await expect(choice.getByRole('listitem')).toHaveCount(2, { timeout: 60_000 });
  await expect(room.job).toContainText('0 of 2 lines in');
  await expectAccessible(page, 'which of two invoices it is');
  const [made, ...others] = await invoicesOnRecord(service, 'PAIR-1');
  expect(others).toEqual([]);
  await reach(choice.getByRole('button', { name: `${m.invoices_which_this()} ${textOf(made?.id)}` }));
  await press(page, 'Enter');
  await expect(room.strip).toContainText(m.invoices_done_process());
  await expect(room.form).toBeVisible();
  await expect(page.getByText(/\d not confirmed/)).toHaveCount(0);
  const [done, ...more] = await invoicesOnRecord(service, 'PAIR-1');
  expect(more).toEqual([]);
  expect(codeOf(done?.invoice_status)).toBe('READY_TO_BE_PAID');
  expect((await linesOnRecord(service, done ?? {})).map((line) => line.split(' ')[0])).toEqual(pols);
});

test('alerts of the library system stop the one-key job before it is processed, until a person accepts them', async ({
  carrel,
  service,
}) => {
  const alert = [
    { value: 'LINES_TOTAL_MISMATCH', desc: 'Total of lines differs' },
    { value: 'FUND_OVERSPENT', desc: 'The fund is overspent' },
  ];
  await using proxy = await standBetween(service.origin, (passing) =>
    otherwise(/\/acq\/invoices\/[^/?]+(\?|$)/, passing, (answer) => ({
      ...answer,
      alert,
      total_invoice_lines_amount: undefined,
    })),
  );
  await connect(carrel, { ...service, origin: proxy.origin });
  const { page } = carrel;
  const room = new Acquisitions(page);
  await enter(room, service, 'ALERT-1');
  const alerts = page.getByTestId('job-alerts');
  await expect(alerts.getByRole('listitem')).toHaveText([m.invoices_alert_total(), 'The fund is overspent']);
  await expect(room.job).toContainText('2 of 2 lines in');
  await expectAccessible(page, 'an invoice with alerts');
  const statusOf = async () => codeOf((await invoicesOnRecord(service, 'ALERT-1'))[0]?.invoice_status);
  // The key that goes on is no answer.
  await press(page, 'Control+Enter');
  await expect(alerts).toBeVisible();
  expect(await statusOf()).toBe('ACTIVE');
  await reach(alerts.getByRole('button', { name: m.invoices_process_despite() }));
  await press(page, 'Enter');
  await expect(room.question).toContainText('The fund is overspent');
  await expectAccessible(page, 'asked whether to process with alerts');
  await reach(room.question.getByRole('button', { name: m.invoices_process_despite() }));
  await press(page, 'Enter');
  await expect(room.strip).toContainText(m.invoices_done_process());
  expect(await statusOf()).toBe('READY_TO_BE_PAID');
});

test('a line says that its order line is cancelled, or has no fund; with a fund chosen it is invoiced', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new Acquisitions(page);
  const pols = await ordersOfOneVendor(service, 2);
  const change = async (pol: Pol | undefined, more: Partial<Pol>): Promise<void> => {
    const path = { pol_id: numberOf(pol ?? {}) };
    await service.client.call('acq.pol.update', { path, body: { ...pol, ...more } });
  };
  await change(pols[0], { status: { value: 'CANCELLED', desc: 'Cancelled' } });
  await change(pols[1], { fund_distribution: [] });
  await room.enter();
  await write(page, 'OVER-1');
  for (const pol of pols) await scan(page, numberOf(pol));
  await expect(room.lines.first()).toContainText(m.invoices_line_order_cancelled());
  await expect(room.lines.nth(1)).toContainText(m.invoices_line_no_fund());
  await expectAccessible(page, 'lines whose orders are over, or have no fund');
  await reach(room.form.getByRole('button', { name: m.invoices_line_more({ place: '2' }) }));
  await press(page, 'Enter');
  await reach(room.form.getByRole('button', { name: m.invoices_fund_choose() }));
  await press(page, 'Enter');
  await reach(room.field(m.invoices_fund({ place: '1' })));
  await write(page, 'GIFTS');
  await expect(room.lines.nth(1)).not.toContainText(m.invoices_line_no_fund());
  await press(page, 'Control+Enter');
  await expect(room.strip).toContainText(m.invoices_done_process());
  const [made] = await invoicesOnRecord(service, 'OVER-1');
  expect(await linesOnRecord(service, made ?? {})).toHaveLength(2);
});
