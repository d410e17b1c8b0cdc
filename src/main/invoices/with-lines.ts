import type { Failure } from '../../contract/failure.ts';
import type { LineNames } from '../../service/invoice.ts';
import { sum, toAmount } from '../../shared/money.ts';
import { textOf } from '../../service/read.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';
import { invoicesBySearch, invoicesOfNumber } from './find.ts';
import { newInvoiceQueue, runTask } from '../commands/queues.ts';
import type { Service } from '../ports.ts';
import { addInvoiceLine } from './add-line.ts';
import { codeIn, typedAmount, typedDay } from '../forms/fields.ts';
import { payInvoice, processInvoice } from './pay.ts';
import { InvoiceRecovery, lineStep } from './recovery.ts';
import type { InvoicePlan, InvoicePlans } from './plans.ts';
import { taskStepState } from '../commands/task-steps.ts';
import type { Deps } from '../deps.ts';
import { failureOf, invalid } from '../failure.ts';

/** The outcome of one line; `null` for a line that was not tried. */
export type LineOutcome =
  { readonly ok: true } | { readonly ok: false; readonly failure: Failure } | { readonly ok: null };

/** The outcome of processing or paying. */
export type StepOutcome =
  | { readonly state: 'done' | 'notAsked' | 'notTried' }
  | { readonly state: 'failed'; readonly failure: Failure };

export interface InvoiceOutcome {
  readonly invoiceId: string;
  readonly total: string;
  /** In the order of the plan. */
  readonly lines: readonly LineOutcome[];
  readonly processed: StepOutcome;
  readonly paid: StepOutcome;
}

/** What running a plan needs. */
export interface InvoiceDeps {
  readonly deps: Deps;
  readonly plans: InvoicePlans;
  /** The service's names of a line's fields; by default those of recorded answers. */
  readonly lineNames?: LineNames;
}

/**
 * Creates an invoice for the sum of its lines, adds the lines one by one, and then processes and pays it as planned. A
 * refused line is reported and does not stop the others, but the invoice is then neither processed nor paid. An
 * unknown outcome or an unreachable service ends the run: the next run of the same plan goes on there, and does
 * nothing twice. An incomplete plan stays on the list until it is complete or dismissed. Source: Acquisitions, 6 and
 * 7.
 */
export async function invoiceWithLines(invoiceDeps: InvoiceDeps, plan: InvoicePlan): Promise<InvoiceOutcome> {
  return runPlan(invoiceDeps, plan, await invoiceDeps.deps.connection.service());
}

async function runPlan(
  invoiceDeps: InvoiceDeps,
  plan: InvoicePlan,
  service: Service,
): Promise<InvoiceOutcome> {
  const { deps, plans } = invoiceDeps;
  const checked = checkPlan(plan, service);
  return runTask(deps.queues, `invoice-plan:${plan.intent}`, async () => {
    plans.add(plan, service.library.id);
    const recovery = plans.hasLostRows(plan.intent)
      ? new InvoiceRecovery({ deps, service, plan: checked })
      : null;
    let outcome: InvoiceOutcome;
    try {
      await recovery?.waitForEarlierCommands(plans.began);
      outcome = await runSteps({ ...invoiceDeps, service, plan: checked, recovery });
    } catch (error) {
      plans.end(plan.intent, failureOf(error, deps.log));
      throw error;
    }
    plans.end(plan.intent, failureIn(outcome));
    return outcome;
  });
}

/** One run of a plan. */
interface InvoiceRun extends InvoiceDeps {
  readonly service: Service;
  readonly plan: CheckedPlan;
  /** Not null where the journal may not know all steps that were done. */
  readonly recovery: InvoiceRecovery | null;
}

async function runSteps(run: InvoiceRun): Promise<InvoiceOutcome> {
  const { plan, service, recovery } = run;
  const invoiceId = await createInvoice(run);
  const lines = await addLines(run, invoiceId);
  const areAllAdded = lines.every(({ ok }) => ok === true);
  const processed = await followUp(run, plan.then !== 'nothing', areAllAdded, () =>
    runStepOnce(run, 'process', {
      wasDone: () => recovery?.isProcessed(invoiceId),
      work: (intent) => processInvoice(run.deps, { invoiceId, intent, service }),
    }),
  );
  const paid = await followUp(run, plan.then === 'pay', processed.state === 'done', () =>
    runStepOnce(run, 'pay', {
      wasDone: () => recovery?.isPaid(invoiceId),
      work: (intent) => payInvoice(run.deps, { invoiceId, intent, service }),
    }),
  );
  return { invoiceId, total: plan.total, lines, processed, paid };
}

interface CheckedPlan extends InvoicePlan {
  readonly total: string;
}

/** Checks the whole plan before anything is sent. Throws an invalid field. */
function checkPlan(plan: InvoicePlan, { decimals }: Service): CheckedPlan {
  if (plan.lines.length === 0) throw invalid('lines', 'required');
  typedDay('date', plan.date.replace(/[A-Z]$/, ''));
  const lines = plan.lines.map((line, index) => ({
    ...line,
    amount: toAmount(typedAmount(`lines.${String(index)}.amount`, line.amount, decimals), decimals),
  }));
  const total = sum(
    lines.map(({ amount }) => amount),
    decimals,
  );
  return {
    ...plan,
    number: codeIn('number', plan.number),
    vendor: codeIn('vendor', plan.vendor),
    lines,
    total,
  };
}

