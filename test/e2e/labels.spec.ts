import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { commonStock } from '../../src/shared/label-stock.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel, type Carrel } from './app.ts';
import { readCode128 } from './code128.ts';
import { choose, press, reach, writeOver } from './keyboard.ts';
import { Paper } from './paper.ts';
import { pdfLook } from './pdf-look.ts';
import { pdfMarks } from './pdf-marks.ts';
import { openRoom, type ReceivingRoom } from './receiving-room.ts';
import { SettingsRoom } from './settings.ts';
import { withFaults } from './with-faults.ts';

const title = 'Atlas of the Night Sky';

/** The settings of labels, taken past the screens. */
async function setLabels(carrel: Carrel, change: Parameters<typeof carrel.ask<'labels.change'>>[1]) {
  expect(await carrel.ask('labels.change', change)).toMatchObject({ ok: true });
}

const note = (room: ReceivingRoom) => room.page.getByTestId('stage-note');

test('the labels of the item in the hand wait, are counted, and are printed when asked for', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const paper = await Paper.beside(carrel.app);
  await setLabels(carrel, { printer: { at: 'system' } });
  const room = await openRoom(carrel);
  await room.open(code('polSeveral'), title);
  const row = room.order.getByRole('group', { name: m.labels_row() });
  await press(page, 'Alt+L');
  await expect(row).toContainText(m.labels_waiting({ count: 2, shown: '2' }));
  await expect(note(room)).toContainText(title);
  // The item that was just received, although the next one is chosen.
  await press(page, 'ArrowDown');
  await press(page, 'Alt+ArrowDown');
  await press(page, 'F3');
  await expect(room.row(m.receiving_word_received(), title)).toBeVisible();
  await press(page, 'Alt+L');
  await expect(row).toContainText(m.labels_waiting({ count: 4, shown: '4' }));
  expect(await paper.unread()).toBe(0);
  await expectAccessible(page, 'labels wait');

  await press(page, 'Alt+Shift+L');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(m.labels_sheet_used({ used: '4', places: '24' }));
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page, 'the labels that wait');
  await reach(dialog.getByRole('button', { name: m.labels_print() }));
  await press(page, 'Enter');
  const [sheet = ''] = await paper.next();
  expect(sheet).toContain(code('itemOrdered'));
  expect(await paper.job()).toEqual({
    ...{ silent: true, deviceName: 'Front_Desk', pages: 1, margins: { marginType: 'none' } },
    pageSize: { width: 210_000, height: 297_000 },
  });
  await expect(dialog).toContainText(m.labels_none_wait());
  await reach(dialog.getByRole('button', { name: m.labels_again() }));
  await press(page, 'Enter');
  expect((await paper.next())[0]).toBe(sheet);
  await press(page, 'Escape');
  await expect(row).not.toContainText(/wait/);
  await room.expectNoMouse();
});

test('a label printer that refuses keeps nobody: the labels wait on, and are printed with the next key', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const paper = await Paper.beside(carrel.app);
  await setLabels(carrel, { printer: { at: 'system' }, stock: commonStock.roll });
  const room = await openRoom(carrel);
  await room.open(code('polSeveral'), title);
  await paper.breaks('Out of labels');
  await press(page, 'Alt+L');
  const alert = room.order.getByRole('alert');
  await expect(alert).toContainText(m.failures_printer_refused());
  await expectAccessible(page, 'labels that were not printed');
  await paper.works();
  await press(page, 'Alt+L');
  await paper.next();
  // Each on a label of its own.
  expect(await paper.job()).toMatchObject({ pages: 2, pageSize: { width: 57_000, height: 32_000 } });
  await expect(alert).toHaveCount(0);
  await room.expectNoMouse();
});

