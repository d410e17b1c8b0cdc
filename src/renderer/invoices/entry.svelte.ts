import type { Answer } from '../../contract/index.ts';
import type { Failure } from '../../contract/failure.ts';
import type { InvoiceDraft } from '../../contract/invoice-draft.ts';
import type { InvoiceJob, InvoiceThen, JobProgress } from '../../contract/invoices.ts';
import { m } from '../../messages/compiled/messages.js';
import { call } from '../api.ts';
import type { ScanText } from '../scan/scan-text.ts';
import { countText } from '../ui/format.ts';
import { Draft } from '../ui/list/draft.svelte.ts';
import { draftOfWindow } from '../ui/list/drafts.svelte.ts';
import { Submission } from '../ui/list/submission.svelte.ts';
import {
  emptyInvoice,
  emptyLine,
  formLine,
  invoiceDraft,
  invoiceForm,
  sumTyped,
  typedInto,
} from './invoice-form.ts';
import { completeText } from './job-words.ts';
import { OpenJob } from './open-job.svelte.ts';

const draftOfInvoice = draftOfWindow(() => new Draft(emptyInvoice, typedInto));

/** What a person is asked before a new invoice is sent. */
type Question = 'number' | 'total' | 'pay';

interface Ports {
  /** The institution's currency. */
  readonly currency: () => string;
  /** An invoice is in, with all that was asked for. */
  readonly onComplete: (text: ScanText) => void;
}

