import type { Locator, Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import type { SectionId } from '../../src/renderer/configuration/sections.ts';
import { expect } from './fixtures.ts';
import { press, reach, strike } from './keyboard.ts';

/** What the sections are called. */
export const names: Readonly<Record<SectionId, () => string>> = {
  libraries: m.configuration_section_libraries,
  departments: m.configuration_section_departments,
  'circ-desks': m.configuration_section_circ_desks,
  locations: m.configuration_section_locations,
  'code-tables': m.configuration_section_code_tables,
  'mapping-tables': m.configuration_section_mapping_tables,
  letters: m.configuration_section_letters,
  'deposit-profiles': m.configuration_section_deposit_profiles,
  'import-profiles': m.configuration_section_import_profiles,
  printers: m.configuration_section_printers,
  general: m.configuration_section_general,
  workflows: m.configuration_section_workflows,
};

/** The configuration room as it is on screen. */
export class Configuration {
  readonly page: Page;
  readonly tabs: Locator;
  readonly search: Locator;
  /** The record that is open. */
  readonly record: Locator;
  readonly question: Locator;
  readonly strip: Locator;

  constructor(page: Page) {
    this.page = page;
    this.tabs = page.getByRole('tablist', { name: m.app_room_configuration() });
    const panel = page.getByRole('tabpanel');
    this.search = panel.getByRole('textbox', { name: m.configuration_search() });
    this.record = panel.getByRole('article');
    this.question = page.getByRole('alertdialog');
    this.strip = page.getByRole('region', { name: m.app_strip() });
  }

  tab(section: SectionId): Locator {
    return this.tabs.getByRole('tab', { name: names[section](), exact: true });
  }

  rows(section: SectionId): Locator {
    return this.page.getByRole('grid', { name: names[section](), exact: true }).locator('tbody tr[data-key]');
  }

  /** Alt+5, and F6 until the section is open; the focus is on its name. */
  async go(section: SectionId): Promise<void> {
    await strike(this.page, 'Alt+5');
    await this.tabs.waitFor();
    const tab = this.tab(section);
    for (let times = 0; times < Object.keys(names).length; times += 1) {
      if ((await tab.getAttribute('aria-selected')) === 'true') return;
      const open = this.tabs.getByRole('tab', { selected: true });
      const before = await open.innerText();
      await strike(this.page, 'F6');
      await expect(open).not.toHaveText(before);
    }
    await expect(tab).toHaveAttribute('aria-selected', 'true');
  }

  /** Opens the row with this text, and waits for its record. */
  async open(section: SectionId, text: string): Promise<void> {
    const row = this.rows(section).filter({ hasText: text }).first();
    await row.waitFor();
    await reach(this.rows(section).and(this.page.locator('[tabindex="0"]')));
    await strike(this.page, 'Home');
    while ((await row.and(this.page.locator(':focus')).count()) === 0) await strike(this.page, 'ArrowDown');
    await press(this.page, 'Enter');
    await expect(this.record.getByRole('heading', { level: 2 })).toBeFocused();
  }

  /** What is said of a field of the record that is open, by its name at the service. */
  field(name: string): Locator {
    return this.record.locator(`dt[title="${name}"] + dd`).first();
  }

  /** The names that the service gives the fields that are shown, but for those within a field. */
  async fieldNames(): Promise<readonly string[]> {
    return this.record
      .locator('dl:not(.nested) > dt')
      .evaluateAll((terms) => terms.map((term) => (term as unknown as { title: string }).title));
  }
}
