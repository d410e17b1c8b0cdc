import type { Reply } from '../../../contract/define.ts';
import type { Failure } from '../../../contract/failure.ts';
import type {
  Charset,
  CsvForm,
  ImportedInvoice,
  ImportField,
  ImportPreview,
  LineMatches,
  SaidForm,
} from '../../../contract/invoice-import.ts';
import type { InvoiceDraft } from '../../../contract/invoice-draft.ts';
import { call } from '../../api.ts';
import { FileReading } from '../../attachments/file-taking.svelte.ts';

/** How a file is to be read; what is null or `''` is found out. */
interface How {
  readonly charset: Charset | null;
  readonly csv: SaidForm | null;
  readonly vendor: string;
}

/** The order lines that were looked for, for the lines of one invoice that name none. */
export interface Matching {
  readonly byLine: Readonly<Record<string, LineMatches['orders']>>;
  /** `known`: finding nothing proves nothing. */
  readonly how: 'search' | 'known';
}

const foundOut: How = { charset: null, csv: null, vendor: '' };

/** What order lines are looked for by, in the lines of an invoice. */
const soughtIn = (invoice: ImportedInvoice | null): string =>
  JSON.stringify(invoice?.lines.map(({ pol, isbn, reference }) => [pol, isbn, reference]));

