import type { Failure } from '../../contract/failure.ts';
import type { JobProgress } from '../../contract/invoices.ts';
import type { LineNames } from '../../service/invoice.ts';
import { taskStepState } from '../commands/task-steps.ts';
import type { Deps } from '../deps.ts';
import { failureOf } from '../failure.ts';
import type { Service } from '../ports.ts';
import type { InvoicePlan, InvoicePlans } from './plans.ts';
import type { InvoiceRecovery } from './recovery.ts';

/** What running a plan needs. */
export interface InvoiceDeps {
  readonly deps: Deps;
  readonly plans: InvoicePlans;
  /** The service's names of a line's fields; by default those of recorded answers. */
  readonly lineNames?: LineNames;
}

/** How a run is watched and stopped. */
export interface RunControl {
  /** Stops the run before its next step. A command that has left is waited for. */
  readonly signal?: AbortSignal;
  readonly report?: (progress: JobProgress) => void;
  /** The only line that is sent, where it is one. */
  readonly only?: number;
}

/** A plan whose fields were validated. */
export interface CheckedPlan extends InvoicePlan {
  readonly total: string;
}

/** One run of a plan. */
export interface InvoiceRun extends InvoiceDeps {
  readonly service: Service;
  readonly plan: CheckedPlan;
  /** Not null where the journal may not know all steps that were done. */
  readonly recovery: InvoiceRecovery | null;
  readonly control: RunControl;
}

/** The outcome of one line: it is in or was left out, it failed, or it was not tried (`null`). */
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

/** Tells what the run does now. */
export function tell({ plans, plan, control }: InvoiceRun, step: JobProgress['step'], line = 0): void {
  const progress = { step, line, of: plan.lines.length };
  plans.progress(plan.intent, progress);
  control.report?.(progress);
}

export const isStopped = ({ control }: InvoiceRun): boolean => control.signal?.aborted === true;

/** Runs a step, unless an earlier run of the plan has done it, or it shows that somebody has. */
export async function runStepOnce(
  { deps, plans, plan: { intent } }: InvoiceRun,
  name: string,
  step: {
    readonly work: (id: string) => Promise<unknown>;
    /** Asks the service, where the journal may not know; undefined where it does. */
    readonly wasDone: () => Promise<boolean> | undefined;
    /** Where it was refused it is tried again. */
    readonly again?: boolean;
    /** Whether a failure says that somebody has done it. */
    readonly meansDone?: (failure: Failure) => boolean;
  },
): Promise<void> {
  const soFar = taskStepState(deps.journal, intent, name, { again: step.again === true });
  if (soFar.state === 'done') return;
  try {
    if ((await step.wasDone()) === true) plans.noteSeen(intent, name, 'done');
    else {
      await step.work(soFar.id);
      plans.noteSeen(intent, name, null);
    }
  } catch (error) {
    const failure = failureOf(error, deps.log);
    const isDone = step.meansDone?.(failure) === true;
    plans.noteSeen(intent, name, isDone ? 'done' : failure);
    if (!isDone) throw error;
  }
}
