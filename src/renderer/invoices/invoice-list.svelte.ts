import type { Answer, Input } from '../../contract/index.ts';
import { call } from '../api.ts';
import { Listing } from '../ui/list/listing.svelte.ts';
import { rowIds } from '../ui/row-ids.ts';

/** The list of invoices: what is looked for, and the page that is shown. */
export class InvoiceList {
  q = $state('');
  /** A code; `''` for every status. */
  status = $state('');
  /** A vendor's code, as typed. */
  vendor = $state('');
  order = $state<Input<'invoices.list'>['order']>('newest');
  /** Counted from 0. */
  page = $state(0);
  at = $state('');
  /** What was asked last, so that an empty answer can say what was looked for. */
  readonly isNarrowed = $derived(this.q.trim() !== '' || this.status !== '' || this.vendor.trim() !== '');
  readonly list = new Listing<Answer<'invoices.list'>>((signal) =>
    call(
      'invoices.list',
      {
        q: this.q.trim(),
        status: this.status,
        vendor: this.vendor.trim(),
        page: this.page,
        order: this.order,
      },
      { signal },
    ),
  );
  readonly rows = $derived(this.list.value?.invoices ?? []);
  /** What tells the rows apart, whatever ids they came with. */
  readonly keyOf = $derived(rowIds(this.rows, ({ invoiceId }) => invoiceId));
  readonly nameless = $derived(this.rows.find((row) => this.keyOf(row) === this.at)?.invoiceId === '');

  /** Asks again, from the first page. */
  async find(): Promise<void> {
    this.page = 0;
    await this.list.anew();
  }

  /** Shows all invoices again. */
  async clear(): Promise<void> {
    this.q = this.status = this.vendor = '';
    await this.find();
  }

  async turn(by: 1 | -1): Promise<void> {
    const page = this.page + by;
    if (page < 0 || page >= pagesIn(this.list.value)) return;
    this.page = page;
    await this.list.anew();
  }

  forget(): void {
    this.list.stop();
    this.list.value = null;
    this.q = this.status = this.vendor = this.at = '';
    this.page = 0;
  }
}

/** How many pages there are; one while nothing was read. */
export const pagesIn = (page: { readonly total: number; readonly pageSize: number } | null): number =>
  page ? Math.max(1, Math.ceil(page.total / page.pageSize)) : 1;