/** The file that is being imported in this window. It outlives the room; nothing of it is sent. */
export class InvoiceImport extends FileReading {
  preview = $state.raw<ImportPreview | null>(null);
  vendor = $state('');
  /** Whether to lose what was typed into the new invoice is asked. */
  replacing = $state(false);
  /** Which of the file's invoices is shown, from 0. */
  nth = $state(0);
  matching = $state.raw<Matching | null>(null);
  matchFailure = $state.raw<Failure | null>(null);
  matchProgress = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  readonly invoice: ImportedInvoice | null = $derived(this.preview?.invoices[this.nth] ?? null);
  /** The order lines that a person chose here, by the line. */
  #picked = $state.raw<Readonly<Record<string, string>>>({});
  /** The same, and those that were found and taken. */
  readonly chosen: Readonly<Record<string, string>> = $derived({ ...this.#taken(), ...this.#picked });
  #how = foundOut;
  #stopMatch: AbortController | null = null;

  /** Lets the person choose a file in the system's dialog. */
  async choose(): Promise<void> {
    if (this.busy || this.reading) return;
    const before = this.preview;
    const reply = await this.work(() => call('invoices.import.open', {}));
    if (!reply.ok) this.fail(reply.failure);
    else if (reply.value) this.#opened(reply.value, before);
  }

  /** Takes the first of the files that were dropped. */
  async drop([first]: readonly File[]): Promise<void> {
    if (!first || this.busy || this.reading) return;
    const before = this.preview;
    const ready = await this.take('invoices.import', first);
    if (!ready) return;
    const reply = await this.work(() => call('invoices.import.map', { file: ready.file, ...foundOut }));
    if (reply.ok) this.#opened(reply.value, before);
    else this.fail(reply.failure);
  }

  /** Reads the file in another way. */
  async read(change: Partial<How>): Promise<void> {
    const { preview } = this;
    if (!preview) return;
    this.#how = { ...this.#how, ...change };
    const reply = await this.work(() => call('invoices.import.map', { file: preview.file, ...this.#how }));
    if (this.preview?.file !== preview.file) return;
    if (reply.ok) this.#show(reply.value);
    else this.fail(reply.failure);
  }

  /** Changes how a CSV file is read. With another separator its columns are found out again. */
  async change(change: Partial<CsvForm>): Promise<void> {
    const csv = this.preview?.csv;
    if (!csv) return;
    const { form, anySign } = csv;
    const columns = change.separator === undefined ? form.columns : [];
    // What was only guessed is not said by saying something else.
    const decimal = anySign ? null : form.decimal;
    await this.read({ csv: { ...form, columns, decimal, ...change } });
  }

  /** Says what a column is. A field that another column has moves here. */
  async setColumn(column: number, field: ImportField | ''): Promise<void> {
    const columns = this.preview?.csv?.form.columns ?? [];
    const width = this.preview?.csv?.columns.length ?? 0;
    await this.change({
      columns: Array.from({ length: width }, (_, at) => {
        if (at === column) return field;
        const before = columns[at] ?? '';
        return before === field ? '' : before;
      }),
    });
  }

  /** Shows another invoice of the file. */
  select(nth: number): void {
    this.nth = nth;
    this.#picked = {};
    void this.match();
  }

  /** Looks for the order lines of the lines that name none. */
  async match(): Promise<void> {
    this.#stopMatch?.abort();
    this.#forgetMatches();
    const { preview, invoice } = this;
    if (!preview || !invoice?.lines.some((line) => line.pol === '' && (line.isbn || line.reference) !== ''))
      return;
    const running = new AbortController();
    this.#stopMatch = running;
    const input = { file: preview.file, ...this.#how, invoice: this.nth };
    const isCurrent = (): boolean => this.#stopMatch === running;
    const reply = await call('invoices.import.match', input, {
      signal: running.signal,
      onProgress: (progress) => {
        if (isCurrent()) this.matchProgress = progress;
      },
    });
    if (!isCurrent()) return;
    this.matchProgress = null;
    if (!reply.ok) this.matchFailure = reply.failure.kind === 'cancelled' ? null : reply.failure;
    else this.#matched(reply.value.matches, reply.value.how);
  }

  stopMatching(): void {
    this.#stopMatch?.abort();
    this.matchProgress = null;
  }

  /** The order line of a line of the invoice that is shown: the file's, or the one that was found or chosen here. */
  polOf(line: number): string {
    return this.invoice?.lines[line]?.pol || (this.chosen[String(line)] ?? '');
  }

  setPol(line: number, pol: string): void {
    this.#picked = { ...this.#picked, [String(line)]: pol };
  }

  /** The invoice that is shown, as a new one. */
  async go(): Promise<Reply<InvoiceDraft>> {
    const { preview } = this;
    if (!preview) return { ok: false, failure: { kind: 'cancelled' } };
    const input = { file: preview.file, ...this.#how, invoice: this.nth, pols: this.chosen };
    const reply = await this.work(() => call('invoices.import.go', input));
    if (!reply.ok) this.fail(reply.failure);
    return reply;
  }

  /** The file is not wanted any more, or another library is connected. */
  forget(): void {
    const { preview } = this;
    this.stop();
    this.#stopMatch?.abort();
    this.#stopMatch = null;
    this.#forgetMatches();
    this.preview = null;
    this.failure = null;
    this.#how = foundOut;
    this.vendor = '';
    if (preview) void call('invoices.import.forget', { file: preview.file });
  }

  #opened(preview: ImportPreview, before: ImportPreview | null): void {
    if (before) void call('invoices.import.forget', { file: before.file });
    this.#how = foundOut;
    this.nth = 0;
    this.#forgetMatches();
    this.#show(preview);
  }

  #show(preview: ImportPreview): void {
    const before = soughtIn(this.invoice);
    this.preview = preview;
    this.nth = Math.min(this.nth, Math.max(0, preview.invoices.length - 1));
    this.vendor = preview.vendor || (this.invoice?.vendor ?? '');
    // With the same lines, what was found and chosen for them stays.
    if (this.matching && soughtIn(this.invoice) === before) return;
    this.#picked = {};
    void this.match();
  }

  #matched(matches: readonly LineMatches[], how: Matching['how']): void {
    this.matching = {
      byLine: Object.fromEntries(matches.map(({ line, orders }) => [String(line), orders])),
      how,
    };
  }

  /**
   * One order line that was found for an ISBN is taken; of several a person chooses. One that was found by the vendor's
   * reference is taken only where it is this vendor's: others use the same numbers.
   */
  #taken(): Readonly<Record<string, string>> {
    const { invoice, matching } = this;
    const found = Object.entries(matching?.byLine ?? {}).flatMap(([line, [order, ...others]]) => {
      const isSure = invoice?.lines[Number(line)]?.isbn !== '' || order?.vendor === invoice.vendor;
      return order && others.length === 0 && isSure ? [[line, order.pol] as const] : [];
    });
    return Object.fromEntries(found);
  }

  #forgetMatches(): void {
    this.matching = null;
    this.matchFailure = null;
    this.matchProgress = null;
  }
}

/** In a root of its own: what is derived in it would end with the section in which it was made. */
export function newImport(): InvoiceImport {
  let made: InvoiceImport | null = null;
  $effect.root(() => void (made = new InvoiceImport()));
  return made as unknown as InvoiceImport;
}
