import { type LineDraft, type LineNames, lineToWrite, primaryFundOf } from '../../service/invoice.ts';
import { textOf } from '../../service/read.ts';
import { invoiceQueue } from '../commands/queues.ts';
import { linesOfInvoice } from './find.ts';
import type { Service } from '../ports.ts';
import { readPol } from '../orders/find.ts';
import type { Deps } from '../deps.ts';

/** A line to be added to an invoice. */
export interface NewLine {
  readonly invoiceId: string;
  /** The journal's id. */
  readonly id: string;
  readonly line: LineDraft;
  /** Cache of the primary funds of order lines, by order line. */
  readonly funds: Map<string, string>;
  readonly names: LineNames | undefined;
}

/**
 * Adds a line to an invoice. A line without a fund is paid from the primary fund of its order line. Source:
 * Acquisitions, 7.
 */
export async function addInvoiceLine(
  deps: Deps,
  service: Service,
  { invoiceId, id, line, funds, names }: NewLine,
): Promise<void> {
  const fund = line.funds === undefined && line.pol !== '' ? await fundOf(service, line.pol, funds) : '';
  const funded = fund === '' ? line : { ...line, funds: [{ code: fund, percent: '100' }] };
  const present = await linesOfInvoice(service.client, invoiceId);
  await deps.commands.run({
    operation: 'acq.invoices.lines.create',
    args: { path: { invoice_id: invoiceId }, body: lineToWrite(funded, names) },
    id,
    queue: invoiceQueue(invoiceId),
    about: `${line.pol}: ${line.amount}`,
    before: { lineIds: present.map((one) => textOf(one.id)) },
    service,
  });
}

/** The primary fund of an order line; `''` where it has none: then the service decides. */
async function fundOf(service: Service, pol: string, known: Map<string, string>): Promise<string> {
  const fund = known.get(pol) ?? primaryFundOf(await readPol(service, pol));
  known.set(pol, fund);
  return fund;
}
