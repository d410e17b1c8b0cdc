import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { codeOf, textOf } from '../../src/service/read.ts';
import { drop } from './drop.ts';
import { expectAccessible } from './accessible.ts';
import { Acquisitions, numberOf, ordersOfOneVendor } from './acquisitions.ts';
import type { Carrel } from './app.ts';
import { expect, test } from './fixtures.ts';
import { choose, press, reach, write, writeOver } from './keyboard.ts';

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-import-'));
});
test.afterEach(() => rm(folder, { recursive: true }));

/** The system's dialog answers this file. */
const answerDialog = ({ app }: Carrel, file: string): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);

const dropText = (page: Page, name: string, text: string): Promise<unknown> =>
  drop(page, m.invoice_import_title(), { name, text });

/** The section of the acquisitions room, as it is on screen. */
function sectionOf(page: Page) {
  const part = page.getByRole('region', { name: m.invoice_import_title() });
  const rowsOf = (name: string): Locator => part.getByRole('grid', { name }).locator('tbody tr[data-key]');
  return {
    part,
    vendor: part.getByRole('textbox', { name: m.invoice_import_vendor() }),
    problems: rowsOf(m.invoice_import_problems()),
    lines: rowsOf(m.invoice_import_lines()),
    open: part.getByRole('button', { name: m.invoice_import_go() }),
  };
}

test('a CSV file is shown with what is wrong by line, its columns said, and opened as a new invoice', async ({
  carrel,
  service,
}) => {
  test.setTimeout(120_000); // a whole flow
  const { page } = carrel;
  const room = new Acquisitions(page);
  const section = sectionOf(page);
  const [first, second] = await ordersOfOneVendor(service, 2);
  const pols = [first ?? {}, second ?? {}];
  const file = path.join(folder, 'invoice.csv');
  const text = [
    'Invoice no.;Date;Order line;Title;Stk;Line total',
    `NB-77;31.10.2026;${numberOf(pols[0] ?? {})};"=HYPERLINK(""http://x"")";1;12,50`,
    `NB-77;31.10.2026;${numberOf(pols[1] ?? {})};Atlas;1;ten`,
  ].join('\r\n');
  await writeFile(file, `\ufeff${text}`);
  await answerDialog(carrel, file);

  await room.go();
  await press(page, 'Alt+m');
  await expect(section.part).toContainText(m.invoice_import_empty());
  await expectAccessible(page, 'import, empty');
  await press(page, 'Alt+c');
  await expect(section.part).toContainText('invoice.csv');
  await expect(section.lines).toHaveCount(2);
  await expect(section.problems.filter({ hasText: 'Line 3' })).toContainText('Not an amount: ⁨ten⁩');
  await expect(section.problems.filter({ hasText: 'Line 2' }).filter({ hasText: 'formula' })).toHaveCount(1);
  await expect(section.problems.filter({ hasText: m.invoice_import_field_vendor() })).toHaveCount(1);
  await expect(section.part.getByRole('combobox', { name: /^Separator: Semicolon/ })).toBeVisible();

  // What a column is that nobody knows.
  await choose(page, 'Stk', m.invoice_import_field_quantity());
  await expect(section.part.getByRole('combobox', { name: /^Stk: Copies/ })).toBeVisible();
  await reach(section.vendor);
  await writeOver(page, codeOf(pols[0]?.vendor));
  await press(page, 'Tab');
  await expect(section.problems.filter({ hasText: m.invoice_import_field_vendor() })).toHaveCount(0);
  await expectAccessible(page, 'import, a file with problems');

  await press(page, 'Alt+g');
  await expect(room.number).toHaveValue('NB-77');
  await expect(room.lines).toHaveCount(2);
  await expect(room.lines.first().getByRole('textbox', { name: m.invoices_price() })).toHaveValue('12.50');
  // What could not be read is as in the file: it is corrected there.
  await expect(room.lines.nth(1).getByRole('textbox', { name: m.invoices_price() })).toHaveValue('ten');
  expect(
    (await service.client.call('acq.invoices.search', { query: { q: 'invoice_number~NB-77' } })).items,
  ).toEqual([]);

  // What was typed is not lost without a question.
  await press(page, 'Alt+m');
  await press(page, 'Alt+g');
  await expect(room.question).toContainText(m.invoice_import_replace());
  await press(page, 'Escape');
  await expect(room.question).toBeHidden();
  await expect(section.lines).toHaveCount(2);
});

