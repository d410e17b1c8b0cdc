import * as z from 'zod';
import type { ReadyFile } from './attachments.ts';
import { Nothing } from './common.ts';
import { asks, type Call } from './define.ts';
import type { InvoiceDraft } from './invoice-draft.ts';

/** What a file can say of an invoice as a whole. */
export const invoiceFields = [
  'number',
  'date',
  'due',
  'vendor',
  'account',
  'currency',
  'total',
  'shipment',
  'overhead',
  'insurance',
  'discount',
  'vatTotal',
] as const;
export type InvoiceField = (typeof invoiceFields)[number];

/** What it can say of a line. `amount` is of the whole line, `price` of one copy. */
export const lineFields = [
  'pol',
  'isbn',
  'title',
  'reference',
  'quantity',
  'price',
  'amount',
  'vat',
  'fund',
  'from',
  'to',
  'note',
] as const;
export type LineField = (typeof lineFields)[number];
export type ImportField = InvoiceField | LineField;

/** How the characters of a file are written, by the names that browsers use. */
export const charsets = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1255',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
] as const;
export type Charset = (typeof charsets)[number];

export const separators = [',', ';', '\t', '|'] as const;
export const decimalSigns = ['point', 'comma'] as const;
/** The order of year, month and day in dates. */
export const dayOrders = ['ymd', 'dmy', 'mdy'] as const;

/** So many columns of a CSV file are read. */
export const mostColumns = 200;

const Field = z.enum([...invoiceFields, ...lineFields, '']);

/** How a CSV file is read. */
export const CsvForm = z.object({
  separator: z.enum(separators),
  /** Whether the first row names the columns. */
  header: z.boolean(),
  decimal: z.enum(decimalSigns),
  days: z.enum(dayOrders),
  /** What each column is; `''` for one that is not used. */
  columns: z.array(Field).max(mostColumns).readonly(),
});
export type CsvForm = z.output<typeof CsvForm>;

/** The same, as a person says it. No columns, or no sign of decimals: they are found out. */
const SaidForm = CsvForm.extend({ decimal: CsvForm.shape.decimal.nullable() });
export type SaidForm = z.output<typeof SaidForm>;

/** A place in a file, counted from 1: a line of a CSV file, or a segment of an EDIFACT message, with its tag. */
export interface FilePlace {
  /** 0 for the file as a whole. */
  readonly line: number;
  /** `''` in a CSV file. */
  readonly segment: string;
}

/** Why a file, or a value in it, cannot be taken as it is, or has to be looked at. */
export type ImportReason =
  /** There is nothing in the file. */
  | 'empty'
  /** It is no text: a PDF, a spreadsheet, a picture. */
  | 'notText'
  /** The detail says how many lines are read at most. */
  | 'tooManyLines'
  /** The detail says how many columns are read at most. */
  | 'tooManyColumns'
  | 'noLines'
  /** No column is the field. */
  | 'noColumn'
  /** Quotation marks are not closed, or close in the middle of a value. */
  | 'quotes'
  /** A row has more or fewer values than the first; the detail is how many. */
  | 'rowLength'
  /** It does not begin as an EDIFACT interchange does. */
  | 'notEdifact'
  /** It ends in the middle. */
  | 'truncated'
  /** A message of another type, which is the detail. */
  | 'otherMessage'
  /** A segment that must be there is not; its tag is the detail. */
  | 'noSegment'
  /** A count in the file is not what is there; the detail is what was counted. */
  | 'count'
  /** What stands there is no segment. */
  | 'notASegment'
  /** A credit note, or a message that cancels an invoice. */
  | 'creditNote'
  | 'required'
  | 'notAnAmount'
  | 'notANumber'
  | 'notWhole'
  | 'notPositive'
  | 'tooMany'
  | 'tooManyDecimals'
  /** Nothing says whether the sign in the detail, and in all amounts, is for thousands or for decimals. */
  | 'anySign'
  | 'notADate'
  | 'notACurrency'
  | 'notAnIsbn'
  | 'tooLong'
  | 'controlCharacters'
  /** What a spreadsheet would run. It is text here. */
  | 'formula'
  /** Another row of the same invoice says something else; the detail is what the first says. */
  | 'differs'
  /** Price times quantity is the detail, and not the amount. */
  | 'amountDiffers'
  /** The lines and charges come to the detail, and not to the total. */
  | 'totalDiffers'
  /** VAT, or a discount, that is in no line: the prices have to take it in. */
  | 'apart'
  /** Neither an order line nor an ISBN leads to what was ordered. */
  | 'noOrderLine';

/** Something in a file that a person has to see. */
export interface ImportProblem {
  readonly place: FilePlace;
  /** `wrong`: it cannot be sent so. `check`: it can. */
  readonly kind: 'wrong' | 'check';
  /** Null where it is about no field. */
  readonly field: ImportField | null;
  readonly reason: ImportReason;
  /** The value as it is in the file, shortened, or what the reason says. */
  readonly detail: string;
  /** The invoice it is in, from 0; null for the file as a whole. */
  readonly invoice: number | null;
}

