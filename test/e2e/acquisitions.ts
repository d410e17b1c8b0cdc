import type { Locator, Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { arrayOf, codeOf, textOf } from '../../src/service/read.ts';
import type { Invoice } from '../../src/service/shapes/invoice.ts';
import type { Pol } from '../../src/service/shapes/pol.ts';
import { sum } from '../../src/shared/money.ts';
import { expect, type Service } from './fixtures.ts';
import { press, reach, strike, write } from './keyboard.ts';

/** The acquisitions room as it is on screen. */
export class Acquisitions {
  readonly page: Page;
  readonly search: Locator;
  readonly rows: Locator;
  /** The invoice that is open. */
  readonly invoice: Locator;
  /** The form of a new invoice. */
  readonly form: Locator;
  /** Its lines. */
  readonly lines: Locator;
  readonly sum: Locator;
  /** The unfinished invoice that is open. */
  readonly job: Locator;
  readonly dialog: Locator;
  readonly question: Locator;
  /** The last results of all rooms. */
  readonly strip: Locator;

  constructor(page: Page) {
    this.page = page;
    this.search = page.getByRole('textbox', { name: m.invoices_search(), exact: true });
    this.rows = page.getByRole('grid', { name: m.invoices_section() }).locator('tbody tr[data-key]');
    this.invoice = page.getByRole('article', { name: m.invoices_invoice(), exact: true });
    this.form = page.getByRole('form', { name: m.invoices_new(), exact: true });
    this.lines = this.form.getByRole('region', { name: m.invoices_lines() }).getByRole('listitem');
    this.sum = page.getByTestId('invoice-sum');
    this.job = page.getByRole('article', { name: m.invoices_job(), exact: true });
    this.dialog = page.getByRole('dialog');
    this.question = page.getByRole('alertdialog');
    this.strip = page.getByRole('region', { name: m.app_strip() });
  }

  /** Alt+3: the list of invoices. */
  async go(): Promise<void> {
    await strike(this.page, 'Alt+3');
    await this.search.waitFor();
    await expect(this.search).toBeFocused();
  }

  /** Alt+N in the room: a new invoice, its number first. */
  async enter(): Promise<void> {
    await this.go();
    await press(this.page, 'Alt+n');
    await expect(this.number).toBeFocused();
  }

  get number(): Locator {
    return this.field(m.invoices_column_number());
  }

  /** A field of the form, by its label. */
  field(label: string): Locator {
    return this.form.getByRole('textbox', { name: label }).first();
  }

  /** Looks for invoices by a text, and opens the one found. */
  async open(number: string): Promise<void> {
    await write(this.page, number);
    await press(this.page, 'Enter');
    await expect(this.rows).toHaveCount(1);
    await reach(this.rows.first());
    await press(this.page, 'Enter');
    await expect(this.invoice.getByRole('heading', { level: 2 })).toHaveText(number);
  }
}

/** Order lines of one vendor that open funds pay, so many of them. */
export async function ordersOfOneVendor({ client }: Service, count: number): Promise<readonly Pol[]> {
  const { items } = await client
    .call('acq.pol.search', { query: { q: 'all~POL', limit: 100 } })
    .catch(() => ({
      items: [] as Pol[],
    }));
  const pols = items.length > 0 ? items : await named(client);
  const byVendor = Map.groupBy(pols, ({ vendor }) => codeOf(vendor));
  const found = [...byVendor.values()].find((of) => of.length >= count);
  if (!found) throw new Error(`no vendor has ${count} order lines`);
  return found.slice(0, count);
}

async function named(client: Service['client']): Promise<Pol[]> {
  const numbers = Array.from({ length: 20 }, (_, index) => `POL-${1001 + index}`);
  return Promise.all(numbers.map((pol_id) => client.call('acq.pol.get', { path: { pol_id } })));
}

export const numberOf = ({ number }: Pol): string => textOf(number);

/** What its order line is called; a test that asks for one without a title would ask for nothing. */
export function titleOf(pol: Pol | undefined): string {
  const title = textOf(pol?.resource_metadata?.title);
  if (title === '') throw new Error('the order line has no title');
  return title;
}

/** What order lines cost together, as their orders say. */
export const priceOf = (...pols: readonly Pol[]): string => sum(pols.map(({ price }) => textOf(price?.sum)));

/** The invoices with this number on record, past the program and its screens. */
export async function invoicesOnRecord({ client }: Service, number: string): Promise<readonly Invoice[]> {
  const { items } = await client.call('acq.invoices.search', { query: { q: `invoice_number~${number}` } });
  return items.filter((invoice) => invoice.number === number);
}

/** The lines of an invoice on record: their order lines and prices. */
export async function linesOnRecord({ client }: Service, invoice: Invoice): Promise<readonly string[]> {
  const path = { invoice_id: textOf(invoice.id) };
  const { items } = await client.call('acq.invoices.lines.list', { path, query: { limit: 100 } });
  return items.map((line) => `${textOf(line.po_line)} ${textOf(line.price)}`);
}

/** Makes an invoice on record with a total and lines. */
export async function makeInvoice(
  { client }: Service,
  { number, total, pols }: { readonly number: string; readonly total: string; readonly pols: readonly Pol[] },
): Promise<Invoice> {
  const invoice = await client.call('acq.invoices.create', {
    body: {
      ...{ number, invoice_date: '2026-11-01Z', total_amount: total },
      vendor: { value: codeOf(pols[0]?.vendor) },
    },
  });
  for (const pol of pols) {
    const [fund] = arrayOf(pol.fund_distribution);
    await client.call('acq.invoices.lines.create', {
      path: { invoice_id: textOf(invoice.id) },
      body: {
        ...{ price: textOf(pol.price?.sum), po_line: numberOf(pol), quantity: 1 },
        fund_distribution: [{ fund_code: { value: codeOf(fund?.fund_code) }, percent: '100' }],
        type: { value: 'REGULAR' },
      },
    });
  }
  return invoice;
}