test('as a file, each label is where the stock has it, with bars that a scanner reads', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-labels-'));
  await carrel.app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, folder);
  expect(await carrel.ask('slips.chooseFolder', {})).toMatchObject({ ok: true });
  await setLabels(carrel, { to: 'pdf', stock: commonStock.letterBy30 });
  await setLabels(carrel, { next: 5 });
  const room = await openRoom(carrel);
  await room.open(code('polSeveral'), title);
  await press(page, 'Alt+L');
  await expect(room.order).toContainText(m.labels_waiting({ count: 2, shown: '2' }));
  const reply = await carrel.ask('labels.print', {});
  expect(reply).toMatchObject({ ok: true, value: { count: 2, sheets: 1 } });
  const [file = ''] = await readdir(folder);
  expect(file).toMatch(/^\d{4}-\d\d-\d\d \d{6} labels\.pdf$/);
  const pdf = await readFile(path.join(folder, file));
  await rm(folder, { recursive: true });

  const { pages, page: size, fills, texts } = pdfMarks(pdf);
  expect(pages).toBe(1);
  expect(size.width).toBeCloseTo(215.9, 0);
  expect(size.height).toBeCloseTo(279.4, 0);
  // Whichever mono typeface the machine has, bold on the spine.
  expect(pdfLook(pdf).fonts).toEqual(
    expect.arrayContaining([expect.stringMatching(/Mono-?Bold/), expect.stringMatching(/Mono(-Regular)?$/)]),
  );
  // The fifth label is the second of the second row: there is the spine, and beside it the barcode.
  const second = { left: 4.8 + 66.7 + 3.1, top: 12.7 + 25.4 };
  const third = { left: second.left + 66.7 + 3.1, top: second.top };
  const within = (left: number, top: number, label: typeof second): boolean =>
    left >= label.left && left <= label.left + 66.7 && top >= label.top && top <= label.top + 25.4;
  const isOnOne = ({ left, base }: (typeof texts)[number]): boolean =>
    within(left, base, second) || within(left, base, third);
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.filter((text) => !isOnOne(text))).toEqual([]);
  expect(texts.filter(({ left, base }) => within(left, base, second)).length).toBeGreaterThan(1);

  const bars = fills
    .filter(({ width, height, left, top }) => width < 3 && height > 5 && within(left, top, third))
    .toSorted((one, other) => one.left - other.left);
  const first = bars[0]?.left ?? 0;
  const module = Math.min(...bars.map(({ width }) => width));
  // A bar of 15 thousandths of an inch, as wide as the label allows.
  expect(module).toBeCloseTo(0.381, 2);
  const inModules = bars.map(({ left, width }) => ({
    at: Math.round((left - first) / module),
    wide: Math.round(width / module),
  }));
  expect(readCode128(inModules)).toBe(code('itemOrdered'));
  // Ten modules blank on either side, on the label itself.
  expect(first - third.left).toBeGreaterThan(10 * module);
});

test('slips of the receiving room: by key, by PRINT, again by F9; and none of the desk', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const paper = await Paper.beside(carrel.app);
  const room = await openRoom(carrel);
  await room.open(code('polSeveral'), title);
  await press(page, 'Alt+R');
  const [route = ''] = await paper.next();
  expect(route).toMatch(/Goes to Acquisitions Atlas of the Night Sky \d+ Order line POL-1001/);
  expect(await paper.look()).toMatchObject({ size: '14.6667px', headingSize: '19.0667px' });
  await press(page, 'F12');
  await expect(room.row(m.receiving_word_kept(), title)).toBeVisible();
  await room.scan('CRLPRINT');
  const [order = ''] = await paper.next();
  expect(order).toMatch(/Work order Copy cataloging Atlas of the Night Sky \d+ Department Acquisitions/);
  expect(order).toContain(code('itemOrdered'));
  await press(page, 'F9');
  expect((await paper.next())[0]?.split('Printed')[0]).toBe(order.split('Printed')[0]);
  await press(page, 'Alt+W');
  expect((await paper.next())[0]).toContain('Work order');
  // Enter in the empty scan box prints at the desk only.
  await press(page, 'Enter');
  await expect(note(room)).toContainText(m.slips_kind_work_order());
  expect(await paper.unread()).toBe(0);
  await room.expectNoMouse();
});

test('the layout of a stock: a common one, measures that do not fit, the next place, a test sheet', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const paper = await Paper.beside(carrel.app);
  const settings = new SettingsRoom(page);
  await settings.go(m.labels_settings());
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await choose(page, m.labels_stock(), m.labels_stock_letter_30());
  await expect(field(m.labels_columns())).toHaveValue('3');
  await expect(field(m.labels_label_width())).toHaveValue('66.7');
  await expectAccessible(page, 'the layout of labels');

  await reach(field(m.labels_columns()), 'Shift+Tab');
  await writeOver(page, '4');
  await press(page, 'Tab');
  await expect(field(m.labels_columns())).toHaveAttribute('aria-invalid', 'true');
  await expect(field(m.labels_columns())).toHaveAccessibleDescription(/do not fit the page/);
  expect(await carrel.ask('station.get', {})).toMatchObject({ value: { labels: { stock: { columns: 3 } } } });
  await expectAccessible(page, 'labels that do not fit their page');
  await reach(field(m.labels_columns()), 'Shift+Tab');
  await writeOver(page, '2');
  await press(page, 'Tab');
  await expect(field(m.labels_columns())).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator(`[aria-label^="${m.labels_stock()}:"]`)).toContainText(m.labels_stock_own());

  await reach(field(m.labels_next()));
  await writeOver(page, '21');
  await press(page, 'Tab');
  await expect(field(m.labels_next())).toHaveAttribute('aria-invalid', 'true');
  await reach(field(m.labels_next()), 'Shift+Tab');
  await writeOver(page, '20');
  await press(page, 'Tab');
  await expect(field(m.labels_next())).not.toHaveAttribute('aria-invalid', 'true');
  await settings.press(m.labels_new_sheet());
  await expect(field(m.labels_next())).toHaveValue('1');

  await settings.press(m.labels_test());
  await expect(page.getByText(m.labels_test_done(), { exact: true })).toBeVisible();
  expect((await paper.next())[0]).toMatch(/^1 2 3 4 .* 20$/);
  expect(await paper.job()).toMatchObject({ silent: false, pageSize: { width: 215_900, height: 279_400 } });
});
