import { m } from '../../messages/compiled/messages.js';

/** What the fields of an invoice are called on screen; those of a line without its place. */
export const invoiceFields: Readonly<Record<string, () => string>> = {
  code: m.invoices_line_code,
  number: m.invoices_column_number,
  vendor: m.invoices_search_vendor,
  account: m.invoices_account,
  currency: m.invoices_currency,
  total: m.invoices_paper_total,
  dueDate: m.invoices_due,
  owner: m.invoices_owner,
  reference: m.invoices_reference,
  paymentMethod: m.invoices_method,
  invoice: m.invoices_invoice,
  lines: m.invoices_lines,
  'lines.pol': m.invoices_column_pol,
  'lines.price': m.invoices_price,
  'lines.quantity': m.invoices_quantity,
  'lines.type': m.invoices_line_type,
  'lines.funds': m.invoices_funds,
  'lines.funds.fund': m.invoices_column_fund,
  'lines.funds.percent': m.invoices_fund_percent,
  'lines.funds.amount': m.invoices_fund_amount,
  'lines.from': m.invoices_from,
  'lines.to': m.invoices_to,
  'lines.vat': m.invoices_line_vat,
  'lines.note': m.invoices_note,
};
