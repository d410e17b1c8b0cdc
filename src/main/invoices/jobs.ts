import type { Parsed } from '../../contract/index.ts';
import type { InvoiceDraft, InvoiceLineDraft } from '../../contract/invoice-draft.ts';
import type { InvoiceJob } from '../../contract/invoices.ts';
import { textOf } from '../../service/read.ts';
import { taskStepState } from '../commands/task-steps.ts';
import { Failed, failureOf, invalid } from '../failure.ts';
import { typedText } from '../forms/fields.ts';
import type { Service } from '../ports.ts';
import { correctedLine, planOf, type Wanted } from './draft.ts';
import { invoicesBySearch } from './find.ts';
import { jobView } from './job-view.ts';
import { decimalsFor } from './plan-lines.ts';
import { type InvoicePlan, lineStep, type PlannedLine } from './plans.ts';
import type { CheckedPlan, InvoiceDeps, InvoiceOutcome, RunControl } from './run.ts';
import { changePlan, finishInvoice, runPlan } from './with-lines.ts';

/** A draft to be made, and the earlier job that it replaces. */
interface NewInvoice extends Wanted {
  readonly draft: InvoiceDraft;
  readonly replaces: string | null;
}

/**
 * Makes a draft an invoice. Throws where nothing was begun: the invalid fields, a number that the vendor has used, an
 * intent that was used before. Whatever stops it later is in the job.
 */
export async function createJob(
  invoicing: InvoiceDeps,
  { draft, replaces, ...wanted }: NewInvoice,
  control: RunControl,
): Promise<InvoiceJob> {
  const { deps, plans } = invoicing;
  const service = await deps.connection.service();
  const plan = planOf(draft, wanted, service);
  const { vendor, number, intent } = plan;
  const checkReplaced = (): void => {
    if (replaces !== null) mustBeReplaceable(invoicing, plans.at(service.library.id, replaces));
  };
  plans.claim(intent);
  try {
    checkReplaced();
    if (plan.mustBeOnly) {
      const options = control.signal ? { signal: control.signal } : {};
      const [other] = (await invoicesBySearch(service.client, { vendor, number }, options)) ?? [];
      if (other) throw invalid('number', 'twice', textOf(other.id));
    }
    // Once more: somebody may have gone on with it meanwhile.
    checkReplaced();
    plans.add(plan, service.library.id);
  } catch (error) {
    plans.release(intent);
    throw error;
  }
  if (replaces !== null) plans.dismiss(replaces);
  return jobAfter(invoicing, plan, service, finishInvoice(invoicing, intent, control));
}

/** Goes on with a job where it stopped, and keeps what a person agrees to first. */
export async function resumeJob(
  invoicing: InvoiceDeps,
  { id, despiteTotal, despiteAlerts = [] }: Parsed<'invoices.resume'>,
  control: RunControl,
): Promise<InvoiceJob> {
  const { deps, plans } = invoicing;
  const service = await deps.connection.service();
  if (despiteTotal || despiteAlerts.length > 0) {
    await changePlan(invoicing, id, (plan) => {
      const accepted = [...new Set([...(plan.despiteAlerts ?? []), ...despiteAlerts])];
      plans.update({ ...plan, ...(despiteTotal && { despiteTotal }), despiteAlerts: accepted });
      return Promise.resolve();
    });
  }
  const plan = plans.at(service.library.id, id);
  return jobAfter(invoicing, plan, service, finishInvoice(invoicing, id, control));
}

interface OneLine {
  readonly id: string;
  /** From 0. */
  readonly line: number;
}

/** Corrects a line that was refused or never sent, and sends it alone. */
export async function correctLine(
  invoicing: InvoiceDeps,
  { id, line: nth, draft }: OneLine & { readonly draft: InvoiceLineDraft },
  control: RunControl,
): Promise<InvoiceJob> {
  return changePlan(invoicing, id, async (plan, service) => {
    const line = openLine(invoicing, plan, nth);
    const corrected = correctedLine(draft, decimalsFor(plan, service));
    // A refused step stays refused: what is sent now is another one.
    const corrections = (line.corrections ?? 0) + (wasRefused(invoicing, plan, nth) ? 1 : 0);
    const next = withLine(plan, nth, { ...corrected, ...(corrections > 0 && { corrections }) });
    invoicing.plans.update(next);
    return jobAfter(invoicing, next, service, runPlan(invoicing, next, service, { ...control, only: nth }));
  });
}