/** The id of the invoice: created now, or by an earlier run of the plan. */
async function createInvoice({ deps, service, plan, recovery }: InvoiceRun): Promise<string> {
  const { number, vendor, currency = service.currency } = plan;
  const step = taskStepState(deps.journal, plan.intent, 'create');
  const ofNumber = async () => (await invoicesOfNumber(service.client, { vendor, number })) ?? [];
  if (step.state === 'done') return onlyIdOf(await ofNumber());
  const found = (await recovery?.createdId(step.id)) ?? null;
  if (found !== null) return found;
  const present = await invoicesBySearch(service.client, { vendor, number });
  const { answer } = await deps.commands.run({
    operation: 'acq.invoices.create',
    args: {
      body: {
        ...plan.fields,
        number,
        invoice_date: plan.date,
        vendor: { value: vendor },
        total_amount: plan.total,
        currency: { value: currency },
      },
    },
    id: step.id,
    queue: newInvoiceQueue(vendor, number),
    about: `${number}: ${plan.total} ${currency}`,
    before: { invoiceIds: present?.map(({ id }) => textOf(id)) ?? null },
    service,
  });
  return textOf(answer.id) || onlyIdOf(await ofNumber());
}

/** The id of the only invoice in a list. Throws `noIds` for none or several. */
function onlyIdOf(invoices: readonly Invoice[]): string {
  const id = invoices.length === 1 ? textOf(invoices[0]?.id) : '';
  if (id === '') throw invalid('number', 'noIds');
  return id;
}

async function addLines(run: InvoiceRun, invoiceId: string): Promise<LineOutcome[]> {
  const { deps, service, plan, recovery, lineNames } = run;
  const outcomes: LineOutcome[] = [];
  const funds = new Map<string, string>();
  let stopped = false;
  for (const [index, line] of plan.lines.entries()) {
    if (stopped) {
      outcomes.push(lineOutcomeSoFar(run, index));
      continue;
    }
    try {
      await runStepOnce(run, lineStep(index), {
        wasDone: () => recovery?.isAdded(invoiceId, index, (at) => outcomes[at]?.ok === true),
        work: (id) => addInvoiceLine(deps, service, { invoiceId, id, line, funds, names: lineNames }),
      });
      outcomes.push({ ok: true });
    } catch (error) {
      const failure = failureOf(error, deps.log);
      outcomes.push({ ok: false, failure });
      stopped = isOpen(failure) && !isKnown(failure);
    }
  }
  return outcomes;
}

/** The outcome of an earlier run for a line that this run does not reach. */
function lineOutcomeSoFar({ deps, plan }: InvoiceRun, index: number): LineOutcome {
  try {
    return { ok: taskStepState(deps.journal, plan.intent, lineStep(index)).state === 'done' ? true : null };
  } catch (error) {
    return { ok: false, failure: failureOf(error, deps.log) };
  }
}

/** Runs a step, unless an earlier run of the plan has done it. */
async function runStepOnce(
  { deps, plan }: InvoiceRun,
  name: string,
  step: {
    readonly work: (id: string) => Promise<unknown>;
    /** Asks the service, where the journal may not know; undefined where it does. */
    readonly wasDone: () => Promise<boolean> | undefined;
  },
): Promise<void> {
  const soFar = taskStepState(deps.journal, plan.intent, name);
  if (soFar.state === 'toDo' && (await step.wasDone()) !== true) await step.work(soFar.id);
}

async function followUp(
  { deps }: InvoiceRun,
  isPlanned: boolean,
  isPossible: boolean,
  work: () => Promise<void>,
): Promise<StepOutcome> {
  if (!isPlanned) return { state: 'notAsked' };
  if (!isPossible) return { state: 'notTried' };
  try {
    await work();
    return { state: 'done' };
  } catch (error) {
    return { state: 'failed', failure: failureOf(error, deps.log) };
  }
}

/** Whether a step is still open: the outcome is unknown, or the service was not reached. */
function isOpen({ kind }: Failure): boolean {
  return kind !== 'refused' && kind !== 'invalid';
}

/** Whether a read has shown that the step did not happen: the service can take the next one. */
function isKnown(failure: Failure): boolean {
  return failure.kind === 'unreachable' && failure.why === 'didNotHappen';
}

/** Why the invoice is not complete (open steps first); null if it is. */
function failureIn({ lines, processed, paid }: InvoiceOutcome): Failure | null {
  const failures = [
    ...lines.flatMap((line) => (line.ok === false ? [line.failure] : [])),
    ...[processed, paid].flatMap((step) => (step.state === 'failed' ? [step.failure] : [])),
  ];
  return failures.find(isOpen) ?? failures[0] ?? null;
}

/** Goes on with an incomplete plan. Throws `gone` where there is none with this intent at the connected library. */
export async function finishInvoice(invoiceDeps: InvoiceDeps, intent: string): Promise<InvoiceOutcome> {
  const service = await invoiceDeps.deps.connection.service();
  const unfinished = invoiceDeps.plans.list().find(({ plan }) => plan.intent === intent);
  if (unfinished?.library !== service.library.id) throw invalid('id', 'gone');
  return runPlan(invoiceDeps, unfinished.plan, service);
}
