import { arrayOf, codeOf, labelOf, textOf } from '../../service/read.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { copiesOf } from '../rules/order-line.ts';
import { wordsKept } from './fold.ts';

/**
 * The fields a search for order lines can name; `ALL` looks in every one. The first three are those of public clients of
 * deployed services. Source: Acquisitions; the set of fields is ours.
 */
export const orderLineFields = [
  'mms_id',
  'vendor_code',
  'item_library',
  'vendor_name',
  'number',
  'po_number',
  'title',
  'author',
  'isbn',
  'vendor_reference_number',
  'barcode',
] as const;

export type OrderLineField = (typeof orderLineFields)[number];

/** The words by which an order line is found, per field. */
export function orderLineWords(pol: Pol): { field: OrderLineField; word: string }[] {
  const about = pol.resource_metadata;
  const texts: Record<OrderLineField, readonly string[]> = {
    mms_id: [codeOf(about?.mms_id)],
    vendor_code: [codeOf(pol.vendor)],
    item_library: arrayOf(pol.location).map(({ library }) => codeOf(library)),
    vendor_name: [labelOf(pol.vendor)],
    number: [textOf(pol.number)],
    po_number: [textOf(pol.po_number)],
    title: [textOf(about?.title)],
    author: [textOf(about?.author)],
    isbn: [textOf(about?.isbn)],
    vendor_reference_number: [textOf(pol.vendor_reference_number)],
    barcode: copiesOf(pol).map(({ barcode }) => textOf(barcode)),
  };
  return orderLineFields.flatMap((field) => {
    const words = new Set(texts[field].flatMap((text) => [...wordsKept(text)]));
    return Array.from(words, (word) => ({ field, word }));
  });
}
