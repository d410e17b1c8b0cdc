import { expect } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode } from '../../src/service/samples.ts';
import { doneLine, Desk } from '../e2e/desk.ts';
import { press, read, standOn, write } from '../e2e/keyboard.ts';
import { practiceLibrary, withFaults } from '../e2e/with-faults.ts';
import type { Flow } from './stage.ts';

/** Flow 5: a hold is placed and taken back. */
export const requests: Flow = {
  number: 5,
  title: 'A hold is placed and cancelled',
  play: async (stage) => {
    const carrel = await stage.open({ env: withFaults });
    const { page } = carrel;
    const desk = new Desk(page);

    await stage.step('looked at the requests of Rivka Ben-Ami', async () => {
      await desk.open(sampleCode('patronGood'), 'Rivka Ben-Ami');
      const rows = (await desk.tab('requests')).locator('tr[data-key]');
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText('Wolf Hall');
      return read(rows);
    });
    await desk.open(sampleCode('patronNothing'), 'Grace Okafor');
    const panel = await desk.tab('requests');
    const table = panel.getByRole('grid', { name: m.requests_label() });
    const done = doneLine(panel);
    await stage.step('looked a book up, to place a hold on it for Grace Okafor (H)', async () => {
      await expect(panel).toContainText(m.requests_empty());
      await press(page, 'h');
      await desk.dialog.waitFor();
      await write(page, sampleCode('itemForHold'));
      await press(page, 'Enter');
      await expect(desk.dialog).toContainText('The Master of Go');
      return read(desk.dialog.getByTestId('item'));
    });
    await stage.step('placed it', async () => {
      await expect(desk.dialog.getByRole('button', { name: m.requests_place() })).toBeFocused();
      await press(page, 'Enter');
      await desk.dialog.waitFor({ state: 'detached' });
      await expect(done).toContainText(m.requests_done_placed());
      await expect(table.locator('tr[data-key]')).toContainText('The Master of Go');
      return `${await read(done)} · ${await read(table.locator('tr[data-key]'))}`;
    });
    await stage.step('cancelled it, with a reason (Delete)', async () => {
      await standOn(table, 'The Master of Go');
      await press(page, 'Delete');
      await expect(desk.dialog.getByRole('radio').first()).toBeFocused();
      await press(page, '1');
      await expect(desk.dialog.getByRole('button', { name: m.requests_cancel_act() })).toBeFocused();
      await press(page, 'Enter');
      await desk.dialog.waitFor({ state: 'detached' });
      await expect(panel).toContainText(m.requests_empty());
      return read(done);
    });
    await stage.step('placed a hold on a book that another desk has just lent', async () => {
      const library = await practiceLibrary(carrel);
      await desk.tab('requests');
      await press(page, 'h');
      await desk.dialog.waitFor();
      await write(page, sampleCode('itemFree6'));
      await press(page, 'Enter');
      await expect(desk.dialog).toContainText('The Waves');
      await library.call('users.loans.create', {
        path: { user_id: 'rivka.ben-ami' },
        query: { item_barcode: sampleCode('itemFree6') },
        body: { circ_desk: { value: 'DEFAULT_CIRC_DESK' }, library: { value: 'MAIN' } },
      });
      await press(page, 'Enter');
      const settling = desk.dialog.getByText(m.requests_settling());
      await settling.waitFor();
      const said = await read(settling);
      await desk.dialog.waitFor({ state: 'detached' });
      await expect(done).toContainText('The Waves');
      return `${said} … ${await read(done)}`;
    });
  },
};
