import type { Locator, Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import type { Pol } from '../../src/service/shapes/pol.ts';
import { expect, type Service } from './fixtures.ts';
import { press, strike, write } from './keyboard.ts';

/** The order lines of the acquisitions room as they are on screen. */
export class Orders {
  readonly page: Page;
  readonly search: Locator;
  readonly rows: Locator;
  /** The order line that is open. */
  readonly order: Locator;
  readonly heading: Locator;
  readonly dialog: Locator;
  /** What the shares of the funds come to, in the form. */
  readonly total: Locator;

  constructor(page: Page) {
    this.page = page;
    this.search = page.getByRole('textbox', { name: m.orders_search() });
    this.rows = page.getByRole('grid', { name: m.orders_section() }).locator('tbody tr[data-key]');
    this.order = page.getByRole('article', { name: m.orders_one() });
    this.heading = this.order.getByRole('heading', { level: 2 });
    this.dialog = page.getByRole('dialog');
    this.total = page.getByTestId('shares-total');
  }

  /** Alt+3 and Alt+O: what is typed next is looked for. */
  async go(): Promise<void> {
    await strike(this.page, 'Alt+3');
    // The room's own keys are there once it is.
    await this.page.getByRole('tab', { name: m.orders_section() }).waitFor();
    await press(this.page, 'Alt+o');
    await this.search.waitFor();
    await expect(this.search).toBeFocused();
  }

  /** Looks for a text, in the field that has the focus. */
  async find(text: string): Promise<void> {
    await write(this.page, text);
    await press(this.page, 'Enter');
  }

  /** Opens the one order line that is found. */
  async open(text: string, title: string): Promise<void> {
    await this.find(text);
    await expect(this.heading).toHaveText(title);
  }

  /** A field of the form, by its label. */
  field(label: string): Locator {
    return this.dialog.getByLabel(label, { exact: true }).first();
  }
}

/** An order line on record, past the program and its screens. */
export const orderOnRecord = ({ client }: Pick<Service, 'client'>, number: string): Promise<Pol> =>
  client.call('acq.pol.get', { path: { pol_id: number } });

/** Someone else changes an order line. */
export async function changedElsewhere(
  service: Pick<Service, 'client'>,
  number: string,
  change: object,
): Promise<void> {
  const body = { ...(await orderOnRecord(service, number)), ...change };
  await service.client.call('acq.pol.update', { path: { pol_id: number }, body });
}
