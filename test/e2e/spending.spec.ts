import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { expectAccessible } from './accessible.ts';
import { Acquisitions } from './acquisitions.ts';
import { expect, test } from './fixtures.ts';
import { press, reach } from './keyboard.ts';
import { setFaults, withFaults } from './with-faults.ts';
import { openCarrel } from './app.ts';

const choose = async (options: Locator, key: 'ArrowRight' | 'ArrowLeft'): Promise<void> => {
  await reach(options.locator('input:checked'));
  await press(options.page(), key);
};

test('what was spent by fund and by month, and what is outstanding, with its table, its files and its picture', async ({
  carrel,
}) => {
  const { page } = carrel;
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-spending-'));
  const room = new Acquisitions(page);
  await room.go();
  await press(page, 'Alt+j');
  await expect(page.getByText(m.spending_nothing_yet())).toBeVisible();
  await expectAccessible(page, 'spending before anything was read');
  await reach(page.getByRole('combobox', { name: m.spending_period() }));
  await press(page, 'End');
  await reach(page.getByRole('button', { name: m.spending_read() }));
  await press(page, 'Enter');
  const rows = (name: string): Locator => page.getByRole('grid', { name }).locator('tbody tr[data-key]');
  await expect(rows(m.spending_view_fund()).first()).toBeVisible();
  await expect(page.getByText(m.spending_reading_funds())).toBeHidden();
  await expect(page.getByRole('img', { name: m.spending_view_fund() })).toBeVisible();
  await expectAccessible(page, 'spending by fund');

  const views = page.getByRole('group', { name: m.spending_view() });
  await choose(views, 'ArrowRight');
  await expect(rows(m.spending_view_month()).first()).toBeVisible();
  await choose(views, 'ArrowRight');
  await expect(rows(m.spending_view_vendor()).first()).toBeVisible();
  await expect(page.getByText(m.spending_outstanding_covers())).toBeVisible();
  await expect(page.getByRole('img', { name: m.spending_any_date() })).toBeVisible();
  await expectAccessible(page, 'outstanding by vendor');

  const save = async (word: string, file: string): Promise<Buffer> => {
    await carrel.app.evaluate(
      ({ dialog }, filePath) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
      },
      path.join(folder, file),
    );
    await reach(page.getByRole('button', { name: word }));
    await press(page, 'Enter');
    await expect(room.strip).toContainText(file);
    return readFile(path.join(folder, file));
  };
  const table = (await save(m.saving_csv(), 'a.csv')).toString('utf8');
  const [head, ...lines] = table.replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toContain(m.spending_view_vendor());
  expect(lines).toHaveLength(await rows(m.spending_view_vendor()).count());
  expect((await save(m.saving_svg(), 'a.svg')).toString('utf8')).toContain('<svg');
  const picture = await save(m.saving_png(), 'a.png');
  expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG');
  // Twice its size, to be printed: as wide as two charts.
  expect(picture.readUInt32BE(16)).toBe(1440);
  await rm(folder, { recursive: true });
});

test('stopped on the way it shows what was read, and reads the rest', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const room = new Acquisitions(page);
  await room.go();
  await press(page, 'Alt+j');
  await setFaults(carrel, {
    ...{ fault: 'delay', ms: 120_000, operation: 'acq.invoices.lines.list', after: 12, count: 1 },
  });
  await reach(page.getByRole('combobox', { name: m.spending_period() }));
  await press(page, 'End');
  await reach(page.getByRole('button', { name: m.spending_read() }));
  await press(page, 'Enter');
  const stop = page.getByRole('button', { name: m.app_stop() });
  await expect(page.getByText(m.app_progress({ done: '10', total: '20' }))).toBeVisible();
  await reach(stop);
  await press(page, 'Enter');
  await expect(page.getByText(m.spending_partly({ read: '10', total: '20' }))).toBeVisible();
  await setFaults(carrel);
  await reach(page.getByRole('button', { name: m.spending_go_on() }));
  await press(page, 'Enter');
  await expect(page.getByText(m.spending_partly({ read: '10', total: '20' }))).toBeHidden();
  await expect(page.getByRole('grid', { name: m.spending_view_fund() })).toBeVisible();
});

test('an unpaid invoice of long ago is outstanding, and a list that is stopped keeps what was read of it', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const old = { invoice_date: '2020-05-05Z', total_amount: '10.00', vendor: { value: 'NORTHBOOKS' } };
  for (let made = 0; made < 100; made += 1) {
    await service.client.call('acq.invoices.create', { body: { ...old, number: `OLD-${String(made)}` } });
  }
  const room = new Acquisitions(page);
  await room.go();
  await expect(room.rows.first()).toBeVisible();
  await press(page, 'Alt+j');
  await expect(page.getByText(m.spending_nothing_yet())).toBeVisible();
  // The first page and the count come; the second page does not.
  await service.faults({ fault: 'delay', ms: 120_000, operation: 'acq.invoices.list', after: 2, count: 1 });
  await reach(page.getByRole('button', { name: m.spending_read() }));
  await press(page, 'Enter');
  await expect(page.getByText(m.app_progress({ done: '100', total: '124' }))).toBeVisible();
  await reach(page.getByRole('button', { name: m.app_stop() }));
  await press(page, 'Enter');
  const part = page.getByText(m.spending_part_of_list({ read: '100', total: '124' }));
  await expect(part).toBeVisible();
  const views = page.getByRole('group', { name: m.spending_view() });
  await choose(views, 'ArrowRight');
  await choose(views, 'ArrowRight');
  await expect(part).toBeVisible();
  const north = page
    .getByRole('grid', { name: m.spending_view_vendor() })
    .locator('tr[data-key="NORTHBOOKS"]');
  await expect(north).toBeVisible();
  const partName = m.spending_part_name({ view: m.spending_view_vendor() });
  await expect(page.getByRole('img', { name: partName })).toBeVisible();
  await expectAccessible(page, 'a part of the list');

  await service.faults();
  await reach(page.getByRole('button', { name: m.spending_read_again() }));
  await press(page, 'Enter');
  await expect(page.getByText(m.spending_reading_funds())).toBeHidden();
  await expect(part).toBeHidden();
  await expect(page.getByRole('img', { name: partName })).toBeHidden();
  await expect(north).toContainText(/10[0-9]/);
});
