import { expect } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { sampleCode } from '../../src/service/samples.ts';
import { Desk } from '../e2e/desk.ts';
import { oneLine, press, read } from '../e2e/keyboard.ts';
import { freeItems, practiceLibrary, withFaults, setFaults } from '../e2e/with-faults.ts';
import type { Flow } from './stage.ts';

/** Long enough for twenty loans, one after the other, at a slow service. */
const patience = { timeout: 120_000 };
const between = 150;

/** Flow 2, the way out: lending, and what is not lent. */
export const lending: Flow = {
  number: 2,
  title: 'Books go out',
  play: async (stage) => {
    const carrel = await stage.open({ env: withFaults });
    const { page } = carrel;
    const desk = new Desk(page);
    const burst = await freeItems(await practiceLibrary(carrel), 20);
    await desk.open(sampleCode('patronGood'), 'Rivka Ben-Ami');

    for (const [id, title] of [
      ['itemFree1', 'The Overstory'],
      ['itemHebrew', 'נפלאות האפקט'],
      ['itemFree5', 'Pachinko'],
    ] as const) {
      await stage.step(`lent “${title}” to Rivka Ben-Ami`, () =>
        desk.scanned(sampleCode(id), m.desk_scan_lent(), title),
      );
    }
    await stage.step('scanned one of them again', () =>
      desk.scanned(sampleCode('itemFree1'), m.desk_scan_double()),
    );
    await stage.step('scanned a book she has had since before', () =>
      desk.scanned(barcodeOf('item', 301), m.desk_scan_already()),
    );
    await stage.step('scanned a book on hold for another patron', () =>
      desk.scanned(sampleCode('itemOnHoldShelf'), m.failures_users_loans_create_9100103()),
    );
    await stage.step('scanned a book that is not for loan', () =>
      desk.scanned(sampleCode('itemReference'), m.failures_users_loans_create_401651()),
    );
    await stage.step('scanned a book that is on loan to somebody else', () =>
      desk.scanned(sampleCode('itemOnLoan'), m.failures_users_loans_create_9100101()),
    );

    await setFaults(carrel, { fault: 'delay', ms: 800 });
    await stage.step(`scanned 20 books, ${between} ms apart, at a service that takes 800 ms`, async () => {
      const begun = performance.now();
      for (const [index, code] of burst.entries()) {
        await page.waitForTimeout(Math.max(0, begun + index * between - performance.now()));
        await desk.scan(code);
      }
      const ms = Math.round(performance.now() - begun);
      await desk.drawn(29);
      const codes = await desk.rows.getByTestId('scan-what').allInnerTexts();
      // What has its answer already stands by its title.
      const waiting = codes.map(oneLine).filter((text) => burst.includes(text));
      expect(waiting).toEqual(burst.slice(-waiting.length).toReversed());
      expect(waiting.length).toBeGreaterThan(10);
      await expect(desk.row(m.desk_scan_sent())).toBeVisible();
      await expect(desk.row(m.desk_scan_waiting())).toBeVisible();
      return `20 rows after ${ms} ms, in order; ${await read(desk.readiness)}`;
    });
    await stage.step('tried to end the session meanwhile (F10)', async () => {
      await press(page, 'F10');
      await expect(desk.stageNote).toContainText(m.desk_end_not_yet());
      await expect(desk.heading).toHaveText('Rivka Ben-Ami');
      return read(desk.stageNote);
    });
    await stage.step('waited for the answers', async () => {
      await expect(desk.readiness).toHaveText(m.app_scan_ready(), patience);
      const rows = (await desk.rows.getByTestId('scan-line').allInnerTexts()).map(oneLine).slice(0, 20);
      expect(rows.filter((row) => row.includes(m.desk_scan_lent()))).toHaveLength(20);
      const numbers = rows.map((row) => Number.parseInt(row, 10));
      expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
      return `${rows.length} lent, in the order of their scans; the last: ${rows[0] ?? ''}`;
    });
    await setFaults(carrel);
    await stage.step('ended the session (F10)', async () => {
      await press(page, 'F10');
      await expect(desk.stageWord).toHaveText(m.desk_ended());
      return read(desk.stage);
    });
  },
};
