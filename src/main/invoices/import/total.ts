import type Big from 'big.js';
import type { ImportedInvoice } from '../../../contract/invoice-import.ts';
import { amount, parseAmount, toAmount } from '../../../shared/money.ts';

/** What an invoice comes to, in parts. */
type Parts = Pick<
  ImportedInvoice,
  'sum' | 'total' | 'shipment' | 'overhead' | 'insurance' | 'discount' | 'vatTotal'
>;

const orNothing = (text: string): Big => parseAmount(text) ?? amount('0');

/** The lines with the charges and less the discount, which is written with or without its minus; without VAT. */
function charged(sum: Big, { shipment, overhead, insurance, discount }: Parts): Big {
  return [shipment, overhead, insurance]
    .reduce((all, text) => all.plus(orNothing(text)), sum)
    .minus(orNothing(discount).abs());
}

/**
 * What the lines, the charges and the VAT come to, where that is not the total; null where it is, or where it cannot be
 * said. Amounts of lines may have the VAT in them.
 */
export function totalProblem(parts: Parts, decimals: number): string | null {
  const [sum, total] = [parseAmount(parts.sum), parseAmount(parts.total)];
  if (!sum || !total) return null;
  const without = charged(sum, parts);
  const all = without.plus(orNothing(parts.vatTotal));
  return without.eq(total) || all.eq(total) ? null : toAmount(all, decimals);
}

/**
 * Where the VAT of an invoice is: in the amounts of the lines or nowhere (`within`), beside each of them (`beside`), so
 * that the prices can take it in, or only beside the whole (`apart`). It is beside the lines where the total is what
 * they come to with it.
 */
export function vatPlace(invoice: Parts & Pick<ImportedInvoice, 'lines'>): 'within' | 'beside' | 'apart' {
  const [sum, total] = [parseAmount(invoice.sum), parseAmount(invoice.total)];
  const vat = orNothing(invoice.vatTotal);
  if (!sum || !total || vat.eq(0) || !charged(sum, invoice).plus(vat).eq(total)) return 'within';
  const ofLines = invoice.lines.reduce((all, line) => all.plus(orNothing(line.vat)), amount('0'));
  return ofLines.eq(vat) ? 'beside' : 'apart';
}
