import { expect } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode } from '../../src/service/samples.ts';
import { doneLine, owed, Desk } from '../e2e/desk.ts';
import { choose, press, reach, read, standOn, write, writeOver } from '../e2e/keyboard.ts';
import type { Flow } from './stage.ts';

/** Flow 4: fees, in every way they go away. */
export const fees: Flow = {
  number: 4,
  title: 'Fees are paid, waived and disputed',
  play: async (stage) => {
    const { page } = await stage.open();
    const desk = new Desk(page);
    await desk.open(sampleCode('patronOwing'), 'Γιώργος Παπαδόπουλος');
    const panel = await desk.tab('fees');
    const table = panel.getByRole('grid', { name: m.fees_label() });
    const total = owed(panel);
    const done = doneLine(panel);
    /** Enter pays what the dialog shows. */
    const pay = async (word: string): Promise<void> => {
      await expect(desk.dialog.getByRole('button', { name: word })).toBeEnabled();
      await press(page, 'Enter');
      await desk.dialog.waitFor({ state: 'detached' });
    };
    /** Enter goes to the button of what cannot be undone, and a second one presses it. */
    const confirm = async (word: string): Promise<void> => {
      await press(page, 'Enter');
      await expect(desk.dialog.getByRole('button', { name: word })).toBeFocused();
      await press(page, 'Enter');
      await desk.dialog.waitFor({ state: 'detached' });
    };

    await stage.step('looked at what is owed', async () => {
      await expect(total).toContainText('47.00');
      await expect(table.locator('tr[data-key]')).toHaveCount(5);
      return `${await read(total)} on ${await table.locator('tr[data-key]').count()} fees`;
    });
    await stage.step('paid one in full, from a note of 5 (P)', async () => {
      await standOn(table, '3.00');
      await press(page, 'p');
      await reach(desk.dialog.getByLabel(m.fees_given()));
      await write(page, '5');
      await expect(desk.dialog).toContainText(m.fees_change_label());
      await pay(m.fees_pay_amount({ amount: '₪3.00' }));
      await expect(done).toContainText(/3\.00.*2\.00/s);
      await expect(total).toContainText('44.00');
      return `${await read(done)} · ${await read(total)}`;
    });
    await stage.step('paid a part of another', async () => {
      await standOn(table, '27.90');
      await press(page, 'p');
      await desk.dialog.waitFor();
      await writeOver(page, '7.90');
      await pay(m.fees_pay_amount({ amount: '₪7.90' }));
      await expect(total).toContainText('36.10');
      return `${await read(done)} · ${await read(total)}`;
    });
    await stage.step('asked how 15.00 would fall on all of them (S)', async () => {
      await press(page, 's');
      await desk.dialog.waitFor();
      await writeOver(page, '15.00');
      await press(page, 'Enter');
      const split = desk.dialog.getByRole('table', { name: m.fees_split_label() });
      await expect(split.locator('tbody tr')).toHaveCount(2);
      return read(split.locator('tbody'));
    });
    await stage.step('paid it so', async () => {
      await expect(desk.dialog.getByRole('button', { name: '₪15.00' })).toBeFocused();
      await press(page, 'Enter');
      await desk.dialog.waitFor({ state: 'detached' });
      await expect(done).toContainText('15.00');
      await expect(total).toContainText('21.10');
      return `${await read(done)} · ${await read(total)}`;
    });
    await stage.step('waived one, with a reason (W)', async () => {
      await standOn(table, '0.60');
      await press(page, 'w');
      await desk.dialog.waitFor();
      await choose(page, m.lists_reason(), 'Library mistake');
      await reach(desk.dialog.getByLabel(m.fees_waive_part()));
      await confirm(m.fees_waive_amount({ amount: '₪0.60' }));
      await expect(total).toContainText('20.50');
      return `${await read(done)} · ${await read(total)}`;
    });
    await stage.step('put one in dispute (D)', async () => {
      await standOn(table, '5.00');
      await press(page, 'd');
      await desk.dialog.waitFor();
      await write(page, 'Says it was returned in time');
      await press(page, 'Enter');
      await desk.dialog.waitFor({ state: 'detached' });
      await expect(done).toContainText(m.fees_done_disputed());
      await expect(total).toContainText('15.50');
      return `${await read(done)} · ${await read(total)}`;
    });
    await stage.step('restored it', async () => {
      await reach(panel.getByRole('radio', { name: m.fees_shown_active() }), 'Shift+Tab');
      await press(page, 'ArrowRight');
      await standOn(table, '5.00');
      await press(page, 'd');
      await desk.dialog.waitFor();
      await press(page, 'Enter');
      await desk.dialog.waitFor({ state: 'detached' });
      await expect(done).toContainText(m.fees_done_restored());
      return read(done);
    });
    await stage.step('paid all that was left, from a note of 50 (Shift+P)', async () => {
      await reach(panel.getByRole('radio', { name: m.fees_shown_disputed() }), 'Shift+Tab');
      await press(page, 'ArrowLeft');
      await expect(total).toContainText('20.50');
      await expect(table.locator('tr[data-key]').first()).toBeVisible();
      await press(page, 'Shift+P');
      await desk.dialog.waitFor();
      await write(page, '50');
      await pay(m.fees_pay_amount({ amount: '₪20.50' }));
      await expect(panel.getByText(m.fees_empty())).toBeVisible();
      await expect(done).toContainText('29.50');
      return read(done);
    });
  },
};
