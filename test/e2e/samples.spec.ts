import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { Locator } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { samples } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { Acquisitions } from './acquisitions.ts';
import { openCarrel, type Carrel } from './app.ts';
import { readCode128 } from './code128.ts';
import { Desk } from './desk.ts';
import { guard } from './guard.ts';
import { press, reach } from './keyboard.ts';
import { Receiving } from './receiving.ts';

async function openSamples(carrel: Carrel): Promise<void> {
  await carrel.page.keyboard.press('Alt+7');
  await carrel.page.getByRole('heading', { name: m.station_samples_order_line(), exact: true }).waitFor();
}

/** The bars as drawn: where each begins and how wide it is, and how wide the white around them. */
async function bars(image: Locator): Promise<{ width: number; bars: { at: number; wide: number }[] }> {
  return image.evaluate((svg) => {
    const node = svg as unknown as {
      getAttribute(name: string): string;
      querySelectorAll(selector: string): Iterable<{ getAttribute(name: string): string }>;
    };
    const width = Number(node.getAttribute('viewBox').split(' ')[2]);
    const drawn = [...node.querySelectorAll('rect')].slice(1);
    return {
      width,
      bars: drawn.map((rect) => ({
        at: Number(rect.getAttribute('x')),
        wide: Number(rect.getAttribute('width')),
      })),
    };
  });
}

test('each sample stands there with what it is for, and a code that a scanner reads', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const watch = await guard(page);
  await openSamples(carrel);
  await expect(page.getByRole('img', { name: /^Barcode / })).toHaveCount(samples.length);
  for (const { code, name } of samples) {
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('img', { name: `Barcode ${code}`, exact: true }) });
    await expect(card.getByRole('heading')).toContainText(name);
    await expect(card.getByRole('paragraph').first()).toHaveText(/\S/);
    const drawn = await bars(card.getByRole('img'));
    expect(readCode128(drawn.bars), code).toBe(code);
    // White on either side, ten of the narrowest bars at least: without it no scanner finds the begin.
    const first = drawn.bars[0]?.at ?? 0;
    const last = drawn.bars.at(-1);
    expect(first).toBeGreaterThanOrEqual(10);
    expect(drawn.width - ((last?.at ?? 0) + (last?.wide ?? 0))).toBeGreaterThanOrEqual(10);
  }
  const image = page.getByRole('img', { name: 'Barcode 21234000001016', exact: true });
  const box = await image.boundingBox();
  // The narrowest bar on screen: two pixels of CSS, half a millimetre on paper.
  expect((box?.width ?? 0) / (await bars(image)).width).toBeCloseTo(2, 1);
  await expectAccessible(page, 'samples');
  await watch.check(true);
});

for (const theme of ['dark', 'contrast'] as const) {
  test(`a code stays black on white where all else is ${theme}`, async () => {
    await using carrel = await openCarrel();
    const { page } = carrel;
    await carrel.ask('station.appearance', { theme });
    await openSamples(carrel);
    const fills = await page
      .getByRole('img', { name: 'Barcode POL-1001', exact: true })
      .locator('rect')
      .evaluateAll((all) => [
        ...new Set(
          all.map((one) =>
            (globalThis as unknown as { getComputedStyle(of: unknown): { fill: string } })
              .getComputedStyle(one)
              .fill.replaceAll(' ', ''),
          ),
        ),
      ]);
    expect(fills).toEqual(['rgb(255,255,255)', 'rgb(0,0,0)']);
    await expectAccessible(page, `samples, ${theme}`);
  });
}

test('“Use” is a scan, in the room where the sample belongs', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const watch = await guard(page);
  const use = async (name: string): Promise<void> => {
    await openSamples(carrel);
    await reach(page.getByRole('button', { name: `Use ${name}`, exact: true }), 'Tab', 100);
    await press(page, 'Enter');
  };
  await use('Rivka Ben-Ami, 21234000001016');
  const desk = new Desk(page);
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');
  await use('The Overstory, 31234000001014');
  await expect(desk.row('Lent', 'The Overstory')).toBeVisible();
  await use('Histoire de la reliure, POL-1003');
  await expect(new Receiving(page).heading).toHaveText('Histoire de la reliure');
  await watch.check(true);
});

