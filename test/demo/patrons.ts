import { expect } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { sampleCode } from '../../src/service/samples.ts';
import { Desk } from '../e2e/desk.ts';
import { press, read, write } from '../e2e/keyboard.ts';
import type { Flow } from './stage.ts';

/** Flow 1: who stands at the desk, and what stands between them and a loan. */
export const patrons: Flow = {
  number: 1,
  title: 'A patron comes to the desk',
  play: async (stage) => {
    const { page } = await stage.open();
    const desk = new Desk(page);
    const who = desk.patron.getByTestId('who');
    const bands = desk.patron.getByTestId('bands');
    const tabs = page.getByRole('tablist', { name: m.desk_tabs() });

    await stage.step('scanned a card', async () => {
      await desk.open(sampleCode('patronGood'), 'Rivka Ben-Ami');
      await expect(who).toContainText('Staff');
      await expect(bands).toContainText('12.50');
      await expect(tabs).toContainText(/Loans\s*4\s*Requests\s*1\s*Fees\s*2/);
      return `${await read(who)} · ${await read(bands)} · ${await read(tabs)}`;
    });
    await stage.step('typed the number of a card', async () => {
      await write(page, sampleCode('patronNothing'));
      await press(page, 'Enter');
      await expect(desk.heading).toHaveText('Grace Okafor');
      return read(who);
    });
    await stage.step('searched by name, without its accents', async () => {
      await press(page, 'F4');
      await write(page, 'wisniewski');
      const hit = page.getByRole('option', { name: 'Michał Wiśniewski' });
      await hit.waitFor();
      await press(page, 'ArrowDown');
      await expect(hit).toHaveAttribute('aria-selected', 'true');
      return read(page.getByRole('listbox', { name: m.app_search_results() }));
    });
    await stage.step('opened the one found', async () => {
      await press(page, 'Enter');
      await expect(desk.heading).toHaveText('Michał Wiśniewski');
      return read(who);
    });
    await stage.step('scanned a card with a note that pops up', async () => {
      await desk.open(sampleCode('patronNote'), 'أمينة حدّاد');
      await expect(desk.notes).toContainText('scarf');
      await expect(desk.readiness).toHaveText(m.app_scan_notes());
      return read(desk.notes);
    });
    await stage.step('scanned a book before the note was read', async () => {
      const row = await desk.scanned(sampleCode('itemFree2'), m.desk_scan_held());
      await expect(desk.notes).toBeVisible();
      return row;
    });
    await stage.step('read the note (F7)', async () => {
      await press(page, 'F7');
      await expect(desk.notes).toBeHidden();
      const row = desk.row('Invisible Cities');
      await expect(row).toContainText(m.desk_scan_lent());
      return read(row);
    });
    await stage.step('scanned the card of a blocked patron', async () => {
      await desk.open(sampleCode('patronBlocked'), 'Tomáš Dvořák');
      await expect(bands).toContainText(m.desk_blocked());
      return read(bands);
    });
    await stage.step('scanned a book for them', async () =>
      desk.scanned(sampleCode('itemFree1'), m.failures_users_loans_create_9100104()),
    );
    await stage.step('scanned a card that has expired', async () => {
      await desk.open(sampleCode('patronExpired'), 'Léa Fontaine');
      await expect(bands).toContainText(m.desk_expired());
      return read(bands);
    });
    await stage.step('scanned a book for them', async () =>
      desk.scanned(sampleCode('itemFree1'), m.failures_users_loans_create_9100105()),
    );
    await stage.step('scanned a card that nobody has, and was asked whose it is', async () => {
      await desk.scanned(barcodeOf('patron', 9_999_999), m.failures_users_get_401861());
      await expect(desk.stageWord).toHaveText(m.desk_whose());
      return read(desk.stage);
    });
    await stage.step('scanned a card that was misread', async () => {
      await desk.scan('21234000001017');
      const row = desk.row(m.failures_misread());
      await row.waitFor();
      return read(row);
    });
  },
};
