import { expect } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode } from '../../src/service/samples.ts';
import { Desk } from '../e2e/desk.ts';
import { press, read } from '../e2e/keyboard.ts';
import type { Flow } from './stage.ts';

/** Flow 2, the way back: returning, and where each book goes. */
export const returning: Flow = {
  number: 2,
  title: 'Books come back',
  play: async (stage) => {
    const { page } = await stage.open();
    const desk = new Desk(page);
    const next = desk.patron.getByRole('group', { name: m.desk_goes_next(), exact: true });

    const returns = [
      ['itemOnLoan', 'a book with nobody open', m.desk_to_shelf(), 'The Remains of the Day'],
      ['itemHoldHere', 'a book that somebody waits for', m.desk_to_hold(), 'Ben-Ami, Rivka'],
      ['itemOtherLibrary', 'a book of another library', m.desk_to_transit(), 'Science Library'],
    ] as const;
    for (const [id, what, where, also] of returns) {
      await stage.step(`returned ${what}`, async () => {
        await desk.scan(sampleCode(id));
        await expect(desk.heading).toHaveText(where);
        await expect(next).toContainText(also);
        return read(next);
      });
    }
    await stage.step('returned an overdue book with a patron open (F2)', async () => {
      await desk.open(sampleCode('patronNothing'), 'Grace Okafor');
      await press(page, 'F2');
      await desk.scan(sampleCode('itemOverdue'));
      await expect(desk.heading).toHaveText(m.desk_to_shelf());
      await expect(next).toContainText('Bleak House');
      return read(next);
    });
    await stage.step('went back to lending (F1)', async () => {
      await press(page, 'F1');
      await expect(desk.heading).toHaveText('Grace Okafor');
      return read(desk.patron.getByTestId('who'));
    });
  },
};
