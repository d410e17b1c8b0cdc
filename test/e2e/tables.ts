import type { Locator, Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import type { CodeTable } from '../../src/service/shapes/tables.ts';
import { expect, type Service } from './fixtures.ts';
import { oneLine, press, reach, strike, write } from './keyboard.ts';

/** A row of a code table, as the service has it. */
export interface CodeRow {
  readonly code: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enabled?: unknown;
}

/** The sections of code tables and mapping tables as they are on screen. */
export class Tables {
  readonly page: Page;
  readonly search: Locator;
  readonly list: Locator;
  readonly filter: Locator;
  /** What saving would do. */
  readonly difference: Locator;

  constructor(page: Page, kind: 'code' | 'mapping' = 'code') {
    this.page = page;
    const label =
      kind === 'code' ? m.configuration_section_code_tables() : m.configuration_section_mapping_tables();
    this.search = page.getByRole('textbox', { name: m.configuration_tables_search() });
    this.list = page.getByRole('grid', { name: label });
    this.filter = page.getByRole('searchbox', { name: m.grid_filter() });
    this.difference = page.getByRole('region', { name: m.configuration_tables_difference() });
  }

  /** Goes to the code tables, and opens one. */
  static async opened(page: Page, name: string): Promise<Tables> {
    const tables = new Tables(page);
    await tables.go();
    await tables.open(name);
    return tables;
  }

  /** Goes to the section by its keys. */
  async go(sections = 4): Promise<void> {
    await strike(this.page, 'Alt+5');
    await expect(this.page.getByRole('tab', { name: m.configuration_section_libraries() })).toBeVisible();
    for (let times = 0; times < sections; times += 1) await press(this.page, 'F6');
    await reach(this.search);
  }

  /** Opens a table by its name, and waits until its current cell has the focus. */
  async open(name: string): Promise<void> {
    await reach(this.search);
    await press(this.page, 'Control+A');
    await write(this.page, name);
    await expect(this.list.locator(`tr[data-key="${name}"]`)).toBeVisible();
    await press(this.page, 'ArrowDown');
    await expect(this.list.locator(`tr[data-key="${name}"]`)).toBeFocused();
    await press(this.page, 'Enter');
    await expect(this.grid(name).locator(':focus')).toHaveCount(1);
  }

  grid(name: string): Locator {
    return this.page.getByRole('grid', { name, exact: true });
  }

  cell(name: string, row: number, column: number): Locator {
    return this.grid(name).locator('[role="row"][data-key]').nth(row).getByRole('gridcell').nth(column);
  }

  /** The texts of a column, from the first row that is drawn. */
  async column(name: string, column: number): Promise<string[]> {
    const cells = this.grid(name).locator(`[role="gridcell"][data-column="${column}"]`);
    return (await cells.allTextContents()).map(oneLine);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await press(this.page, key);
  }

  /** Ctrl+S, and waits for the difference. */
  async look(): Promise<void> {
    await press(this.page, 'Control+s');
    await expect(this.difference).toBeVisible();
    await expect(this.page.getByText(m.configuration_tables_comparing())).toBeHidden();
  }

  /** Looks at the difference and saves it, with what the button is to count: `1 changed`. */
  async save(counts: string): Promise<void> {
    await this.look();
    await this.act(m.configuration_tables_save({ counts }));
    await expect(this.page.getByText(m.configuration_tables_saved_as_sent())).toBeVisible();
  }

  /** Types over the current cell. */
  async over(text: string): Promise<void> {
    await write(this.page, text);
    await press(this.page, 'Enter');
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name });
  }

  /** Presses a button by Tab and Enter. */
  async act(name: string): Promise<void> {
    await reach(this.button(name));
    await press(this.page, 'Enter');
  }
}

/** What is on the clipboard, as another program gets it: it is pasted, and what comes of it is kept from the page. */
export async function readClipboard(page: Page): Promise<string> {
  await page.evaluate(`addEventListener('paste', (event) => {
    event.stopImmediatePropagation();
    event.preventDefault();
    globalThis.pastedText = event.clipboardData.getData('text/plain');
  }, { capture: true, once: true })`);
  await press(page, 'Control+v');
  return page.evaluate<string>('globalThis.pastedText');
}

/** Puts a text on the clipboard, as another program does. */
export async function writeClipboard(page: Page, text: string): Promise<void> {
  await page.evaluate(`addEventListener('copy', (event) => {
    event.stopImmediatePropagation();
    event.preventDefault();
    event.clipboardData.setData('text/plain', ${JSON.stringify(text)});
  }, { capture: true, once: true })`);
  await press(page, 'Control+c');
}

const at = (name: string) => ({ path: { table_name: name } });

const tableOf = (service: Service, name: string): Promise<CodeTable> =>
  service.client.call('conf.codeTables.get', at(name), {});

/** The codes of a table, as the service has them now. */
export const codesOf = async (service: Service, name: string): Promise<string[]> =>
  ((await tableOf(service, name)).row as readonly CodeRow[]).map(({ code }) => code);

/** The descriptions of its rows. */
export const descriptionsOf = async (service: Service, name: string): Promise<(string | undefined)[]> =>
  ((await tableOf(service, name)).row as readonly CodeRow[]).map(({ description }) => description);

/** The first two columns of a mapping table. */
export async function columnsOf(service: Service, name: string): Promise<string[]> {
  const { row } = await service.client.call('conf.mappingTables.get', at(name), {});
  return (row as readonly { column0: string; column1: string }[]).map(
    ({ column0, column1 }) => `${column0} ${column1}`,
  );
}

/** A second librarian writes the table. */
export async function rewrite(
  service: Service,
  name: string,
  change: (rows: readonly CodeRow[]) => readonly CodeRow[],
): Promise<void> {
  const table = await tableOf(service, name);
  const body = { ...table, row: change(table.row as readonly CodeRow[]) };
  await service.client.call('conf.codeTables.update', { ...at(name), body } as never, {});
}
