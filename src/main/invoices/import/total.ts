import type { ImportedInvoice } from '../../../contract/invoice-import.ts';
import { parseAmount, toAmount } from '../../../shared/money.ts';

/** What an invoice comes to, in parts. */
type Parts = Pick<
  ImportedInvoice,
  'sum' | 'total' | 'shipment' | 'overhead' | 'insurance' | 'discount' | 'vatTotal'
>;

/**
 * What the lines, the charges and the VAT come to, where that is not the total; null where it is, or where it cannot be
 * said. Amounts of lines may have the VAT in them, and some totals leave the charges to the lines: each is accepted.
 */
export function totalProblem(parts: Parts, decimals: number): string | null {
  const [sum, total] = [parseAmount(parts.sum), parseAmount(parts.total)];
  if (!sum || !total) return null;
  const read = (text: string) => parseAmount(text) ?? parseAmount('0');
  let charged = sum;
  for (const text of [parts.shipment, parts.overhead, parts.insurance]) charged = charged.plus(read(text) ?? 0);
  // A discount is written with or without its minus.
  charged = charged.minus(read(parts.discount)?.abs() ?? 0);
  const withVat = charged.plus(read(parts.vatTotal) ?? 0);
  return [sum, charged, withVat].some((each) => each.eq(total)) ? null : toAmount(withVat, decimals);
}
