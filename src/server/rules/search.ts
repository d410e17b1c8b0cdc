import { codes } from '../../service/codes.ts';
import { type InvoiceField, invoiceFields } from '../store/invoice-words.ts';
import { wordsSought } from '../store/fold.ts';
import { type OrderLineField, orderLineFields } from '../store/order-line-words.ts';
import { type SearchField, searchFields } from '../store/user-words.ts';
import { refused } from './refusal.ts';

/** A condition of a search, on one of these fields or on all of them. */
interface SearchCondition<F> {
  readonly field: F | 'ALL';
  readonly text: string;
}

/**
 * Where the next condition begins: `AND`, a field's name and a tilde. Anything else belongs to the value. Only where a
 * run of spaces begins: a search of nothing but spaces stays cheap.
 */
const nextCondition = /(?<!\s)\s+AND\s+(?=[A-Za-z_]+~)/g;
/** A value in quotes, up to the one that ends it. */
const quotedValue = /"((?:[^"\\]|\\.)*)"/sy;
const fieldName = /\s*([A-Za-z_]+)~/y;

/** Reads a search for users. */
export const readSearch = (q: string): SearchCondition<SearchField>[] => readConditions(q, searchFields);

/** Reads a search for invoices. Public clients of deployed services name the number `invoice_number`. */
export function readInvoiceSearch(q: string): SearchCondition<InvoiceField>[] {
  const conditions = readConditions(q, [...invoiceFields, 'invoice_number']);
  return conditions.map(({ field, text }) => ({
    field: field === 'invoice_number' ? 'number' : field,
    text,
  }));
}

/** Reads a search for order lines. */
export const readOrderLineSearch = (q: string): SearchCondition<OrderLineField>[] =>
  readConditions(q, orderLineFields);

/**
 * Reads a search: `field~value`, several of them joined with `AND`. A value in double quotes may hold anything, with
 * a backslash before a quote or a backslash; without quotes it reaches to the next condition.
 *
 * Source: Users, the query parameter `q`; Acquisitions; the details are ours.
 */
function readConditions<F extends string>(q: string, fields: readonly F[]): SearchCondition<F>[] {
  const known: readonly (F | 'ALL')[] = [...fields, 'ALL'];
  const conditions: SearchCondition<F>[] = [];
  let at = 0;
  while (at < q.length) {
    fieldName.lastIndex = at;
    const name = fieldName.exec(q)?.[1];
    if (name === undefined) throw refused(codes.badSearch, 'The search is not of the form field~value.');
    const field = known.find((one) => one.toLowerCase() === name.toLowerCase());
    if (field === undefined) {
      throw refused(codes.badSearch, `The search field ${name.slice(0, 40)} is not supported.`);
    }
    const value = readValue(q, fieldName.lastIndex);
    conditions.push({ field, text: value.text });
    at = value.end;
  }
  mustBeShort(conditions);
  return conditions;
}

/** So many words are looked for at once: nobody types more, and a database takes only so many conditions. */
const MOST_WORDS = 100;

function mustBeShort(conditions: readonly { readonly text: string }[]): void {
  const words = conditions.reduce((count, { text }) => count + Math.max(1, wordsSought(text).length), 0);
  if (words > MOST_WORDS) throw refused(codes.badSearch, `The search has more than ${MOST_WORDS} words.`);
}

function readValue(q: string, start: number): { text: string; end: number } {
  return q[start] === '"' ? quoted(q, start) : unquoted(q, start);
}

function quoted(q: string, start: number): { text: string; end: number } {
  quotedValue.lastIndex = start;
  const inside = quotedValue.exec(q)?.[1];
  if (inside === undefined) throw refused(codes.badSearch, 'A quotation mark of the search is not closed.');
  return { text: inside.replace(/\\(.)/gs, '$1'), end: afterValue(q, quotedValue.lastIndex) };
}

function afterValue(q: string, at: number): number {
  if (at === q.length) return at;
  nextCondition.lastIndex = at;
  if (nextCondition.exec(q)?.index === at) return nextCondition.lastIndex;
  throw refused(codes.badSearch, 'Conditions of a search are joined with AND.');
}

function unquoted(q: string, start: number): { text: string; end: number } {
  nextCondition.lastIndex = start;
  const next = nextCondition.exec(q);
  return next === null
    ? { text: q.slice(start), end: q.length }
    : { text: q.slice(start, next.index), end: nextCondition.lastIndex };
}
