import type {
  FilePlace,
  ImportedInvoice,
  ImportField,
  ImportProblem,
  ImportReason,
  InvoiceField,
  LineField,
} from '../../../contract/invoice-import.ts';

/** A value as it is in the file, and where. */
export interface FileValue {
  readonly text: string;
  readonly place: FilePlace;
}

/** A line of an invoice, as the file has it. */
export interface FileLine {
  readonly place: FilePlace;
  readonly fields: Partial<Record<LineField, FileValue>>;
}

/** A charge of a whole invoice, or a discount. There may be several of a kind. */
export interface Charge extends FileValue {
  readonly field: 'shipment' | 'overhead' | 'insurance' | 'discount' | 'vatTotal';
}

/** An invoice, as the file has it. Nothing in it was judged. */
export interface FileInvoice {
  readonly place: FilePlace;
  readonly sender: string;
  readonly fields: Partial<Record<InvoiceField, FileValue>>;
  readonly charges: readonly Charge[];
  readonly lines: readonly FileLine[];
}

/** So many lines are read from a file at most. The largest invoices of a library have a few hundred. */
export const mostLines = 5000;

/** The file as a whole. */
export const wholeFile: FilePlace = { line: 0, segment: '' };

/** So much of a value is repeated in a problem. */
const longestDetail = 60;

/** What can be sent all the same. */
const toCheck: ReadonlySet<ImportReason> = new Set<ImportReason>([
  ...(['rowLength', 'count', 'notAnIsbn', 'formula', 'differs', 'anySign'] as const),
  ...(['amountDiffers', 'totalDiffers', 'apart', 'noOrderLine'] as const),
]);

/** Everything in a file that a person has to see. */
export class Problems {
  readonly #list: ImportProblem[] = [];

  get count(): number {
    return this.#list.length;
  }

  /** So many of them, in the order of the file. Where there are more, what cannot be sent goes before what can. */
  first(most: number): readonly ImportProblem[] {
    const all = inOrder(this.#list);
    const ofKind = (kind: ImportProblem['kind']) => all.filter((problem) => problem.kind === kind);
    const kept = new Set([...ofKind('wrong'), ...ofKind('check')].slice(0, most));
    return all.filter((problem) => kept.has(problem));
  }

  /**
   * Why an invoice is not taken over at all: a mark that is not closed has taken the rest of the file into one value, and
   * a credit note would become an invoice that is paid.
   */
  barring(invoice: number): ImportedInvoice['barred'] {
    if (this.#list.some(({ reason }) => reason === 'quotes')) return 'quotes';
    const isCredit = this.#list.some((one) => one.reason === 'creditNote' && one.invoice === invoice);
    return isCredit ? 'creditNote' : null;
  }

  add(
    reason: ImportReason,
    { place = wholeFile, field = null, detail = '', invoice = null }: ProblemPlace = {},
  ): void {
    const kind = toCheck.has(reason) ? 'check' : 'wrong';
    this.#list.push({ place, kind, field, reason, detail: shortened(detail), invoice });
  }
}

const inOrder = (problems: readonly ImportProblem[]): ImportProblem[] =>
  problems.toSorted((one, other) => one.place.line - other.place.line);

interface ProblemPlace {
  readonly place?: FilePlace;
  readonly field?: ImportField | null;
  readonly detail?: string;
  readonly invoice?: number | null;
}

const shortened = (text: string): string => {
  const characters = Array.from(text.toWellFormed().replace(/[\p{Cc}\p{Cf}]+/gu, ' '));
  return characters.length > longestDetail
    ? `${characters.slice(0, longestDetail).join('')}…`
    : characters.join('');
};
