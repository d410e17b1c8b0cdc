import { isPaid } from '../../service/invoice.ts';
import { isSameAmount } from '../../shared/money.ts';
import { dateOf, dayOf, textOf } from '../../service/read.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';
import { restMs } from '../commands/certainty.ts';
import { invoicesOfNumber } from './find.ts';
import { isSameLine, linesOfInvoice } from './resolve.ts';
import { Failed, unknownOutcome } from '../failure.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import type { InvoicePlan } from './plans.ts';
import { readInvoice } from './pay.ts';
import { stepSoFar } from '../commands/steps.ts';
import { statusesOf } from './statuses.ts';

interface InvoiceDoubtsOptions {
  readonly deps: Deps;
  readonly service: Service;
  /** With its amounts as they are sent. */
  readonly plan: InvoicePlan & { readonly total: string };
}

/**
 * What is there at the service of an invoice of which the journal has lost rows: that a step has no row proves nothing
 * then, and what is there like it is taken for it. Nothing is added, processed or paid a second time.
 */
export class InvoiceDoubts {
  readonly #doubted: InvoiceDoubtsOptions;

  constructor(doubted: InvoiceDoubtsOptions) {
    this.#doubted = doubted;
  }

  /** Until what may have left before this run has come to its effect. `began`: this run, by the clock that never jumps. */
  async rested(began: number): Promise<void> {
    const { clock, closing } = this.#doubted.deps;
    const left = began + restMs - clock.monotonic();
    if (left > 0) await clock.sleep(left, closing);
  }

  /** The id of the invoice where it is there; null where it is not. Throws where nobody can tell. */
  async created(stepId: string): Promise<string | null> {
    const { service, plan } = this.#doubted;
    const { number, vendor } = plan;
    const found = await invoicesOfNumber(service.client, { number, vendor });
    const [invoice, ...others] = found ?? [];
    // What is there and may be another's is for a person: an invoice too many would be paid.
    const isClear = found !== null && others.length === 0 && (!invoice || isOf(plan, invoice));
    if (!isClear) throw notKnown(stepId);
    return invoice ? textOf(invoice.id) : null;
  }

  /** Whether a line is there: as many like it as are known to be, and one more. `wasAdded`: of those before it. */
  async added(invoiceId: string, nth: number, wasAdded: (nth: number) => boolean): Promise<boolean> {
    const { deps, service, plan } = this.#doubted;
    const line = plan.lines[nth];
    if (!line) return false;
    const wanted = { po_line: line.pol, price: line.amount };
    const isLike = (other: InvoicePlan['lines'][number]): boolean =>
      isSameLine({ po_line: other.pol, price: other.amount }, wanted);
    const known = plan.lines.filter((other, at) => {
      if (at === nth || !isLike(other)) return false;
      return at < nth ? wasAdded(at) : isKnown(deps, plan.intent, at);
    });
    const there = await linesOfInvoice(service.client, invoiceId);
    return there.filter((one) => isSameLine(one, wanted)).length > known.length;
  }

  async processed(invoiceId: string): Promise<boolean> {
    const invoice = await readInvoice(this.#doubted.service, invoiceId);
    return statusesOf(invoice).approval === 'APPROVED';
  }

  async paid(invoiceId: string): Promise<boolean> {
    return isPaid(await readInvoice(this.#doubted.service, invoiceId));
  }
}

/** The name of the step that adds a line. */
export const lineStep = (nth: number): string => `line-${String(nth)}`;

function isKnown({ journal }: Deps, intent: string, nth: number): boolean {
  try {
    return stepSoFar(journal, intent, lineStep(nth)).state === 'done';
  } catch {
    return false; // refused, or not known: what is there may be another's
  }
}

function isOf({ total, date }: InvoiceDoubtsOptions['plan'], invoice: Invoice): boolean {
  const day = dayOf(dateOf(invoice.invoice_date));
  return isSameAmount(invoice.total_amount, total) && (day === null || day === dayOf(date));
}

const notKnown = (id: string): Failed =>
  new Failed(unknownOutcome({ id, operation: 'acq.invoices.create', trackingId: null }));
