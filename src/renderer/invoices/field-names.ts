import { m } from '../../messages/compiled/messages.js';

/** The fields of a line that main names alone where one line is corrected. */
const alone = {
  price: m.invoices_price,
  quantity: m.invoices_quantity,
  funds: m.invoices_funds,
  'funds.fund': m.invoices_column_fund,
  'funds.percent': m.invoices_fund_percent,
  'funds.amount': m.invoices_fund_amount,
  from: m.invoices_from,
  to: m.invoices_to,
  vat: m.invoices_line_vat,
};
/** All fields of a line, which main names with its place: some share their name with a field of something else. */
const ofLine = {
  ...alone,
  pol: m.invoices_column_pol,
  type: m.invoices_line_type,
  note: m.invoices_note,
};

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
  ...alone,
  ...Object.fromEntries(Object.entries(ofLine).map(([name, words]) => [`lines.${name}`, words])),
};
