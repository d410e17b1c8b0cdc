import { LeftOut, type Trial } from '../check.ts';
import { done, took } from '../expect.ts';
import { objectOf, p } from '../http.ts';
import { at, code, type Json, objects, text } from '../read.ts';

/** The code of a vendor whom the library buys from: one that an invoice names. */
async function vendorOf(t: Trial): Promise<string> {
  for (const invoice of objects(objectOf(await t.service.get('/acq/invoices', { limit: 20 }))['invoice'])) {
    if (code(invoice['vendor']) !== '') return code(invoice['vendor']);
  }
  throw new LeftOut('the service has no invoice that names a vendor');
}

/** What an invoice must have, and some of what it may. */
export async function newInvoice(t: Trial): Promise<Json> {
  return {
    number: t.world.unique('invoice'),
    invoice_date: '2026-11-01Z',
    vendor: { value: await vendorOf(t) },
    total_amount: '30.00',
    currency: { value: t.codes.currency },
    owner: { value: t.codes.library },
    reference_number: 'Conformance',
  };
}

/** An invoice of this check's own. It stays: an invoice is never deleted. */
export async function invoiced(t: Trial, fields: Json = {}) {
  const sent = { ...(await newInvoice(t)), ...fields };
  const answer = done(t, await t.service.post('/acq/invoices', {}, sent));
  const id = text(answer['id']);
  t.world.stays('an invoice is never deleted', id);
  return { sent, answer, id, path: p`/acq/invoices/${id}` };
}

/** An order line whose primary fund can be named. */
export async function fundedPol(t: Trial): Promise<{ pol: string; fund: string }> {
  for (const pol of await t.world.items.pols()) {
    const record = objectOf(await t.service.get(p`/acq/po-lines/${pol}`));
    const fund = code(at(objects(record['fund_distribution'])[0], 'fund_code'));
    if (fund !== '') return { pol, fund };
  }
  throw new LeftOut('no order line was found that names a fund: name one with --pol');
}

/** A line for an order line, which comes to the invoice's total. */
export async function newLine(t: Trial): Promise<Json> {
  const { pol, fund } = await fundedPol(t);
  return {
    type: { value: 'REGULAR' },
    po_line: pol,
    price: '30.00',
    quantity: 1,
    fund_distribution: [{ fund_code: { value: fund }, percent: 100 }],
    note: 'Conformance',
  };
}

/** An invoice with a line that comes to its total, and was acted on by these operations. */
export async function invoicedWith(t: Trial, ops: readonly string[]): Promise<string> {
  const { path } = await invoiced(t);
  took(t, await t.service.post(`${path}/lines`, {}, await newLine(t)));
  for (const op of ops) took(t, await t.service.post(path, { op }, {}));
  return path;
}

/** The states an invoice is in: of the invoice itself, of its payment, of its approval. */
export function stateOf(invoice: Json): { invoice: string; payment: string; approval: string } {
  return {
    invoice: code(invoice['invoice_workflow_status']) || code(invoice['invoice_status']),
    payment: code(at(invoice, 'payment.payment_status')),
    approval: code(invoice['invoice_approval_status']),
  };
}
