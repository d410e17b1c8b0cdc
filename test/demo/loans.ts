import { expect } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode } from '../../src/service/samples.ts';
import { Desk } from '../e2e/desk.ts';
import { press, read, standOn, writeOver } from '../e2e/keyboard.ts';
import type { Flow } from './stage.ts';

const day = (fromNow: number): string =>
  new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10);

/** Flow 3: renewing, and a due date that is changed. */
export const loans: Flow = {
  number: 3,
  title: 'Loans are renewed',
  play: async (stage) => {
    const { page } = await stage.open();
    const desk = new Desk(page);
    await desk.open(sampleCode('patronTenLoans'), 'Michał Wiśniewski');
    const panel = await desk.tab('loans');
    const table = panel.getByRole('grid', { name: m.loans_label() });
    const summary = panel.getByTestId('renewal-summary');

    await stage.step('renewed one (R)', async () => {
      const row = await standOn(table, 'Solaris');
      await press(page, 'r');
      await expect(row).toContainText(m.loans_renewed());
      await expect(summary).toHaveText(m.loans_summary_renewed({ count: '1' }));
      return read(row);
    });
    await stage.step('chose two (Space) and renewed them', async () => {
      for (const title of ['Cosmos', 'Ferdydurke']) {
        await standOn(table, title);
        await press(page, 'Space');
      }
      await expect(panel.getByRole('button', { name: m.loans_renew_chosen({ count: '2' }) })).toBeEnabled();
      await press(page, 'r');
      await expect(summary).toHaveText(m.loans_summary_renewed({ count: '2' }));
      return read(summary);
    });
    await stage.step('renewed them all (Shift+R)', async () => {
      await press(page, 'Shift+R');
      await expect(summary).toContainText(m.loans_summary_refused({ count: '3' }));
      await expect(summary).toContainText(m.loans_summary_renewed({ count: '7' }));
      return read(summary);
    });
    await stage.step('read why three were not', async () => {
      const reasons = table.getByTestId('row-details');
      await expect(reasons).toHaveCount(3);
      return (await reasons.allInnerTexts()).join(' | ');
    });
    await stage.step('opened one of them (Enter)', async () => {
      await standOn(table, 'Imperium');
      await press(page, 'Enter');
      const details = table.getByTestId('row-details').filter({ hasText: m.failures_detail_message() });
      await expect(details).toContainText('requested by another patron');
      return read(details);
    });
    await stage.step('asked for a due date in the past (D)', async () => {
      await standOn(table, 'Solaris');
      await press(page, 'd');
      await desk.dialog.waitFor();
      await writeOver(page, day(-1));
      await press(page, 'Enter');
      const wrong = desk.dialog.getByText(m.failures_invalid_inThePast({ field: m.failures_field_due() }));
      await wrong.waitFor();
      return read(wrong);
    });
    await stage.step('asked for one in ten days instead', async () => {
      await writeOver(page, day(10));
      await press(page, 'Enter');
      await desk.dialog.waitFor({ state: 'detached' });
      const written = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
      const row = table.locator('tr[data-key]').filter({ hasText: 'Solaris' });
      await expect(row).toContainText(written.format(new Date(day(10))));
      return read(row);
    });
  },
};
