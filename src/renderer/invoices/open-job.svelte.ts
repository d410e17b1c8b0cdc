import type { Reply } from '../../contract/define.ts';
import type { Failure } from '../../contract/failure.ts';
import type { InvoiceLineDraft } from '../../contract/invoice-draft.ts';
import type { InvoiceJob, JobProgress } from '../../contract/invoices.ts';
import { call } from '../api.ts';

/** What a dialog of an unfinished invoice is for; a line by its place, from 0. */
type JobDialog =
  | { readonly act: 'correct' | 'leaveOut'; readonly line: number }
  | { readonly act: 'reject' | 'despiteTotal' | 'despiteAlerts' | 'dismiss' };

/** An unfinished invoice that is open: what is in, what is not, and what is done about it. */
export class OpenJob {
  value: InvoiceJob = $state.raw() as InvoiceJob;
  busy = $state(false);
  progress = $state.raw<JobProgress | null>(null);
  failure = $state.raw<Failure | null>(null);
  dialog = $state.raw<JobDialog | null>(null);
  readonly #onComplete: (job: InvoiceJob) => void;
  #running: AbortController | null = null;

  /** @param onComplete called once all is done that was asked for */
  constructor(job: InvoiceJob, onComplete: (job: InvoiceJob) => void) {
    this.value = job;
    this.#onComplete = onComplete;
  }

  get id(): string {
    return this.value.id;
  }

  /** Goes on where it stopped: also with this total, or with these alerts, where the person has agreed to them. */
  async resume({ despiteTotal = false, despiteAlerts = [] as readonly string[] } = {}): Promise<void> {
    const agreed = { despiteTotal, despiteAlerts: [...despiteAlerts] };
    await this.#run((options) => call('invoices.resume', { id: this.id, ...agreed }, options));
  }

  /** Sends a line once more, and alone. Answers why it did not even begin; null if it did. */
  async correct(line: number, draft: InvoiceLineDraft): Promise<Failure | null> {
    return this.#run((options) => call('invoices.correctLine', { id: this.id, line, draft }, options));
  }

  async leaveOut(line: number, reason: string): Promise<Failure | null> {
    return this.#run(() => call('invoices.leaveOut', { id: this.id, line, reason }));
  }

  /** Says which of several invoices is this one. */
  async choose(invoiceId: string): Promise<void> {
    await this.#run((options) => call('invoices.chooseInvoice', { id: this.id, invoiceId }, options));
  }

  /** Reads it again: main has gone on with it. */
  async load(): Promise<void> {
    await this.#run(() => call('invoices.job', { id: this.id }));
  }

  /** Stops before the next step. */
  stop(): void {
    this.#running?.abort();
  }

  async #run(
    ask: (options: {
      readonly signal: AbortSignal;
      readonly onProgress: (progress: JobProgress) => void;
    }) => Promise<Reply<InvoiceJob>>,
  ): Promise<Failure | null> {
    if (this.busy) return { kind: 'invalid', field: 'id', reason: 'notNow', detail: '' };
    const running = new AbortController();
    this.#running = running;
    this.busy = true;
    this.failure = null;
    const reply = await ask({
      signal: running.signal,
      onProgress: (progress) => {
        this.progress = progress;
      },
    });
    this.#running = null;
    this.busy = false;
    this.progress = null;
    if (!reply.ok) {
      this.failure = reply.failure;
      return reply.failure;
    }
    const job = (this.value = reply.value);
    // The dialog that has sent it hears its outcome first: what it is closed by would be said as "Done" otherwise.
    if (job.complete) setTimeout(() => this.#onComplete(job));
    return null;
  }
}