/** The new invoice: its form, which outlives the room, and the job that enters it. */
export class InvoiceEntry {
  readonly draft = draftOfInvoice();
  /** What is done once all lines are in. It stays for the next invoice. */
  then = $state<InvoiceThen>('process');
  submission = $state.raw(new Submission<InvoiceJob>());
  progress = $state.raw<JobProgress | null>(null);
  /** Invoices of that vendor with that number. */
  twins = $state.raw<NonNullable<Answer<'invoices.duplicates'>>>([]);
  /** An order line that was scanned again, and the place of the line that it has already. */
  twice = $state.raw<{ readonly pol: string; readonly place: number } | null>(null);
  question = $state.raw<Question | null>(null);
  /** The unfinished invoice that is shown instead of the form. */
  job = $state.raw<OpenJob | null>(null);
  /** It is to be saved once the order lines are read. */
  waiting = $state(false);
  readonly form = $derived(this.draft.form);
  readonly currency: string = $derived.by(() => this.form.currency.trim() || this.#ports.currency());
  readonly sum = $derived(sumTyped(this.form.lines.map(({ price }) => price)));
  readonly vendorName = $derived(
    this.form.lines.find(({ order }) => order?.vendor.code === this.form.vendor)?.order?.vendor.label ?? '',
  );
  /** The place of the first line whose order line could not be read, from 1; 0 if there is none. */
  readonly unreadPlace = $derived(this.form.lines.findIndex(({ failure }) => failure !== null) + 1);
  readonly #ports: Ports;
  /** What the person has agreed to. */
  #agreed: readonly Question[] = [];
  /** What they agreed to it for, as text: the invoice as it was, and what was to be done with it. */
  #agreedFor = '';
  /** The unfinished invoice that the form came from: of it nothing was made. */
  #replaces: string | null = null;
  #asked = '';
  #reads: readonly Promise<void>[] = [];

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Why it cannot be saved now, as a sentence; null if it can. */
  get whyNot(): string | null {
    if (this.form.lines.length === 0) return m.invoices_why_no_lines();
    if (this.unreadPlace > 0) return m.invoices_why_line({ place: countText(this.unreadPlace) });
    return null;
  }

  /** Adds the line of an order line, by its number or the barcode of one of its items. Twice only where asked for. */
  async add(code: string, again = false): Promise<void> {
    const text = code.trim();
    if (text === '') return;
    if (!again && this.#isThere(text)) return;
    this.twice = null;
    this.submission.changed();
    const line = formLine({ ...emptyLine(), pol: text });
    this.form.lines.push(line);
    await this.read(line.key, again);
  }

  /** Reads what the order line of a line says, and fills in what is empty. */
  async read(key: string, again = true): Promise<void> {
    const reading = this.#read(key, again);
    this.#reads = [...this.#reads, reading];
    await reading;
    this.#reads = this.#reads.filter((other) => other !== reading);
  }

  async #read(key: string, again: boolean): Promise<void> {
    const { draft } = this;
    const started = draft.form.lines.find((line) => line.key === key);
    if (!started) return;
    const code = started.pol.trim();
    started.reading = true;
    started.failure = null;
    const reply = await call('invoices.orderLine', { code });
    const line = draft.form.lines.find((one) => one.key === key);
    if (line?.pol.trim() !== code) return;
    line.reading = false;
    if (!reply.ok) {
      line.failure = reply.failure;
      return;
    }
    const order = reply.value;
    // Where an item was scanned, its order line may be there already.
    if (!again && order.pol !== code && this.#isThere(order.pol)) {
      this.remove(key);
      return;
    }
    line.pol = order.pol;
    line.order = order;
    const { form } = draft;
    if (form.vendor.trim() === '') {
      form.vendor = order.vendor.code;
      form.account = order.account;
      void this.findTwins();
    }
    if (line.price === '' && order.price.currency === this.currency) line.price = order.price.amount;
    if (line.quantity === '' && order.quantity !== null) line.quantity = String(order.quantity);
  }

  remove(key: string): void {
    this.submission.changed();
    this.form.lines = this.form.lines.filter((line) => line.key !== key);
  }

  /** Looks for invoices of the same vendor with the same number, before anything is made. */
  async findTwins(): Promise<void> {
    const [vendor, number] = [this.form.vendor.trim(), this.form.number.trim()];
    const asked = JSON.stringify([vendor, number]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.twins = [];
    if (vendor === '' || number === '') return;
    const reply = await call('invoices.duplicates', { vendor, number });
    if (asked === this.#asked && reply.ok) this.twins = reply.value ?? [];
  }

  /** Sends the invoice, unless a person has to agree to something first. Order lines that are read are waited for. */
  async save(): Promise<void> {
    const { submission, draft } = this;
    if (this.waiting || submission.busy) return;
    this.waiting = true;
    while (this.#reads.length > 0) await Promise.all(this.#reads);
    this.waiting = false;
    if (this.whyNot !== null || submission !== this.submission) return;
    // As it is now: both may have been changed while order lines were read.
    const { then } = this;
    const sent = invoiceDraft(this.form);
    const asked = JSON.stringify([sent, then]);
    if (asked !== this.#agreedFor) {
      this.#agreed = [];
      this.#agreedFor = asked;
    }
    if (then === 'pay' && !this.#agreed.includes('pay')) {
      this.question = 'pay';
      return;
    }
    const input = {
      draft: sent,
      then,
      despiteNumber: this.#agreed.includes('number'),
      despiteTotal: this.#agreed.includes('total'),
      replaces: this.#replaces,
    };
    const onProgress = (progress: JobProgress): void => {
      if (submission === this.submission) this.progress = progress;
    };
    const job = await submission.run((intent, signal) =>
      draft.sent(call('invoices.create', { ...input, intent }, { signal, onProgress })),
    );
    // Another invoice is in the form meanwhile, and stays there. One that is not complete is in the list of those.
    if (submission !== this.submission) {
      if (job?.complete) this.#ports.onComplete(completeText(job));
      return;
    }
    this.progress = null;
    if (job) this.#begun(job);
    else this.question = questionOf(submission);
  }

  /** The person agrees to what was asked. */
  async agree(question: Question): Promise<void> {
    this.#agreed = [...this.#agreed, question];
    this.question = null;
    await this.save();
  }

  /** The person does not agree: what they agreed to before is asked again next time. */
  decline(): void {
    this.question = null;
    this.#agreed = [];
  }

  startOver(): void {
    this.draft.startOver();
    this.#reset();
  }

  /** Opens the form with an invoice that was read from a file, or that could not be created. */
  fill(draft: InvoiceDraft, replaces: string | null = null): void {
    this.startOver();
    this.job = null;
    this.draft.form = invoiceForm(draft);
    this.#replaces = replaces;
    for (const { key, pol } of this.form.lines) if (pol !== '') void this.read(key);
    void this.findTwins();
  }

  /** Shows an unfinished invoice instead of the form. */
  async openJob(id: string): Promise<Failure | null> {
    const reply = await call('invoices.job', { id });
    if (!reply.ok) return reply.failure;
    this.job = this.#openJob(reply.value);
    return null;
  }

  forget(): void {
    this.startOver();
    this.job = null;
  }

  #begun(job: InvoiceJob): void {
    this.#reset();
    if (job.complete) this.#ports.onComplete(completeText(job));
    else this.job ??= this.#openJob(job);
  }

  #openJob(job: InvoiceJob): OpenJob {
    return new OpenJob(job, (complete) => {
      this.job = null;
      this.#ports.onComplete(completeText(complete));
    });
  }

  #reset(): void {
    this.submission = new Submission<InvoiceJob>();
    this.progress = null;
    this.question = null;
    this.twice = null;
    this.twins = [];
    this.#agreed = [];
    this.#replaces = null;
    this.#asked = '';
  }

  /** Whether the order line has a line already; then it is said which. */
  #isThere(pol: string): boolean {
    const at = this.form.lines.findIndex((line) => line.pol === pol);
    if (at >= 0) this.twice = { pol, place: at + 1 };
    return at >= 0;
  }
}

/** What the answer to a new invoice asks the person. */
function questionOf({ failure }: Submission<InvoiceJob>): Question | null {
  if (failure?.kind !== 'invalid') return null;
  if (failure.reason === 'twice' && failure.field === 'number') return 'number';
  return failure.reason === 'doesNotAddUp' && failure.field === 'total' ? 'total' : null;
}
