import type { InvoiceJob, InvoiceRow } from '../../contract/invoices.ts';
import { textOf } from '../../service/read.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';
import { invoiceQueue } from '../commands/queues.ts';
import { taskStepState } from '../commands/task-steps.ts';
import { Failed, invalid } from '../failure.ts';
import type { JournalEntry } from '../journal/port.ts';
import { idsBefore } from './create.ts';
import { invoicesOfNumber, isSameNumber, readInvoice } from './find.ts';
import { jobAfter } from './jobs.ts';
import { type InvoicePlan, lineStep } from './plans.ts';
import type { InvoiceDeps, RunControl } from './run.ts';
import { invoiceRow } from './view.ts';
import { changePlan, runPlan } from './with-lines.ts';

/**
 * The invoices of which a person can say that one is the job's own; null where the service cannot tell. None where the
 * job knows its invoice, and none before a read has found something that may be it: the answer may still come.
 */
export async function invoiceCandidates(
  invoicing: InvoiceDeps,
  id: string,
  signal: AbortSignal,
): Promise<readonly InvoiceRow[] | null> {
  const { deps, plans } = invoicing;
  const service = await deps.connection.service();
  const plan = plans.at(service.library.id, id);
  const creation = creationOf(invoicing, plan);
  if (plan.invoiceId !== undefined || isLookedFor(invoicing, creation)) return [];
  const { vendor, number } = plan;
  const found = await invoicesOfNumber(service.client, { vendor, number }, { signal });
  const own = found?.filter((invoice) => whyNotOwn(invoicing, plan, service.library.id, invoice) === null);
  return own?.map((invoice) => invoiceRow(invoice, service)) ?? null;
}

/**
 * A person says which invoice is the job's own, and the job goes on with it. A creation whose outcome is not known is
 * settled by that: this is what it made. Throws `malformed` where that one has another number or vendor or was there
 * before, `otherJob` where lines of another job go into it or went there, and `notNow` where the job has its invoice, or its
 * creation is still looked for.
 */
export async function chooseInvoice(
  invoicing: InvoiceDeps,
  { id, invoiceId }: { readonly id: string; readonly invoiceId: string },
  control: RunControl,
): Promise<InvoiceJob> {
  return changePlan(invoicing, id, async (plan, service) => {
    const { deps, plans } = invoicing;
    if (plan.invoiceId !== undefined) throw invalid('id', 'notNow');
    const invoice = await readInvoice(service, invoiceId);
    const why = whyNotOwn(invoicing, plan, service.library.id, { ...invoice, id: invoiceId });
    if (why) throw why;
    const creation = creationOf(invoicing, plan);
    if (isLookedFor(invoicing, creation)) throw invalid('id', 'notNow');
    const next = { ...plan, invoiceId };
    // Before the command is settled: a plan that knows its invoice creates none, whatever comes of the command.
    plans.update(next);
    if (creation && deps.unclear.has(creation.id)) deps.unclear.decide(creation.id, true);
    return jobAfter(invoicing, next, service, runPlan(invoicing, next, service, control));
  });
}

/** Why an invoice cannot be the job's own; null where it can. */
function whyNotOwn(
  invoicing: InvoiceDeps,
  plan: InvoicePlan,
  library: string,
  invoice: Invoice,
): Failed | null {
  const id = textOf(invoice.id);
  if (!isSameNumber(invoice, plan)) return invalid('invoice', 'malformed');
  if (idsBefore(creationOf(invoicing, plan)?.before).includes(id))
    return invalid('invoice', 'malformed', 'existedBefore');
  return invoicing.plans.hasInvoice(library, id) || hasOtherLines(invoicing, plan, library, id)
    ? invalid('invoice', 'otherJob')
    : null;
}

/** Whether a job of this station that is complete, or was left, has entered lines into an invoice, or may have. */
function hasOtherLines(
  invoicing: InvoiceDeps,
  plan: InvoicePlan,
  library: string,
  invoiceId: string,
): boolean {
  const own = new Set(plan.lines.map((line, nth) => entryOf(invoicing, plan, lineStep(nth, line))?.id));
  return invoicing.deps.journal
    .doneIn(invoiceQueue(invoiceId), 'acq.invoices.lines.create')
    .some((entry) => entry.library === library && !own.has(entry.id));
}

/** The command that created the invoice, or may have; null where the journal has none. */
const creationOf = (invoicing: InvoiceDeps, plan: InvoicePlan): JournalEntry | null =>
  entryOf(invoicing, plan, 'create');

/** The command of a step that was done, or may have been. */
function entryOf(
  { deps: { journal } }: InvoiceDeps,
  { intent }: InvoicePlan,
  name: string,
): JournalEntry | null {
  try {
    const step = taskStepState(journal, intent, name);
    return step.state === 'done' ? step.entry : null;
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    const { failure } = error;
    return failure.kind === 'unknown-outcome' ? journal.entry(failure.journalId) : null;
  }
}

/** Whether a creation is not confirmed, and no read has found anything yet that may be its invoice. */
function isLookedFor({ deps: { unclear } }: InvoiceDeps, creation: JournalEntry | null): boolean {
  const open = creation && unclear.list().find(({ id }) => id === creation.id);
  return open ? open.seen !== 'cannotTell' : false;
}