test('an EDIFACT invoice: order lines are found by ISBN, and its sender is known the next time', async ({
  carrel,
  service,
}) => {
  test.setTimeout(120_000); // a whole flow
  const { page } = carrel;
  const room = new Acquisitions(page);
  const section = sectionOf(page);
  const file = path.join(folder, 'library-invoice.edi');
  await copyFile(path.join(import.meta.dirname, '../main/invoices/import/library-invoice.edi'), file);
  await answerDialog(carrel, file);
  await room.go();
  await press(page, 'Alt+m');
  await press(page, 'Alt+c');
  await expect(section.lines).toHaveCount(3);
  await expect(section.problems).toHaveCount(2);
  await expect(section.problems.filter({ hasText: 'Segment 39 LIN' })).toContainText(
    'No order line and no ISBN.',
  );
  await reach(section.vendor);
  await write(page, 'NORTHBOOKS');
  await press(page, 'Tab');
  await expect(section.problems).toHaveCount(1);
  await expectAccessible(page, 'import, EDIFACT');
  await press(page, 'Alt+g');
  await expect(room.number).toHaveValue('NB-2026-04417');
  await expect(room.lines).toHaveCount(4);

  // The next file of this sender, with an ISBN of the library and no order line.
  const pol = await service.client.call('acq.pol.get', { path: { pol_id: 'POL-1003' } });
  const isbn = textOf(pol.resource_metadata?.isbn);
  await press(page, 'Alt+m');
  const next = [
    "UNB+UNOC:3+1:14+2:14+261104:0915+8'UNH+1+INVOIC:D:96A:UN:EAN008'BGM+380+NB-2026-04500+9'",
    "DTM+137:20261104:102'NAD+SU+5013546027856::9++North Books Library Supply'CUX+2:ILS:4'",
    `LIN+1++${isbn}:EN'IMD+L+050+:::Histoire de la reliure'QTY+47:1'MOA+203:176.90'`,
    "UNS+S'CNT+2:1'MOA+9:176.90'UNT+13+1'UNZ+1+8'",
  ].join('\n');
  await dropText(page, 'next.edi', next);
  await expect(section.part).toContainText('next.edi');
  await expect(section.vendor).toHaveValue('NORTHBOOKS');
  await expect(section.lines).toHaveCount(1);
  await expect(section.lines.first()).toContainText('POL-1003');
  await expect(section.lines.first()).toContainText(m.invoice_import_matched());
  await expect(section.part).toContainText(m.invoice_import_problems_none());
});

test('a file that is no invoice, and one that ends in the middle: a sentence, and nothing to open', async ({
  carrel,
}) => {
  const { page } = carrel;
  const room = new Acquisitions(page);
  const section = sectionOf(page);
  await room.go();
  await press(page, 'Alt+m');
  await dropText(
    page,
    'order.edi',
    "UNB+UNOC:3+1:14+2:14+261104:0915+8'UNH+1+ORDERS:D:96A:UN'UNT+2+1'UNZ+1+8'",
  );
  await expect(section.problems).toContainText('A message of type ⁨ORDERS⁩, not an invoice');
  await expect(section.open).toHaveCount(0);
  await dropText(page, 'half.edi', "UNB+UNOC:3+1:14+2:14+261104:0915+8'UNH+1+INVOIC:D:96A:UN'BGM+380+1'");
  await expect(section.problems).toContainText('The file ends in the middle.');
  await dropText(page, 'empty.csv', '');
  await expect(section.part.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'import, refused');
});
