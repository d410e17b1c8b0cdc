import type { Failure } from '../../contract/failure.ts';
import { sum, toAmount } from '../../shared/money.ts';
import { textOf } from '../../service/read.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';
import { invoicesBySearch, invoicesOfNumber } from './find.ts';
import { newInvoiceQueue, runTask } from '../commands/queues.ts';
import { taskStepState } from '../commands/task-steps.ts';
import type { Deps } from '../deps.ts';
import { failureOf, invalid } from '../failure.ts';
import { codeIn, typedAmount, typedDay } from '../forms/fields.ts';
import type { Service } from '../ports.ts';
import { processInvoice, payInvoice } from './operations.ts';
import { addLines, decimalsFor, isOpen, linesTotalOf, totalDifference } from './plan-lines.ts';
import { InvoiceRecovery } from './recovery.ts';
import type { InvoicePlan } from './plans.ts';
import {
  type CheckedPlan,
  type InvoiceDeps,
  type InvoiceOutcome,
  type InvoiceRun,
  isStopped,
  type RunControl,
  runStepOnce,
  type StepOutcome,
  tell,
} from './run.ts';

/**
 * Creates an invoice for the sum of its lines, adds the lines one by one, and then processes and pays it as planned. A
 * refused line is reported and does not stop the others, but the invoice is then neither processed nor paid. An
 * unknown outcome or an unreachable service ends the run: the next run of the same plan goes on there, and does
 * nothing twice. An incomplete plan stays on the list until it is complete or dismissed. Source: Acquisitions, 6 and
 * 7.
 */
export async function invoiceWithLines(
  invoicing: InvoiceDeps,
  plan: InvoicePlan,
  control: RunControl = {},
): Promise<InvoiceOutcome> {
  const service = await invoicing.deps.connection.service();
  const checked = checkPlan(plan, service);
  return inQueueOf(invoicing.deps, plan.intent, () => {
    invoicing.plans.add(checked, service.library.id);
    return runPlan(invoicing, checked, service, control);
  });
}

/** Goes on with an incomplete plan. Throws `gone` where there is none with this intent at the connected library. */
export async function finishInvoice(
  invoicing: InvoiceDeps,
  intent: string,
  control: RunControl = {},
): Promise<InvoiceOutcome> {
  return changePlan(invoicing, intent, (plan, service) => runPlan(invoicing, plan, service, control));
}

/**
 * Works on an incomplete plan after what is under way with it: another may have completed, changed or dismissed it
 * meanwhile. Throws `gone` where there is none with this intent at the connected library.
 */
export async function changePlan<T>(
  { deps, plans }: InvoiceDeps,
  intent: string,
  work: (plan: CheckedPlan, service: Service) => Promise<T>,
): Promise<T> {
  const service = await deps.connection.service();
  plans.at(service.library.id, intent);
  return inQueueOf(deps, intent, () =>
    work(checkPlan(plans.at(service.library.id, intent), service), service),
  );
}

const inQueueOf = <T>({ queues }: Deps, intent: string, work: () => Promise<T>): Promise<T> =>
  runTask(queues, `invoice-plan:${intent}`, work);

/** Runs the steps of a plan that are not done. To be called in the queue of the plan. */
export async function runPlan(
  invoicing: InvoiceDeps,
  plan: CheckedPlan,
  service: Service,
  control: RunControl,
): Promise<InvoiceOutcome> {
  const { deps, plans } = invoicing;
  const { intent } = plan;
  const recovery = plans.hasLostRows(intent) ? new InvoiceRecovery({ deps, service, plan }) : null;
  const run: InvoiceRun = { ...invoicing, service, plan, recovery, control };
  tell(run, 'create');
  let outcome: InvoiceOutcome;
  try {
    await recovery?.waitForEarlierCommands(plans.began);
    outcome = await runSteps(run);
  } catch (error) {
    plans.end(intent, failureOf(error, deps.log));
    throw error;
  }
  plans.end(intent, whyIncomplete(run, outcome));
  return outcome;
}

async function runSteps(run: InvoiceRun): Promise<InvoiceOutcome> {
  const { deps, plan, service, recovery } = run;
  const invoiceId = await createInvoice(run);
  const lines = await addLines(run, invoiceId);
  const mayFollow = lines.every(({ ok }) => ok === true) && (addsUp(run) || plan.despiteTotal === true);
  const processed = await followUp(run, 'process', plan.then !== 'nothing', mayFollow, {
    wasDone: () => recovery?.isProcessed(invoiceId),
    work: (intent) => {
      const reason = addsUp(run) ? undefined : reasonDespite(run);
      return processInvoice(deps, { invoiceId, intent, service, reason });
    },
  });
  const paid = await followUp(run, 'pay', plan.then === 'pay', processed.state === 'done', {
    wasDone: () => recovery?.isPaid(invoiceId),
    work: (intent) => payInvoice(deps, { invoiceId, intent, service }),
  });
  return { invoiceId, total: plan.total, lines, processed, paid };
}

