import type { InvoiceJobRow } from '../../contract/invoices.ts';
import type { Failure } from '../../contract/failure.ts';
import { call, watch } from '../api.ts';

/** The invoices that are being entered, or whose entering has stopped, as main reports them. */
export class InvoiceJobs {
  /** Oldest first. */
  rows = $state.raw<readonly InvoiceJobRow[]>([]);
  failure = $state.raw<Failure | null>(null);

  /** Follows main until the function it answers is called. */
  start(): () => void {
    return watch('invoices.watchJobs', (rows) => {
      this.rows = rows;
    });
  }

  /** What an unfinished invoice does at this moment; undefined where it is in the list no more. */
  row(id: string): InvoiceJobRow | undefined {
    return this.rows.find((row) => row.id === id);
  }

  /** A person has seen to it elsewhere: it leaves the list. Answers whether it did. */
  async dismiss(id: string): Promise<boolean> {
    const reply = await call('invoices.dismiss', { id });
    this.failure = reply.ok ? null : reply.failure;
    return reply.ok;
  }
}