/** A line of an invoice. Texts that could not be read are as they are in the file; what it does not say is `''`. */
export interface ImportedLine extends Readonly<Record<LineField, string>> {
  readonly place: FilePlace;
}

/** An invoice in a file. Days are `YYYY-MM-DD`, amounts have a point; what could not be read is as in the file. */
export interface ImportedInvoice extends Readonly<Record<InvoiceField, string>> {
  readonly place: FilePlace;
  /** How the file names the vendor: a name, or a code of its own; `''` where it does not. */
  readonly sender: string;
  readonly lines: readonly ImportedLine[];
  /** What the lines come to; `''` where an amount could not be read. */
  readonly sum: string;
  /** Why it cannot become a new invoice; null where it can. */
  readonly barred: Extract<ImportReason, 'quotes' | 'creditNote'> | null;
}

/** A column of a CSV file. */
export interface CsvColumn {
  /** `''` where the file names none. */
  readonly name: string;
  /** Its first values. */
  readonly values: readonly string[];
}

/** A file as it would be taken over. Nothing was sent. */
export interface ImportPreview extends ReadyFile {
  readonly kind: 'csv' | 'edifact';
  readonly charset: Charset;
  /** The library's code of the vendor, as it was given, remembered or found; `''` where it is not known. */
  readonly vendor: string;
  /** Null for EDIFACT. */
  readonly csv: {
    readonly form: CsvForm;
    /** Nobody has said which sign decimals have, and the file does not show it. */
    readonly anySign: boolean;
    readonly columns: readonly CsvColumn[];
  } | null;
  readonly invoices: readonly ImportedInvoice[];
  /** In the order of the file; at most 500 of them, what cannot be sent before what can. */
  readonly problems: readonly ImportProblem[];
  readonly problemCount: number;
}

/** An order line that a line of an invoice may be for. */
export interface OrderLineMatch {
  readonly pol: string;
  readonly title: string;
  readonly vendor: string;
}

/** The order lines found for a line of an invoice, by its ISBN or the vendor's reference. */
export interface LineMatches {
  /** From 0, in its invoice. */
  readonly line: number;
  readonly orders: readonly OrderLineMatch[];
}

/** How a file is read; what is null or `''` is found out. */
const How = z.object({
  file: z.uuid(),
  charset: z.enum(charsets).nullable(),
  csv: SaidForm.nullable(),
  /** The library's code of the vendor, as typed. */
  vendor: z.string().max(100),
});

const Which = How.extend({ invoice: z.int().min(0).max(10_000) });

export const invoiceImport = {
  /** Lets the person choose a file and reads it; null where they thought better of it. */
  'invoices.import.open': asks(Nothing).answers<ImportPreview | null>(),
  /** A file was dropped on the window, which sends its content piece by piece, and then asks for it to be read. */
  'invoices.import.begin': asks(
    z.object({ name: z.string().min(1).max(255), size: z.int().min(0) }),
  ).answers<ReadyFile>(),
  /** The next piece; answers how many bytes are there. */
  'invoices.import.piece': asks(z.object({ file: z.uuid(), bytes: z.base64().max(400_000) })).answers<{
    readonly received: number;
  }>(),
  /** Reads the file, in another way than before where the person says so. */
  'invoices.import.map': asks(How).answers<ImportPreview>(),
  /**
   * Looks for the order lines of an invoice's lines that name none. `how`: `known` where the service has no search, so
   * that finding nothing proves nothing.
   */
  'invoices.import.match': asks(Which).answers<
    { readonly matches: readonly LineMatches[]; readonly how: 'search' | 'known' },
    { readonly done: number; readonly total: number }
  >(),
  /**
   * An invoice of the file as a new one, which nobody has sent. Fails with `notNow` of `invoice` where it is `barred`. `pols`: the order lines a person has chosen, by the line,
   * from 0. How the file was read is remembered for the vendor.
   */
  'invoices.import.go': asks(
    Which.extend({ pols: z.record(z.string().regex(/^\d{1,5}$/), z.string().max(200)) }),
  ).answers<InvoiceDraft>(),
  /** The file is not wanted any more. */
  'invoices.import.forget': asks(z.object({ file: z.uuid() })).answers<null>(),
  /**
   * Saves a vendor's invoice for order lines of the practice library where the person chooses, to try the import with;
   * null where they thought better of it. Fails with `notNow` of `kind` at an institution.
   */
  'invoices.import.sample': asks(z.object({ kind: z.enum(['csv', 'edifact']) })).answers<{
    readonly savedAs: string;
  } | null>(),
} satisfies Record<string, Call>;
