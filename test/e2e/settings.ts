import type { Locator, Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { expect } from './fixtures.ts';
import { press, reach, strike } from './keyboard.ts';

/** What somebody fills in to connect a station. */
export interface Filled {
  readonly address: string;
  readonly root?: string;
  readonly key: string;
  readonly keep?: 'keychain' | 'thisRun';
}

/** The settings as they stand on screen, and how a person at the keyboard uses them. */
export class SettingsRoom {
  readonly page: Page;
  readonly heading: Locator;
  readonly banner: Locator;
  readonly address: Locator;
  readonly root: Locator;
  readonly key: Locator;
  /** Everything below "Connect to …": the fields, and what came of them. */
  readonly form: Locator;
  readonly #bar: Locator;

  /** `section` is the one whose form is meant: that of the first start has the same fields. */
  constructor(page: Page, section: string = m.station_connection()) {
    this.page = page;
    this.heading = page.getByRole('heading', { level: 2, name: m.station_title(), exact: true });
    this.#bar = page.getByRole('region', { name: m.app_bar(), exact: true });
    this.banner = this.#bar.getByText(m.app_bar_practice());
    // Also while another section has taken its place.
    this.form = page
      .getByRole('tabpanel', { name: section, exact: true, includeHidden: true })
      .locator('form')
      .filter({ has: page.getByLabel(m.station_connect_key(), { exact: true }) });
    this.address = this.form.getByRole('textbox', { name: m.station_connect_address(), exact: true });
    this.root = this.form.getByRole('textbox', { name: m.station_connect_root(), exact: true });
    this.key = this.form.getByLabel(m.station_connect_key(), { exact: true });
  }

  /** By its key: the last of the rooms, of which the institution has one less. */
  async go(section?: string): Promise<void> {
    await this.#bar.getByRole('paragraph').first().filter({ hasText: /\S/ }).waitFor();
    const isPractice = (await this.banner.count()) > 0;
    await this.page.keyboard.press(isPractice ? 'Alt+8' : 'Alt+7');
    await this.heading.waitFor();
    if (section !== undefined) await this.open(section);
  }

  /** Opens the section of this name, with the arrows in the list of them. */
  async open(section: string): Promise<void> {
    const names = this.page.getByRole('tablist', { name: m.station_title(), exact: true });
    const isOpen = async (): Promise<boolean> =>
      (await names.getByRole('tab', { name: section, exact: true, selected: true }).count()) > 0;
    await names.waitFor();
    if (await isOpen()) return;
    const selected = names.getByRole('tab', { selected: true });
    for (let left = await names.getByRole('tab').count(); left > 0 && !(await isOpen()); left -= 1) {
      const before = await selected.innerText();
      // The focus may have left the list meanwhile: then it goes back to the same section.
      await expect(async () => {
        await reach(selected);
        await strike(this.page, 'ArrowDown');
        // A key that is pressed before the next section is open goes past the one that is looked for.
        await expect(selected).not.toHaveText(before, { timeout: 10_000 });
      }).toPass({ timeout: 45_000 });
    }
    await this.page.getByRole('tabpanel', { name: section, exact: true }).waitFor();
  }

  /** Fills in the form as somebody does who has the address and the key in an e-mail: by pasting. */
  async fill({ address, root, key, keep = 'thisRun' }: Filled): Promise<void> {
    await this.open(m.station_connection());
    await this.paste(this.address, address);
    if (root !== undefined) await this.paste(this.root, root);
    await this.paste(this.key, key);
    const expected = keep === 'keychain' ? m.station_connect_keychain() : m.station_connect_this_run();
    await this.pick(expected, this.form);
  }

  async paste(field: Locator, text: string): Promise<void> {
    await reach(field);
    await this.page.keyboard.press('Control+A');
    if (text === '') await this.page.keyboard.press('Delete');
    else await this.page.keyboard.insertText(text);
  }

  /** Picks one of a few, with the arrows. */
  async pick(label: string, within: Locator | Page = this.page): Promise<void> {
    const target = within.getByRole('radio', { name: label, exact: true });
    const group = within
      .getByRole('group')
      .filter({ has: this.page.getByRole('radio', { name: label, exact: true }) });
    await reach(group.locator('input:checked'));
    for (let presses = 0; presses < 5 && !(await target.isChecked()); presses += 1) {
      await press(this.page, 'ArrowRight');
    }
  }

  async press(name: string, within: Locator | Page = this.page): Promise<void> {
    await reach(within.getByRole('button', { name, exact: true }));
    await press(this.page, 'Enter');
  }

  /** Connects, and waits until the station is connected; where no library is chosen yet, that section is open then. */
  async connect(filled: Filled): Promise<void> {
    await this.fill(filled);
    await this.press(m.station_connect_act(), this.form);
    await this.isConnected();
  }

  /** Waits until the form says so, which another section may have taken the place of. */
  async isConnected(): Promise<void> {
    await this.form.getByText(m.station_connect_done_lead()).waitFor({ state: 'attached' });
  }
}