/** What a person says to the dialog that asks where to save. */
async function answerSaveDialog(carrel: Carrel, filePath: string | null): Promise<void> {
  await carrel.app.evaluate(({ dialog }, file) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: file === null, filePath: file ?? '' });
  }, filePath);
}

test('the sheet is saved as a PDF, on as many pages as it needs, with every code', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-pdf-'));
  try {
    await using carrel = await openCarrel();
    const { page } = carrel;
    await openSamples(carrel);
    const save = page.getByRole('button', { name: m.station_samples_pdf(), exact: true });

    await answerSaveDialog(carrel, null);
    await reach(save);
    await press(page, 'Enter');
    await expect(save).toBeEnabled();
    await expect(page.getByText('Saved as')).toHaveCount(0);

    const file = path.join(folder, 'samples.pdf');
    await answerSaveDialog(carrel, file);
    await reach(save);
    await press(page, 'Enter');
    await expect(page.getByText(`Saved as ${file}`)).toBeVisible();
    const pdf = await readFile(file);
    expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(pdf.subarray(-8).toString('latin1')).toContain('%%EOF');
    const pages = /\/Type\s*\/Pages\b[^>]*?\/Count\s+(\d+)|\/Count\s+(\d+)[^>]*?\/Type\s*\/Pages\b/.exec(
      pdf.toString('latin1'),
    );
    const count = Number(pages?.[1] ?? pages?.[2]);
    expect(count).toBeGreaterThanOrEqual(2);
    expect(count).toBeLessThanOrEqual(6);

    await answerSaveDialog(carrel, path.join(folder, 'no-such-folder', 'samples.pdf'));
    await reach(save);
    await press(page, 'Enter');
    await expect(page.getByRole('alert')).toContainText('Not accepted');
    await expectAccessible(page, 'a sheet that could not be saved');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a vendor’s invoice is saved, and imported: its lines are order lines of the practice library', async () => {
  test.setTimeout(120_000); // a whole flow
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-invoice-'));
  try {
    await using carrel = await openCarrel();
    const { page } = carrel;
    const room = new Acquisitions(page);
    const part = page.getByRole('region', { name: m.invoice_import_title() });
    const lines = part.getByRole('grid', { name: m.invoice_import_lines() }).locator('tbody tr[data-key]');
    const files = [
      [m.station_samples_invoice_csv(), 'invoice.csv'],
      [m.station_samples_invoice_edifact(), 'invoice.edi'],
    ] as const;
    await openSamples(carrel);
    for (const [label, name] of files) {
      await answerSaveDialog(carrel, path.join(folder, name));
      await reach(page.getByRole('button', { name: label, exact: true }));
      await press(page, 'Enter');
      await expect(page.getByText(m.station_samples_saved({ file: name }))).toBeVisible();
    }
    await expectAccessible(page, 'samples, invoices saved');

    await room.go();
    await press(page, 'Alt+m');
    for (const [, name] of files) {
      await carrel.app.evaluate(
        ({ dialog }, chosen) => {
          dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
        },
        path.join(folder, name),
      );
      await press(page, 'Alt+c');
      await expect(part).toContainText(name);
      await expect(part).toContainText(m.invoice_import_problems_none());
      await expect(lines.first()).toContainText('POL-1001');
    }
    const count = await lines.count();
    await press(page, 'Alt+g');
    await expect(room.lines).toHaveCount(count);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('on paper there is the sheet alone', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  await openSamples(carrel);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(m.station_samples_sheet())).toBeVisible();
  await expect(page.getByRole('navigation', { name: m.app_rail() })).toBeHidden();
  await expect(page.getByRole('combobox', { name: m.app_scan_label() })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Use / }).first()).toBeHidden();
  await expect(page.getByRole('img', { name: 'Barcode POL-1004', exact: true })).toBeVisible();
});
