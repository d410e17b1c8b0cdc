import * as z from 'zod';
import { arrayOf, codeOf, dateOf, dayOf, type Fields, isFields, textOf } from '../../service/read.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { parseAmount } from '../../shared/money.ts';
import { copiesOf } from './record.ts';

/**
 * A step on the way to a field of an order line: the name of a field, the place of an entry in a list, or of the entry
 * which is, or holds, the item with this id.
 */
const Step = z.union([z.string(), z.number(), z.object({ pid: z.string() })]);
type Step = z.output<typeof Step>;

const OrderPath = z.array(Step);
/** The way to a field of an order line. */
export type OrderPath = z.output<typeof OrderPath>;

/** What an update of an order line changes: fields with what they say before and after, as `saidAt` reads them. */
export const OrderChange = z.object({
  fields: z.array(z.object({ path: OrderPath, was: z.string(), wanted: z.string() })).min(1),
});
export type OrderChange = z.output<typeof OrderChange>;

/** The way to the barcode of an item, wherever in its order line the item is. */
export const barcodeOf = (pid: string): OrderPath => ['location', { pid }, 'copy', { pid }, 'barcode'];

/** What these fields of an order line say before a change and after it. */
export const changeOf = (before: Pol, after: Pol, paths: readonly OrderPath[]): OrderChange => ({
  fields: paths.map((path) => ({
    path,
    was: saidAt(before, path) ?? '',
    wanted: saidAt(after, path) ?? '',
  })),
});

/**
 * What an order line says in a field, in one form for all the ways to write it: an amount without needless zeros, a day
 * without its zone letter, a list as JSON. `''` where the field is missing or empty. Null where the record does not say
 * it: the entry of the list is gone, or the service lists no barcodes at all.
 */
export function saidAt(pol: Pol, path: OrderPath): string | null {
  const field = path.at(-1);
  const holder = path.slice(0, -1).reduce<unknown>(stepInto, pol);
  if (typeof field !== 'string' || holder === null) return null;
  const holds = isFields(holder) && Object.hasOwn(holder, field);
  if (!holds && field === 'barcode') return copiesOf(pol).some(listsBarcode) ? '' : null;
  return (readers[field] ?? text)(holds ? holder[field] : undefined);
}

const listsBarcode = ({ copy }: ReturnType<typeof copiesOf>[number]): boolean =>
  Object.hasOwn(copy, 'barcode');

/** The value one step further on the way; null where a list has no such entry. */
function stepInto(value: unknown, step: Step): unknown {
  if (value === null) return null;
  if (typeof step === 'string') return isFields(value) ? (value[step] ?? {}) : {};
  const entries = arrayOf<unknown>(value as Fields);
  const entry = typeof step === 'number' ? entries[step] : entries.find((one) => isOrHolds(one, step.pid));
  return entry ?? null;
}

function isOrHolds(entry: unknown, pid: string): boolean {
  if (!isFields(entry)) return false;
  return text(entry['pid']) === pid || arrayOf(entry['copy'] as Fields).some((copy) => isOrHolds(copy, pid));
}

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? textOf(value).trim() : '';

const number = (value: unknown): string => parseAmount(text(value))?.toFixed() ?? text(value);

/** How a field is read that can be written in several ways. The record was parsed: its lists have their shapes. */
const readers: Readonly<Record<string, (value: unknown) => string>> = {
  sum: number,
  quantity: number,
  expected_receipt_date: (value) => dayOf(dateOf(text(value))) ?? text(value),
  note: (value) => listed(arrayOf(value as Pol['note']).map(({ note_text: note }) => [text(note)])),
  fund_distribution: (value) =>
    listed(
      arrayOf(value as Pol['fund_distribution']).map(({ fund_code: fund, amount, percent }) => {
        const share = number(percent);
        // With a percentage the sum follows from it, and the service may add it.
        return share === '' ? [codeOf(fund), number(amount?.sum)] : [codeOf(fund), '', share];
      }),
    ),
};

const listed = (entries: readonly (readonly string[])[]): string =>
  entries.length === 0 ? '' : JSON.stringify(entries);
