import type {
  Charset,
  CsvForm,
  FilePlace,
  ImportField,
  ImportProblem,
  ImportReason,
  LineField,
} from '../../../contract/invoice-import.ts';
import { m } from '../../../messages/compiled/messages.js';
import { countText } from '../../ui/format.ts';

/** What the fields of an invoice are called. */
const fields: Readonly<Record<ImportField, () => string>> = {
  number: m.invoice_import_field_number,
  date: m.invoice_import_field_date,
  due: m.invoice_import_field_due,
  vendor: m.invoice_import_field_vendor,
  account: m.invoice_import_field_account,
  currency: m.invoice_import_field_currency,
  total: m.invoice_import_field_total,
  shipment: m.invoice_import_field_shipment,
  overhead: m.invoice_import_field_overhead,
  insurance: m.invoice_import_field_insurance,
  discount: m.invoice_import_field_discount,
  vatTotal: m.invoice_import_field_vatTotal,
  pol: m.invoice_import_field_pol,
  isbn: m.invoice_import_field_isbn,
  title: m.invoice_import_field_title,
  reference: m.invoice_import_field_reference,
  quantity: m.invoice_import_field_quantity,
  price: m.invoice_import_field_price,
  amount: m.invoice_import_field_amount,
  vat: m.invoice_import_field_vat,
  fund: m.invoice_import_field_fund,
  from: m.invoice_import_field_from,
  to: m.invoice_import_field_to,
  note: m.invoice_import_field_note,
};

/** What is wrong with a file, or with a value in it. */
const reasons: Readonly<Record<ImportReason, (of: { detail: string; field: string }) => string>> = {
  empty: m.invoice_import_reason_empty,
  notText: m.invoice_import_reason_notText,
  tooManyLines: ({ detail }) => m.invoice_import_reason_tooManyLines({ detail: countText(Number(detail)) }),
  tooManyColumns: ({ detail }) =>
    m.invoice_import_reason_tooManyColumns({ detail: countText(Number(detail)) }),
  noLines: m.invoice_import_reason_noLines,
  noColumn: m.invoice_import_reason_noColumn,
  quotes: m.invoice_import_reason_quotes,
  rowLength: m.invoice_import_reason_rowLength,
  notEdifact: m.invoice_import_reason_notEdifact,
  truncated: m.invoice_import_reason_truncated,
  otherMessage: m.invoice_import_reason_otherMessage,
  noSegment: m.invoice_import_reason_noSegment,
  count: m.invoice_import_reason_count,
  notASegment: m.invoice_import_reason_notASegment,
  creditNote: m.invoice_import_reason_creditNote,
  required: m.invoice_import_reason_required,
  notAnAmount: m.invoice_import_reason_notAnAmount,
  notANumber: m.invoice_import_reason_notANumber,
  notWhole: m.invoice_import_reason_notWhole,
  notPositive: m.invoice_import_reason_notPositive,
  tooMany: m.invoice_import_reason_tooMany,
  tooManyDecimals: m.invoice_import_reason_tooManyDecimals,
  anySign: m.invoice_import_reason_anySign,
  notADate: m.invoice_import_reason_notADate,
  notACurrency: m.invoice_import_reason_notACurrency,
  notAnIsbn: m.invoice_import_reason_notAnIsbn,
  tooLong: m.invoice_import_reason_tooLong,
  controlCharacters: m.invoice_import_reason_controlCharacters,
  formula: m.invoice_import_reason_formula,
  differs: m.invoice_import_reason_differs,
  amountDiffers: m.invoice_import_reason_amountDiffers,
  totalDiffers: m.invoice_import_reason_totalDiffers,
  apart: m.invoice_import_reason_apart,
  noOrderLine: m.invoice_import_reason_noOrderLine,
};

/** The fields that lines have, and not the whole invoice. */
const ofLines: ReadonlySet<ImportField> = new Set<LineField>([
  ...(['pol', 'isbn', 'title', 'reference', 'quantity', 'price'] as const),
  ...(['amount', 'vat', 'fund', 'from', 'to', 'note'] as const),
]);

export const isOfLine = (field: ImportField): boolean => ofLines.has(field);

export const fieldWord = (field: ImportField): string => fields[field]();

/** Why something in a file has to be looked at, as a sentence. */
export const reasonWords = ({ reason, detail, field }: ImportProblem): string =>
  reasons[reason]({ detail, field: field ? fieldWord(field) : '' });

/** Where something is in the file. */
export function placeWord({ line, segment }: FilePlace): string {
  if (line === 0) return m.invoice_import_whole_file();
  return segment === ''
    ? m.invoice_import_line({ line: countText(line) })
    : m.invoice_import_segment({ line: countText(line), tag: segment });
}

const charsets: Readonly<Record<Charset, () => string>> = {
  'utf-8': m.invoice_import_charset_utf_8,
  'utf-16le': m.invoice_import_charset_utf_16,
  'utf-16be': m.invoice_import_charset_utf_16_swapped,
  'windows-1252': m.invoice_import_charset_western,
  'windows-1255': m.invoice_import_charset_hebrew,
  'iso-8859-2': m.invoice_import_charset_central,
  'iso-8859-5': m.invoice_import_charset_cyrillic,
  'iso-8859-7': m.invoice_import_charset_greek,
};

const optionsOf = <T extends string>(words: Readonly<Record<T, () => string>>) =>
  (Object.keys(words) as T[]).map((value) => ({ value, label: words[value]() }));

export const charsetOptions = () => optionsOf(charsets);

export const separatorOptions = () =>
  optionsOf<CsvForm['separator']>({
    ',': m.invoice_import_separator_comma,
    ';': m.invoice_import_separator_semicolon,
    '\t': m.invoice_import_separator_tab,
    '|': m.invoice_import_separator_bar,
  });

export const decimalOptions = () =>
  optionsOf<CsvForm['decimal']>({
    point: m.invoice_import_decimal_point,
    comma: m.invoice_import_decimal_comma,
  });

export const dayOptions = () =>
  optionsOf<CsvForm['days']>({
    ymd: m.invoice_import_days_ymd,
    dmy: m.invoice_import_days_dmy,
    mdy: m.invoice_import_days_mdy,
  });

export const fieldOptions = () => [
  { value: '' as const, label: m.invoice_import_column_unused() },
  ...optionsOf(fields),
];
