import { type LineDraft, type LineNames, lineToWrite, primaryFundOf } from '../../service/invoice.ts';
import { textOf } from '../../service/read.ts';
import { invoiceQueue } from '../commands/queues.ts';
import { linesOfInvoice } from './find.ts';
import type { Service } from '../ports.ts';
import { readPol } from '../orders/find.ts';
import type { Deps } from '../deps.ts';

/** What was read for the lines before: the primary funds of order lines, and the ids of all lines of the invoice. */
export interface KnownOfInvoice {
  /** By order line. A fund may be on its way still: that of the next line is read while this one is sent. */
  readonly funds: Map<string, Promise<string>>;
  /** Null where they are to be read. */
  lineIds: string[] | null;
}

/** A line to be added to an invoice. */
interface NewLine {
  readonly invoiceId: string;
  /** The journal's id. */
  readonly id: string;
  readonly line: LineDraft;
  /** The line after it, if there is one. */
  readonly next: LineDraft | undefined;
  readonly known: KnownOfInvoice;
  readonly names: LineNames | undefined;
}

/**
 * Adds a line to an invoice. A line without a fund is paid from the primary fund of its order line. Source:
 * Acquisitions, 7.
 */
export async function addInvoiceLine(
  deps: Deps,
  service: Service,
  { invoiceId, id, line, next, known, names }: NewLine,
): Promise<void> {
  const fund = await fundFor(service, line, known.funds);
  const funded = fund === '' ? line : { ...line, funds: [{ code: fund, percent: '100' }] };
  const present =
    known.lineIds ?? (await linesOfInvoice(service.client, invoiceId)).map((one) => textOf(one.id));
  // They are read again after a line that failed, or that cannot be told by its answer.
  known.lineIds = null;
  // Where it cannot be read, the next line says so, and not this one.
  if (next) fundFor(service, next, known.funds).catch(() => undefined);
  const { answer } = await deps.commands.run({
    operation: 'acq.invoices.lines.create',
    args: { path: { invoice_id: invoiceId }, body: lineToWrite(funded, names) },
    id,
    queue: invoiceQueue(invoiceId),
    about: `${line.pol}: ${line.amount}`,
    before: { lineIds: present },
    service,
  });
  const lineId = textOf(answer.id);
  if (lineId !== '') known.lineIds = [...present, lineId];
}

/** The fund that a line without one is paid from; `''` where there is none: then the service decides. */
async function fundFor(
  service: Service,
  { funds, pol }: LineDraft,
  known: KnownOfInvoice['funds'],
): Promise<string> {
  if (funds !== undefined || pol === '') return '';
  const reading = known.get(pol) ?? readPol(service, pol).then(primaryFundOf);
  known.set(pol, reading);
  try {
    return await reading;
  } catch (error) {
    known.delete(pol);
    throw error;
  }
}
