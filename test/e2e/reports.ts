import path from 'node:path';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode } from '../../src/service/samples.ts';
import { textOf } from '../../src/service/read.ts';
import type { Carrel } from './app.ts';
import { expect, type Service } from './fixtures.ts';
import { press, reach, strike } from './keyboard.ts';

/** The reports room as it is on screen. */
export class Reports {
  readonly page: Page;
  readonly strip: Locator;
  readonly sums: Locator;

  constructor(page: Page) {
    this.page = page;
    this.strip = page.getByRole('region', { name: m.app_strip() });
    this.sums = page.getByRole('group', { name: m.reports_fees_sums() });
  }

  /** To a section of the room, by the palette’s way: the room, then its sections one after the other. */
  async go(section: string): Promise<void> {
    await strike(this.page, 'Alt+6');
    await this.page.getByRole('heading', { level: 2, name: m.app_room_reports(), exact: true }).waitFor();
    const open = this.page.getByRole('region', { name: section });
    while (!(await open.isVisible())) await press(this.page, 'F6');
    await open.waitFor();
  }

  rows(name: string): Locator {
    return this.page.getByRole('grid', { name, exact: true }).locator('tbody tr[data-key]');
  }

  async act(name: string): Promise<void> {
    await reach(this.page.getByRole('button', { name }));
    await press(this.page, 'Enter');
  }

  /** Saves what is seen into a file: what is in it. */
  async save(carrel: Carrel, button: string, folder: string, file: string): Promise<Buffer> {
    const place = path.join(folder, file);
    await carrel.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    }, place);
    await this.act(button);
    await expect(this.strip).toContainText(file, { timeout: 60_000 });
    return readFile(place);
  }
}

/** A fee of a patron, and what is done with it. */
export async function feeActs(
  { client }: Pick<Service, 'client'>,
  { amount = '20.00', paid, waived, owner = 'MAIN', more = {} }: FeeActs,
): Promise<void> {
  const user = { user_id: sampleCode('patronGood') };
  const body = { type: { value: 'OTHER' }, original_amount: amount, owner: { value: owner }, ...more };
  const { id } = await client.call('users.fees.create', { path: user, body });
  const at = { ...user, fee_id: textOf(id) };
  if (paid !== undefined) {
    const query = { amount: paid, method: 'CASH', external_transaction_id: `test-${paid}` };
    await client.call('users.fees.pay', { path: at, query });
  }
  if (waived === true) await client.call('users.fees.waive', { path: at, query: { reason: 'OTHER' } });
}

interface FeeActs {
  readonly amount?: string;
  readonly paid?: string;
  readonly waived?: boolean;
  readonly owner?: string;
  /** Further fields of the fee, as another library’s fees have them. */
  readonly more?: Readonly<Record<string, unknown>>;
}
