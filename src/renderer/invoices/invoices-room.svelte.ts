import type { Shell } from '../app/shell.svelte.ts';
import { InvoiceEntry } from './entry.svelte.ts';
import { InvoiceList } from './invoice-list.svelte.ts';
import { InvoiceJobs } from './jobs.svelte.ts';
import { OpenInvoice } from './open-invoice.svelte.ts';
import { outlasting } from '../ui/outlasting.svelte.ts';

/** The invoices of this window: the list, the one that is open, the one that is entered, and those left unfinished. */
export class InvoicesRoom {
  readonly list = new InvoiceList();
  readonly jobs = new InvoiceJobs();
  readonly entry: InvoiceEntry;
  opened = $state.raw<OpenInvoice | null>(null);

  constructor(entry: InvoiceEntry) {
    this.entry = entry;
  }

  open(invoiceId: string): void {
    this.opened?.close();
    this.opened = new OpenInvoice(invoiceId);
    void this.opened.load();
  }

  /** Back to the list. */
  close(): void {
    this.opened?.close();
    this.opened = null;
  }

  /** Back to the list; answers whether an invoice was open. */
  back(): boolean {
    const wasOpen = this.opened !== null;
    this.close();
    return wasOpen;
  }

  /** Turns a page of the lines of the invoice that is open, or else of the list. */
  async turn(by: 1 | -1): Promise<void> {
    await (this.opened ?? this.list).turn(by);
  }

  /** An invoice was made or changed: the list is read again, where it was read at all. */
  async changed(): Promise<void> {
    if (this.list.list.value !== null) await this.list.list.load();
  }

  /** Another library has other invoices. */
  forget(): void {
    this.close();
    this.list.forget();
    this.entry.forget();
  }
}

/** Made when its first section is opened; it goes on while other rooms are open. */
export function invoicesRoom(shell: Shell): InvoicesRoom {
  return (shell.invoices ??= outlasting(() => newRoom(shell)));
}

function newRoom(shell: Shell): InvoicesRoom {
  const entry = new InvoiceEntry({
    currency: () => shell.station.view?.currency ?? '',
    onComplete: (text) => {
      shell.results.reportText(text);
      void shell.invoices?.changed();
    },
  });
  const room = new InvoicesRoom(entry);
  room.jobs.start();
  return room;
}