const addsUp = ({ plan, service }: InvoiceRun): boolean =>
  totalDifference(plan, plan.total, decimalsFor(plan, service)) === 'none';

/** Why it is processed although its lines do not come to its total: why they were left out, or what they come to. */
function reasonDespite({ plan, service }: InvoiceRun): string {
  const reasons = plan.lines.flatMap(({ pol, leftOut }) =>
    leftOut === undefined ? [] : [`${pol}: ${leftOut}`],
  );
  const text = reasons.join('; ') || `${linesTotalOf(plan, decimalsFor(plan, service))} / ${plan.total}`;
  return text.slice(0, 500);
}

/**
 * Checks a plan before anything of it is sent. Throws an invalid field. A plan that was made by an earlier version has
 * no total yet.
 */
function checkPlan(plan: InvoicePlan, service: Service): CheckedPlan {
  if (plan.lines.length === 0) throw invalid('lines', 'required');
  const decimals = decimalsFor(plan, service);
  typedDay('date', plan.date.replace(/[A-Z]$/, ''));
  const lines = plan.lines.map((line, index) => ({
    ...line,
    amount: toAmount(typedAmount(`lines.${String(index)}.price`, line.amount, decimals), decimals),
  }));
  const number = codeIn('number', plan.number);
  const vendor = codeIn('vendor', plan.vendor);
  const total =
    plan.total ??
    sum(
      lines.map((line) => line.amount),
      decimals,
    );
  return { ...plan, number, vendor, lines, total };
}

/** The id of the invoice: created now, or by an earlier run of the plan. */
async function createInvoice(run: InvoiceRun): Promise<string> {
  const { deps, plans, service, plan, recovery } = run;
  if (plan.invoiceId !== undefined) return plan.invoiceId;
  const { number, vendor, currency = service.currency } = plan;
  const known = (invoiceId: string): string => {
    plans.update({ ...plan, invoiceId });
    return invoiceId;
  };
  const step = taskStepState(deps.journal, plan.intent, 'create');
  const ofNumber = async () => (await invoicesOfNumber(service.client, { vendor, number })) ?? [];
  if (step.state === 'done') return known(onlyIdOf(await ofNumber()));
  const found = (await recovery?.createdId(step.id)) ?? null;
  if (found !== null) return known(found);
  const present = await invoicesBySearch(service.client, { vendor, number });
  const [other] = present ?? [];
  if (other && plan.mustBeOnly) throw invalid('number', 'twice', textOf(other.id));
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
  return known(textOf(answer.id) || onlyIdOf(await ofNumber()));
}

/** The id of the only invoice in a list. Throws `noIds` for none, and `several` where a person has to choose. */
function onlyIdOf([invoice, ...others]: readonly Invoice[]): string {
  if (others.length > 0) throw invalid('invoice', 'several');
  const id = textOf(invoice?.id);
  if (id === '') throw invalid('number', 'noIds');
  return id;
}

async function followUp(
  run: InvoiceRun,
  name: 'process' | 'pay',
  isPlanned: boolean,
  isPossible: boolean,
  step: Parameters<typeof runStepOnce>[2],
): Promise<StepOutcome> {
  if (!isPlanned) return { state: 'notAsked' };
  if (!isPossible || isStopped(run)) return { state: 'notTried' };
  try {
    tell(run, name);
    await runStepOnce(run, name, step);
    return { state: 'done' };
  } catch (error) {
    return { state: 'failed', failure: failureOf(error, run.deps.log) };
  }
}

/** Why the invoice is not complete (open steps first); null if it is. */
function whyIncomplete(run: InvoiceRun, { lines, processed, paid }: InvoiceOutcome): Failure | null {
  const failures = [
    ...lines.flatMap((line) => (line.ok === false ? [line.failure] : [])),
    ...[processed, paid].flatMap((step) => (step.state === 'failed' ? [step.failure] : [])),
  ];
  const failure = failures.find(isOpen) ?? failures[0];
  if (failure) return failure;
  const isDone = ({ state }: StepOutcome): boolean => state === 'done' || state === 'notAsked';
  const areIn = lines.every(({ ok }) => ok === true);
  if (areIn && isDone(processed) && isDone(paid)) return null;
  const { plan, service } = run;
  // Nobody has said yet that it is processed with the total it has.
  if (areIn && !addsUp(run) && plan.despiteTotal !== true) {
    const detail = linesTotalOf(plan, decimalsFor(plan, service));
    return { kind: 'invalid', field: 'total', reason: 'doesNotAddUp', detail };
  }
  return { kind: 'cancelled' };
}