/** Leaves out a line that was refused or never sent. With the last open one the job goes on. */
export async function leaveOutLine(
  invoicing: InvoiceDeps,
  { id, line: nth, reason }: OneLine & { readonly reason: string },
  control: RunControl,
): Promise<InvoiceJob> {
  return changePlan(invoicing, id, async (plan, service) => {
    const line = openLine(invoicing, plan, nth);
    const leftOut = typedText('reason', reason, 500);
    if (leftOut === '') throw invalid('reason', 'required');
    const next = withLine(plan, nth, { ...line, leftOut });
    invoicing.plans.update(next);
    return jobAfter(invoicing, next, service, runPlan(invoicing, next, service, { ...control, only: nth }));
  });
}

/**
 * The plan with another line. What a person agreed to was the total and the alerts beside the lines as they were: with
 * others they are asked again.
 */
const withLine = (plan: CheckedPlan, nth: number, line: PlannedLine): CheckedPlan => ({
  ...plan,
  despiteTotal: undefined,
  despiteAlerts: undefined,
  lines: plan.lines.map((other, at) => (at === nth ? line : other)),
});

/**
 * A line that is not in the invoice, and cannot come into it by what was sent. Throws `gone` where there is no such
 * line, `notNow` before the invoice is there, `alreadySent` for a line that is in, and what is not confirmed.
 */
function openLine({ deps, plans }: InvoiceDeps, plan: CheckedPlan, nth: number): PlannedLine {
  const line = plan.lines[nth];
  if (!line) throw invalid('line', 'gone');
  if (plan.invoiceId === undefined) throw invalid('line', 'notNow');
  const step = lineStep(nth, line);
  const seen = plans.seen(plan.intent, step);
  const state = stateUnlessRefused(() => taskStepState(deps.journal, plan.intent, step).state);
  if (state === 'done' || seen === 'done') throw invalid('line', 'alreadySent');
  // Of a line without a row, whose rows were lost, only a run can tell whether it is in.
  if (state === 'toDo' && seen === null && plans.hasLostRows(plan.intent)) throw invalid('line', 'notNow');
  return line;
}

function wasRefused({ deps }: InvoiceDeps, plan: CheckedPlan, nth: number): boolean {
  const line = plan.lines[nth];
  if (!line) return false;
  return (
    stateUnlessRefused(() => taskStepState(deps.journal, plan.intent, lineStep(nth, line)).state) ===
    'refused'
  );
}

/** Throws the failure of a step whose outcome is not known. */
function stateUnlessRefused<T>(read: () => T): T | 'refused' {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failed && error.failure.kind === 'refused') return 'refused';
    throw error;
  }
}

/** A job of which something was made is not replaced by another one: throws `notNow`. */
function mustBeReplaceable({ deps, plans }: InvoiceDeps, plan: InvoicePlan): void {
  const create = stateUnlessRefused(() => taskStepState(deps.journal, plan.intent, 'create').state);
  const isMade = create === 'done' || plan.invoiceId !== undefined || plans.hasLostRows(plan.intent);
  if (isMade || plans.progressOf(plan.intent) !== null) throw invalid('replaces', 'notNow');
}

/**
 * The job after a run of it, however that ended. Throws where the plan is not there any more. What this run failed with
 * is told also where another window's run has begun since, and may yet come further.
 */
export async function jobAfter(
  invoicing: InvoiceDeps,
  plan: InvoicePlan,
  service: Service,
  run: Promise<InvoiceOutcome>,
): Promise<InvoiceJob> {
  const left = (): InvoicePlan | undefined =>
    invoicing.plans.list().find((other) => other.plan.intent === plan.intent)?.plan;
  try {
    const { invoiceId } = await run;
    return jobView(invoicing, left() ?? { ...plan, invoiceId }, service);
  } catch (error) {
    const still = left();
    if (!still) throw error;
    const view = jobView(invoicing, still, service);
    return view.failure ? view : jobView(invoicing, still, service, failureOf(error, invoicing.deps.log));
  }
}
