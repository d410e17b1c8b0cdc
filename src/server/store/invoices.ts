import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { codeOf, countOf, textOf } from '../../service/read.ts';
import type { Invoice, InvoiceLine } from '../../service/shapes/invoice.ts';
import { fromDoc, toDoc } from './documents.ts';
import { wordsSought } from './fold.ts';
import { type InvoiceField, invoiceWords } from './invoice-words.ts';
import type { Db, Schema } from './schema.ts';

/** One condition of a search: every word of `text` is, or begins, a word of the field. */
export interface InvoiceCondition {
  readonly field: InvoiceField | 'ALL';
  readonly text: string;
}

/** Which invoices are wanted, beside the words they are found by. */
export interface InvoiceFilter {
  /** One of these; any where there are none. */
  readonly statuses?: readonly string[] | undefined;
  readonly vendor?: string | undefined;
  readonly owner?: string | undefined;
}

/** How numbers of invoices compare within a vendor: without case, and composed the same way. */
const numberKey = (number: string): string => number.trim().normalize('NFC').toLowerCase();

/** The invoices that are wanted and meet all conditions, in the order in which they came, and how many there are. */
export async function findInvoices(
  db: Db,
  search: {
    conditions: readonly InvoiceCondition[];
    filter: InvoiceFilter;
    limit: number;
    offset: number;
  },
): Promise<{ items: Invoice[]; total: number }> {
  const { statuses, vendor, owner } = search.filter;
  let matching = db
    .selectFrom('invoices')
    .where((where) => where.and(search.conditions.flatMap((condition) => matches(where, condition))));
  if (statuses !== undefined) matching = matching.where('status', 'in', statuses);
  if (vendor !== undefined) matching = matching.where('vendor', '=', vendor);
  if (owner !== undefined) matching = matching.where('owner', '=', owner);
  const { total } = await matching
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching.select('doc').orderBy('id').limit(search.limit).offset(search.offset).execute();
  return { items: rows.map((row) => fromDoc(row) as Invoice), total };
}

export async function invoiceById(db: Db, id: string): Promise<Invoice | undefined> {
  const row = await db.selectFrom('invoices').select('doc').where('id', '=', id).executeTakeFirst();
  return row && (fromDoc(row) as Invoice);
}

/** Whether the vendor has an invoice of this number already. */
export async function isNumberTaken(db: Db, vendor: string, number: string): Promise<boolean> {
  const row = await db
    .selectFrom('invoices')
    .select('id')
    .where('vendor', '=', vendor)
    .where('number', '=', numberKey(number))
    .executeTakeFirst();
  return row !== undefined;
}

/** An invoice's lines in the order of their numbers; with `page`, some of them. */
export async function linesOf(
  db: Db,
  invoiceId: string,
  page?: { limit: number; offset: number },
): Promise<InvoiceLine[]> {
  let query = db
    .selectFrom('invoice_lines')
    .select('doc')
    .where('invoice_id', '=', invoiceId)
    .orderBy('position');
  if (page) query = query.limit(page.limit).offset(page.offset);
  return (await query.execute()).map((row) => fromDoc(row) as InvoiceLine);
}

export async function numberOfLines(db: Db, invoiceId: string): Promise<number> {
  const { total } = await db
    .selectFrom('invoice_lines')
    .select((count) => count.fn.countAll<number>().as('total'))
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  return total;
}

/** Writes an invoice, new or changed, with those of its lines that are new or changed. */
export async function saveInvoice(db: Db, invoice: Invoice, lines: readonly InvoiceLine[]): Promise<void> {
  const columns = invoiceColumns(invoice);
  await db
    .insertInto('invoices')
    .values(columns)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
  for (const line of lines) {
    const row = lineColumns(columns.id, line);
    await db
      .insertInto('invoice_lines')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  }
  // What an invoice is found by is never taken from it again: words only come to it.
  await db
    .insertInto('invoice_words')
    .values(invoiceWords(invoice, lines).map((word) => ({ ...word, invoice_id: columns.id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The columns that are looked up, from the invoice's record. */
export function invoiceColumns(invoice: Invoice) {
  return {
    id: textOf(invoice.id),
    vendor: codeOf(invoice.vendor),
    number: numberKey(textOf(invoice.number)),
    status: codeOf(invoice.invoice_status),
    owner: codeOf(invoice.owner),
    doc: toDoc(invoice),
  };
}

export function lineColumns(invoiceId: string, line: InvoiceLine) {
  return {
    id: textOf(line.id),
    invoice_id: invoiceId,
    position: countOf(line.number) ?? 0,
    doc: toDoc(line),
  };
}

function matches(
  where: ExpressionBuilder<Schema, 'invoices'>,
  { field, text }: InvoiceCondition,
): Expression<SqlBool>[] {
  const term = wordsSought(text);
  // A value of marks and signs only is no invoice's number.
  if (term.length === 0) return [where.val(0) as unknown as Expression<SqlBool>];
  return term.map((word) => {
    const ids = where
      .selectFrom('invoice_words')
      .select('invoice_id')
      .where('word', '>=', word)
      .where('word', '<', `${word}\u{10FFFF}`);
    return where('invoices.id', 'in', field === 'ALL' ? ids : ids.where('field', '=', field));
  });
}
