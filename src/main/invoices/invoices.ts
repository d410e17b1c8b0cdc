import type { CallOptions } from '../../client/client.ts';
import type { Accepted } from '../../contract/common.ts';
import type { InvoiceLineView, InvoiceOrderLine, InvoiceRow, InvoiceView } from '../../contract/invoices.ts';
import { textOf } from '../../service/read.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';
import { classify } from '../../shared/barcodes.ts';
import { accepted, recordOfAnswer } from '../commands/accepted.ts';
import { freshRead, invoiceQueue } from '../commands/queues.ts';
import type { Deps } from '../deps.ts';
import { invalid } from '../failure.ts';
import { codeIn } from '../forms/fields.ts';
import { findOrder } from '../orders/find.ts';
import type { Service } from '../ports.ts';
import { deedsOf } from './deeds.ts';
import { invoicesOfNumber, readInvoice } from './find.ts';
import type { InvoiceStep } from './operations.ts';
import { decimalsIn } from './record.ts';
import { invoiceRow, invoiceView, lineView, orderLineView } from './view.ts';

/** How many lines are on a page: as many as the service gives at once. Source: Limits. */
const linesOnPage = 100;

/** An invoice in full, after what is under way with it. */
export async function invoiceInFull(
  deps: Deps,
  invoiceId: string,
  signal: AbortSignal,
): Promise<InvoiceView> {
  const service = await deps.connection.service();
  const queue = invoiceQueue(invoiceId);
  const invoice = await freshRead(deps.queues, queue, () => readInvoice(service, invoiceId, signal));
  return viewOf(deps, service, invoice);
}

/** A page of an invoice's lines, counted from 0. Source: Limits. */
export async function invoiceLines(
  deps: Deps,
  { invoiceId, page }: { readonly invoiceId: string; readonly page: number },
  signal: AbortSignal,
): Promise<{ lines: InvoiceLineView[]; total: number; pageSize: number }> {
  const service = await deps.connection.service();
  const path = { invoice_id: invoiceId };
  const query = { limit: linesOnPage, offset: page * linesOnPage };
  const [invoice, found] = await Promise.all([
    readInvoice(service, invoiceId, signal),
    service.client.call('acq.invoices.lines.list', { path, query }, { signal }),
  ]);
  const decimals = decimalsIn(invoice, service);
  return {
    lines: found.items.map((line) => lineView(line, decimals)),
    total: Math.max(found.total, query.offset + found.items.length),
    pageSize: linesOnPage,
  };
}

/** The vendor's invoices with this number; null where the service cannot tell. */
export async function invoiceDuplicates(
  deps: Deps,
  input: { readonly vendor: string; readonly number: string },
  signal: AbortSignal,
): Promise<readonly InvoiceRow[] | null> {
  const service = await deps.connection.service();
  const query = { vendor: codeIn('vendor', input.vendor), number: codeIn('number', input.number) };
  const found = await invoicesOfNumber(service.client, query, { signal });
  return found?.map((invoice) => invoiceRow(invoice, service)) ?? null;
}

/** The order line of a code: its number, or the barcode of one of its items. */
export async function invoiceOrderLine(
  deps: Deps,
  code: string,
  signal: AbortSignal,
): Promise<InvoiceOrderLine> {
  const what = classify(code, deps.connection.view().barcodes);
  if (!what.ok) throw invalid('code', what.reason, what.detail);
  const { kind } = what;
  if (kind === 'command' || kind === 'patron') throw invalid('code', 'malformed', kind);
  const service = await deps.connection.service();
  const options: CallOptions = { signal };
  const { pol } = await findOrder(service, { code: what.code, kind }, options);
  return orderLineView(pol, service);
}

/** Does something with an invoice, and answers it as it then is. */
export async function withInvoice(
  deps: Deps,
  step: InvoiceStep,
  operation: (deps: Deps, step: InvoiceStep & { readonly service: Service }) => Promise<Invoice>,
): Promise<Accepted<InvoiceView>> {
  const service = step.service ?? (await deps.connection.service());
  const answer = await operation(deps, { ...step, service });
  return accepted(deps.log, async () => {
    const again = (): Promise<Invoice> => readInvoice(service, step.invoiceId);
    return viewOf(deps, service, await recordOfAnswer(answer, ({ id }) => textOf(id), again));
  });
}

const viewOf = (deps: Deps, service: Service, invoice: Invoice): InvoiceView =>
  invoiceView(invoice, service, deedsOf(deps, service, invoice));
