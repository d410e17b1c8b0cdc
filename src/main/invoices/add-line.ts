import { type LineDraft, type LineNames, lineToWrite, primaryFundOf } from '../../service/invoice.ts';
import { textOf } from '../../service/read.ts';
import { invoiceQueue } from '../commands/queues.ts';
import { linesOfInvoice } from './resolve.ts';
import type { Service } from '../ports.ts';
import { readPol } from '../orders/find.ts';
import type { Deps } from '../deps.ts';

/** A line that joins an invoice. */
export interface Adding {
  readonly invoiceId: string;
  /** The journal's id. */
  readonly id: string;
  readonly line: LineDraft;
  /** The primary funds of order lines that were read already; those read here come to them. */
  readonly funds: Map<string, string>;
  readonly names: LineNames | undefined;
}

/** Adds a line to an invoice; without a fund of its own it is paid from its order line's first. Source: Acquisitions, 7. */
export async function addInvoiceLine(
  deps: Deps,
  service: Service,
  { invoiceId, id, line, funds, names }: Adding,
): Promise<void> {
  const fund = line.funds === undefined && line.pol !== '' ? await fundOf(service, line.pol, funds) : '';
  const funded = fund === '' ? line : { ...line, funds: [{ code: fund, percent: '100' }] };
  const there = await linesOfInvoice(service.client, invoiceId);
  await deps.commands.run({
    operation: 'acq.invoices.lines.create',
    args: { path: { invoice_id: invoiceId }, body: lineToWrite(funded, names) },
    id,
    queue: invoiceQueue(invoiceId),
    about: `${line.pol}: ${line.amount}`,
    before: { lineIds: there.map((one) => textOf(one.id)) },
    service,
  });
}

/** The primary fund of an order line; `''` where it has none, and the service decides. */
async function fundOf(service: Service, pol: string, known: Map<string, string>): Promise<string> {
  const fund = known.get(pol) ?? primaryFundOf(await readPol(service, pol));
  known.set(pol, fund);
  return fund;
}
