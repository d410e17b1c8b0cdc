import type { Locator, Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { expect, type Service } from './fixtures.ts';
import { press, reach, standOn, strike } from './keyboard.ts';

/** The letter that the tests change. */
export const overdue = { code: 'OverdueAndLostLoanLetter', name: 'Overdue Notice' } as const;

const at = { path: { letter_code: overdue.code } };

/** A stylesheet with this in it. */
export const sheet = (inside: string): string =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">${inside}</xsl:stylesheet>`;

/** The letter as the service has it. */
export const stored = (service: Service) => service.client.call('conf.letters.get', at);

/** Changes the letter at the service, as someone else would. */
export async function change(service: Service, fields: object): Promise<void> {
  await service.client.call('conf.letters.update', {
    ...at,
    body: { ...(await stored(service)), ...fields },
  });
}

/** The letters of the configuration room, as they are on screen. */
export class LettersRoom {
  readonly page: Page;
  readonly filter: Locator;
  readonly table: Locator;
  readonly rows: Locator;
  readonly letter: Locator;
  readonly template: Locator;
  readonly sample: Locator;
  readonly save: Locator;
  readonly dialog: Locator;
  readonly strip: Locator;
  readonly unsaved: Locator;
  /** What the template makes. */
  readonly result: Locator;

  constructor(page: Page) {
    this.page = page;
    this.filter = page.getByRole('textbox', { name: m.letters_filter() });
    this.table = page.getByRole('grid', { name: m.configuration_section_letters() });
    this.rows = this.table.locator('tbody tr[data-key]');
    this.letter = page.getByRole('article', { name: m.letters_one() });
    this.template = page.getByRole('textbox', { name: m.letters_template_of({ letter: overdue.name }) });
    this.sample = page.getByRole('textbox', { name: m.letters_view_sample() });
    this.save = page.getByRole('button', { name: m.letters_save() });
    this.dialog = page.getByRole('dialog');
    this.strip = page.getByRole('region', { name: m.app_strip() });
    this.unsaved = this.letter.getByText(m.letters_unsaved(), { exact: true });
    this.result = page.getByRole('region', { name: m.letters_preview_of({ letter: overdue.name }) });
  }

  /** To the list, by F6 through the sections of the room. */
  async go(): Promise<void> {
    await strike(this.page, 'Alt+5');
    const heading = this.page.getByRole('heading', { name: m.app_room_configuration() });
    await heading.waitFor();
    const shown = this.table.or(this.letter);
    for (let presses = 0; presses < 12; presses += 1) {
      if ((await shown.count()) > 0 || (await this.filter.count()) > 0) return;
      await press(this.page, 'F6');
    }
    throw new Error('F6 does not reach the letters');
  }

  async open(part?: string): Promise<void> {
    await this.go();
    await standOn(this.table, overdue.name);
    await press(this.page, 'Enter');
    await expect(this.page.getByRole('heading', { name: overdue.name })).toBeFocused();
    if (part !== undefined) await this.show(part);
  }

  /** Shows a part of the letter, by the arrows. */
  async show(part: string): Promise<void> {
    await this.choose(m.letters_part(), part);
  }

  /** Chooses one of several by the arrows. */
  async choose(group: string, option: string): Promise<void> {
    const options = this.page.getByRole('group', { name: group });
    await reach(options.locator('input:checked'), 'Tab', 200);
    for (let presses = 0; presses < 5; presses += 1) {
      if (await options.getByRole('radio', { name: option, exact: true }).isChecked()) return;
      await press(this.page, 'ArrowRight');
    }
    throw new Error(`the arrows do not reach ${option}`);
  }

  /** Shows the template, with the focus at its end. */
  async edit(): Promise<void> {
    await this.show(m.letters_template());
    await reach(this.template);
    await press(this.page, 'Control+End');
  }

  /** Leaves the editor as its hint says. */
  async leaveEditor(): Promise<void> {
    await press(this.page, 'Escape');
    await press(this.page, 'Tab');
  }

  /** Alt+S: what saving would change. */
  async review(): Promise<void> {
    await press(this.page, 'Alt+s');
    await this.dialog.waitFor();
  }

  /** Saves what the dialog shows. */
  async confirm(): Promise<void> {
    await reach(this.dialog.getByRole('button', { name: m.letters_save_act() }));
    await press(this.page, 'Enter');
    await expect(this.dialog).toBeHidden();
    await expect(this.strip).toContainText(m.letters_saved());
  }
}
