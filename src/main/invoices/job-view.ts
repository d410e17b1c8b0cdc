import type { Failure } from '../../contract/failure.ts';
import type { InvoiceJob, InvoiceJobRow, JobLine, JobStep } from '../../contract/invoices.ts';
import { elsewhereIn } from '../journal/libraries.ts';
import { taskStepState } from '../commands/task-steps.ts';
import type { Deps } from '../deps.ts';
import { Failed } from '../failure.ts';
import type { Service } from '../ports.ts';
import { sum } from '../../shared/money.ts';
import { alertsIn } from './alerts.ts';
import { headerOf } from './draft.ts';
import { lineDraftOf } from './line-draft.ts';
import { decimalsFor, linesTotalOf, totalDifference } from './plan-lines.ts';
import { type InvoicePlan, lineStep, type PlannedLine, type UnfinishedPlan } from './plans.ts';
import type { InvoiceDeps } from './run.ts';

/** The jobs that are not complete, of all libraries, oldest first. */
export function jobRows({ deps, plans }: InvoiceDeps): readonly InvoiceJobRow[] {
  const elsewhere = elsewhereIn(deps);
  return plans.list().map((one) => ({
    ...rowOf(one.plan, one, plans.progressOf(one.plan.intent)),
    elsewhere: elsewhere(one.library),
  }));
}

const rowOf = (
  plan: InvoicePlan,
  tracked: UnfinishedPlan | null,
  progress: InvoiceJobRow['progress'],
): Omit<InvoiceJobRow, 'elsewhere'> => ({
  id: plan.intent,
  since: tracked?.since ?? '',
  number: plan.number,
  vendor: plan.vendor,
  currency: plan.currency ?? '',
  then: plan.then,
  invoiceId: plan.invoiceId ?? '',
  lines: plan.lines.length,
  // Why it stopped before says nothing while it runs again.
  failure: progress === null ? (tracked?.failure ?? null) : null,
  progress,
});

/** A job with its lines, as the journal and the last run have it; `failed`: why an earlier run stopped, where it runs again. */
export function jobView(
  { deps, plans }: InvoiceDeps,
  plan: InvoicePlan,
  service: Service,
  failed: Failure | null = null,
): InvoiceJob {
  const tracked = plans.list().find((one) => one.plan.intent === plan.intent) ?? null;
  const decimals = decimalsFor(plan, service);
  const stepOf = (name: string): JobStep => {
    const seen = plans.seen(plan.intent, name);
    // What was refused here, somebody may have done elsewhere.
    if (seen === 'done') return { state: 'done' };
    try {
      if (taskStepState(deps.journal, plan.intent, name).state === 'done') return { state: 'done' };
      return seen === null ? { state: 'toDo' } : { state: 'failed', failure: seen };
    } catch (error) {
      if (error instanceof Failed) return { state: 'failed', failure: error.failure };
      throw error;
    }
  };
  const total =
    plan.total ??
    sum(
      plan.lines.map((line) => line.amount),
      decimals,
    );
  const differs = totalDifference(plan, total, decimals);
  const asListed = rowOf(plan, tracked, plans.progressOf(plan.intent));
  const row = { ...asListed, failure: asListed.failure ?? failed };
  const process: JobStep =
    plan.then === 'nothing' ? { state: 'notAsked' } : processStep(stepOf('process'), row.failure);
  return {
    ...row,
    currency: plan.currency ?? service.currency,
    elsewhere: tracked === null ? null : elsewhereIn(deps)(tracked.library),
    complete: tracked === null,
    draft: headerOf(plan),
    steps: {
      create:
        plan.invoiceId === undefined ? createStep(stepOf('create'), row.failure, deps) : { state: 'done' },
      process,
      pay: plan.then === 'pay' ? stepOf('pay') : { state: 'notAsked' },
    },
    draftLines: plan.lines.map((line, nth) => lineOf(line, stepOf(lineStep(nth, line)))),
    total,
    linesTotal: linesTotalOf(plan, decimals),
    totalTooHigh: differs === 'high',
    totalTooLow: differs === 'low',
    alerts: process.state === 'failed' ? alertsIn(process.failure) : [],
  };
}

/**
 * How the creation of an invoice stands whose id is not known: the last run came no further, so what stopped it was the
 * creation. The journal knows better what is not confirmed, but for what it has lost; of what was created it does not
 * know which one it is.
 */
function createStep(step: JobStep, failure: Failure | null, { journal }: Deps): JobStep {
  if (step.state === 'failed' || failure === null) return step;
  if (failure.kind === 'unknown-outcome' && journal.entry(failure.journalId) !== null) return step;
  return step.state === 'done' && failure.kind !== 'invalid' ? step : { state: 'failed', failure };
}

/** How the processing stands. Alerts stopped it before anything was sent: after a restart only the job knows of them. */
const processStep = (step: JobStep, failure: Failure | null): JobStep =>
  step.state === 'toDo' && failure !== null && alertsIn(failure).length > 0
    ? { state: 'failed', failure }
    : step;

const lineOf = (line: PlannedLine, step: JobStep): JobLine => ({
  draft: lineDraftOf(line),
  step: line.leftOut === undefined ? step : { state: 'leftOut', reason: line.leftOut },
});
