import {
  type CsvForm,
  type ImportField,
  type InvoiceField,
  invoiceFields,
} from '../../../contract/invoice-import.ts';
import type { CsvRow } from './csv.ts';
import { type FileInvoice, type FileLine, type FileValue, mostLines, type Problems } from './parsed.ts';

/** The columns without which no row is a line. */
const needed: readonly (readonly ImportField[])[] = [['amount', 'price']];

interface OpenInvoice {
  /** Which one it is, from 0. */
  readonly nth: number;
  readonly place: FileLine['place'];
  readonly fields: Partial<Record<InvoiceField, FileValue>>;
  readonly lines: FileLine[];
}

const isOfInvoice = (field: ImportField): field is InvoiceField =>
  (invoiceFields as readonly ImportField[]).includes(field);

/**
 * The invoices in the rows of a CSV file: a row is a line, and rows with the same number are one invoice. A row without
 * a number belongs to the invoice before it. What a row says of the whole invoice may be said once, or in every row.
 */
export function invoicesOf(rows: readonly CsvRow[], form: CsvForm, problems: Problems): FileInvoice[] {
  const lines = form.header ? rows.slice(1) : rows;
  const tooFar = lines[mostLines];
  if (tooFar) {
    problems.add('tooManyLines', { place: placeOf(tooFar), detail: String(mostLines) });
    return [];
  }
  if (lines.length === 0) {
    problems.add('noLines');
    return [];
  }
  for (const fields of needed) {
    if (!fields.some((field) => form.columns.includes(field)))
      problems.add('noColumn', { field: fields[0] ?? null });
  }
  const width = rows[0]?.values.length ?? 0;
  const invoices = new Map<string, OpenInvoice>();
  let last: OpenInvoice | undefined;
  for (const row of lines) {
    const place = placeOf(row);
    if (row.values.length < width || row.values.slice(width).some((value) => value.trim() !== '')) {
      problems.add('rowLength', { place, detail: String(row.values.length) });
    }
    const fields = fieldsOf(row, form);
    const number = fields.number?.text ?? '';
    const invoice: OpenInvoice = (number === '' ? last : invoices.get(number)) ?? {
      ...{ nth: invoices.size, place, fields: {}, lines: [] },
    };
    if (invoice.lines.length === 0) invoices.set(number, invoice);
    last = invoice;
    takeOver(invoice, fields, problems);
    invoice.lines.push({ place, fields: ofLine(fields) });
  }
  return [...invoices.values()].map(({ place, fields, lines: own }) => ({
    ...{ place, fields, lines: own, sender: '', charges: [] },
  }));
}

const placeOf = ({ line }: CsvRow): FileLine['place'] => ({ line, segment: '' });

function fieldsOf(row: CsvRow, { columns }: CsvForm): Partial<Record<ImportField, FileValue>> {
  const fields: Partial<Record<ImportField, FileValue>> = {};
  for (const [column, field] of columns.entries()) {
    const text = row.values[column]?.trim() ?? '';
    if (field !== '' && text !== '' && !fields[field]) fields[field] = { text, place: placeOf(row) };
  }
  return fields;
}

const ofLine = (fields: Partial<Record<ImportField, FileValue>>): FileLine['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => !isOfInvoice(field as ImportField)));

/** What the first row says of the whole invoice counts. Another row that says something else is named. */
function takeOver(
  { nth, fields: taken }: OpenInvoice,
  fields: Partial<Record<ImportField, FileValue>>,
  problems: Problems,
): void {
  for (const field of invoiceFields) {
    const value = fields[field];
    const first = taken[field];
    if (!value) continue;
    if (!first) taken[field] = value;
    else if (first.text !== value.text) {
      problems.add('differs', { place: value.place, field, detail: first.text, invoice: nth });
    }
  }
}
