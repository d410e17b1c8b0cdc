import { isSameAmount } from '../../shared/money.ts';
import { dateOf, dayOf, textOf } from '../../service/read.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';
import { graceMs } from '../commands/certainty.ts';
import { invoicesOfNumber, linesOfInvoice } from './find.ts';
import { isSameLine } from './record.ts';
import { Failed, invalid, unknownOutcome } from '../failure.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { type InvoicePlan, lineStep, type PlannedLine } from './plans.ts';
import { taskStepState } from '../commands/task-steps.ts';

interface InvoiceRecoveryOptions {
  readonly deps: Deps;
  readonly service: Service;
  /** With its amounts as they are sent. */
  readonly plan: InvoicePlan & { readonly total: string };
}

/**
 * Finds out what the service has of an invoice whose journal rows were lost. A step without a row may have been done:
 * what the service has that looks like it counts as done. So nothing is added, processed or paid twice.
 */
export class InvoiceRecovery {
  readonly #options: InvoiceRecoveryOptions;

  constructor(options: InvoiceRecoveryOptions) {
    this.#options = options;
  }

  /**
   * Waits until commands of the run before have taken effect. `began` is the start of this run (monotonic
   * milliseconds).
   */
  async waitForEarlierCommands(began: number): Promise<void> {
    const { clock, closing } = this.#options.deps;
    const restLeftMs = began + graceMs - clock.monotonic();
    if (restLeftMs > 0) await clock.sleep(restLeftMs, closing);
  }

  /**
   * The id of the invoice; null where there is none. Throws `several` where a person has to choose, and an unknown
   * outcome where it cannot be said.
   */
  async createdId(stepId: string): Promise<string | null> {
    const { service, plan } = this.#options;
    const { number, vendor } = plan;
    const found = await invoicesOfNumber(service.client, { number, vendor });
    const [invoice, ...others] = found ?? [];
    if (others.length > 0) throw invalid('invoice', 'several');
    // An invoice that may be another desk's is left to the user.
    const isClear = found !== null && (!invoice || isOfPlan(plan, invoice));
    if (!isClear) throw notKnown(stepId);
    return invoice ? textOf(invoice.id) : null;
  }

  /**
   * Whether a line was added: the invoice has one more equal line than the plan's known ones. `wasAdded` says it for
   * the lines before.
   */
  async isAdded(invoiceId: string, nth: number, wasAdded: (nth: number) => boolean): Promise<boolean> {
    const { deps, service, plan } = this.#options;
    const line = plan.lines[nth];
    if (!line) return false;
    const sent = { po_line: line.pol, price: line.amount };
    const isLike = (other: PlannedLine): boolean =>
      other.leftOut === undefined && isSameLine({ po_line: other.pol, price: other.amount }, sent);
    const knownLines = plan.lines.filter((other, at) => {
      if (at === nth || !isLike(other)) return false;
      return at < nth ? wasAdded(at) : isKnown(deps, plan.intent, lineStep(at, other));
    });
    const present = await linesOfInvoice(service.client, invoiceId);
    return present.filter((one) => isSameLine(one, sent)).length > knownLines.length;
  }
}

function isKnown({ journal }: Deps, intent: string, step: string): boolean {
  try {
    return taskStepState(journal, intent, step).state === 'done';
  } catch {
    return false; // refused or unknown: an equal line may come from elsewhere
  }
}

function isOfPlan({ total, date }: InvoiceRecoveryOptions['plan'], invoice: Invoice): boolean {
  const day = dayOf(dateOf(invoice.invoice_date));
  return isSameAmount(invoice.total_amount, total) && (day === null || day === dayOf(date));
}

const notKnown = (id: string): Failed =>
  new Failed(unknownOutcome({ id, operation: 'acq.invoices.create', trackingId: null }));
