import type { ImportField } from '../../../contract/invoice-import.ts';
import {
  type Notation,
  readAmount,
  readCode,
  readCurrency,
  readDay,
  readIsbn,
  readPrice,
  readQuantity,
  type ReadValue,
  readWords,
} from './values.ts';

/** Reads a value as what its field is. */
export function readField(
  field: ImportField,
  text: string,
  { decimals, ...notation }: Notation & { readonly decimals: number },
): ReadValue {
  switch (field) {
    case 'date':
    case 'due':
    case 'from':
    case 'to':
      return readDay(text, notation);
    case 'quantity':
      return readQuantity(text, notation);
    case 'price':
      return readPrice(text, notation, decimals);
    case 'amount':
    case 'vat':
    case 'total':
    case 'vatTotal':
    case 'shipment':
    case 'overhead':
    case 'insurance':
    case 'discount':
      return readAmount(text, notation, decimals);
    case 'currency':
      return readCurrency(text);
    case 'isbn':
      return readIsbn(text);
    case 'title':
    case 'note':
      return readWords(text);
    case 'number':
    case 'vendor':
    case 'account':
    case 'pol':
    case 'reference':
    case 'fund':
      return readCode(text);
  }
}
