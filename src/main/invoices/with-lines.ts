import type { Failure } from '../../contract/failure.ts';
import { sum, toAmount } from '../../shared/money.ts';
import { isPaid } from '../../service/invoice.ts';
import { runTask } from '../commands/queues.ts';
import { taskStepState } from '../commands/task-steps.ts';
import type { Deps } from '../deps.ts';
import { failureOf, invalid } from '../failure.ts';
import { codeIn, typedAmount, typedDay } from '../forms/fields.ts';
import type { Service } from '../ports.ts';
import { createInvoice } from './create.ts';
import { readInvoice } from './find.ts';
import { processInvoice, payInvoice } from './operations.ts';
import { addLines, decimalsFor, isOpen, linesTotalOf, totalDifference } from './plan-lines.ts';
import { statusesOf } from './record.ts';
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
 * refused line is reported and does not stop the others, but the invoice is then neither processed nor paid; nor is one
 * on which the service has alerts that nobody has accepted. An unknown outcome or an unreachable service ends the run:
 * the next run of the same plan goes on there, and does nothing twice. An incomplete plan stays on the list until it is
 * complete or dismissed. Source: Acquisitions, 6 and 7.
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
  const { deps, plan, service } = run;
  const invoiceId = await createInvoice(run);
  const lines = await addLines(run, invoiceId);
  const mayFollow = lines.every(({ ok }) => ok === true) && (addsUp(run) || plan.despiteTotal === true);
  const processed = await followUp(run, 'process', plan.then !== 'nothing', mayFollow, {
    wasDone: () => (mayBeDone(run, 'process') ? isProcessed(service, invoiceId) : undefined),
    work: (intent) => {
      const reason = plan.despiteTotal === true ? reasonDespite(run) : undefined;
      const accepted = plan.despiteAlerts ?? [];
      return processInvoice(deps, { invoiceId, intent, service, reason, accepted });
    },
  });
  const paid = await followUp(run, 'pay', plan.then === 'pay', processed.state === 'done', {
    wasDone: () => (mayBeDone(run, 'pay') ? isPaidNow(service, invoiceId) : undefined),
    work: (intent) => payInvoice(deps, { invoiceId, intent, service }),
    meansDone: (failure) => failure.kind === 'invalid' && failure.reason === 'alreadyPaid',
  });
  return { invoiceId, total: plan.total, lines, processed, paid };
}

/** Whether somebody may have done a step that the journal does not have as done: after a refusal, or lost rows. */
function mayBeDone({ deps, plan, recovery }: InvoiceRun, name: 'process' | 'pay'): boolean {
  if (recovery !== null) return true;
  try {
    taskStepState(deps.journal, plan.intent, name);
    return false;
  } catch {
    return true;
  }
}

const isProcessed = async (service: Service, invoiceId: string): Promise<boolean> =>
  statusesOf(await readInvoice(service, invoiceId)).approval === 'APPROVED';

const isPaidNow = async (service: Service, invoiceId: string): Promise<boolean> =>
  isPaid(await readInvoice(service, invoiceId));

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
    await runStepOnce(run, name, { ...step, again: true });
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
