import type { Answer } from '../../contract/index.ts';
import type { InvoiceView } from '../../contract/invoices.ts';
import { call } from '../api.ts';
import { Listing } from '../ui/list/listing.svelte.ts';
import { rowIds } from '../ui/row-ids.ts';
import { pagesIn } from './invoice-list.svelte.ts';

/** What is done to an invoice. */
export type InvoiceAct = 'process' | 'pay' | 'markInErp' | 'reject';

/** The invoice that is open, a page of its lines, and what is being done to it. */
export class OpenInvoice {
  readonly invoiceId: string;
  readonly view = new Listing<InvoiceView>((signal) =>
    call('invoices.read', { invoiceId: this.invoiceId }, { signal }),
  );
  readonly lines = new Listing<Answer<'invoices.lines'>>((signal) =>
    call('invoices.lines', { invoiceId: this.invoiceId, page: this.page }, { signal }),
  );
  /** Of its lines, counted from 0. */
  page = $state(0);
  /** The current line, and the one whose details are shown. */
  at = $state('');
  shown = $state('');
  dialog = $state.raw<InvoiceAct | null>(null);
  readonly keyOf = $derived(rowIds(this.lines.value?.lines ?? [], ({ lineId }) => lineId));

  constructor(invoiceId: string) {
    this.invoiceId = invoiceId;
  }

  async load(): Promise<void> {
    await Promise.all([this.view.load(), this.lines.load()]);
  }

  /** Shows the invoice as an act left it; reads it where the answer does not have it. */
  async update(record: InvoiceView | null): Promise<void> {
    if (record) {
      this.view.value = record;
      await this.lines.load();
    } else await this.load();
  }

  async turn(by: 1 | -1): Promise<void> {
    const page = this.page + by;
    if (page < 0 || page >= pagesIn(this.lines.value)) return;
    this.page = page;
    await this.lines.anew();
  }

  close(): void {
    this.view.stop();
    this.lines.stop();
    this.dialog = null;
  }
}
