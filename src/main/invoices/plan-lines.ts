import type { Failure } from '../../contract/failure.ts';
import { amount, sum } from '../../shared/money.ts';
import { decimalsOf } from '../../service/currency.ts';
import { taskStepState } from '../commands/task-steps.ts';
import { failureOf } from '../failure.ts';
import type { Service } from '../ports.ts';
import { addInvoiceLine, type KnownOfInvoice } from './add-line.ts';
import { type InvoicePlan, lineStep, type PlannedLine } from './plans.ts';
import { type InvoiceRun, isStopped, type LineOutcome, runStepOnce, tell } from './run.ts';

/** How many decimals the amounts of a plan have. */
export const decimalsFor = ({ currency }: InvoicePlan, service: Pick<Service, 'currency'>): number =>
  decimalsOf(currency ?? service.currency);

/** What the lines of a plan come to: those that are entered. */
export function linesTotalOf({ lines }: InvoicePlan, decimals: number): string {
  return sum(
    lines.filter(({ leftOut }) => leftOut === undefined).map((line) => line.amount),
    decimals,
  );
}

/** How the lines stand to the total that the invoice is created for. */
export function totalDifference(plan: InvoicePlan, total: string, decimals: number): 'none' | 'high' | 'low' {
  const lines = amount(linesTotalOf(plan, decimals));
  if (lines.eq(amount(total))) return 'none';
  return lines.lt(amount(total)) ? 'high' : 'low';
}

/** Adds the lines one by one. What leaves open whether the service takes the next one ends the run. */
export async function addLines(run: InvoiceRun, invoiceId: string): Promise<LineOutcome[]> {
  const { deps, service, plan, recovery, lineNames: names, control } = run;
  const outcomes: LineOutcome[] = [];
  const known: KnownOfInvoice = { funds: new Map(), lineIds: null };
  let stopped = false;
  for (const [nth, line] of plan.lines.entries()) {
    const next = control.only === undefined ? nextLine(plan, nth) : undefined;
    const isWanted = control.only === undefined || control.only === nth;
    stopped ||= isStopped(run);
    if (line.leftOut !== undefined) outcomes.push({ ok: true });
    else if (stopped || !isWanted) outcomes.push(outcomeSoFar(run, nth, line));
    else {
      tell(run, 'line', nth + 1);
      try {
        await runStepOnce(run, lineStep(nth, line), {
          wasDone: () => recovery?.isAdded(invoiceId, nth, (at) => outcomes[at]?.ok === true),
          work: (id) => addInvoiceLine(deps, service, { invoiceId, id, line, next, known, names }),
        });
        outcomes.push({ ok: true });
      } catch (error) {
        const failure = failureOf(error, deps.log);
        outcomes.push({ ok: false, failure });
        stopped = isOpen(failure) && !isKnown(failure);
      }
    }
  }
  return outcomes;
}

/** The line that is entered after the nth, if there is one. */
const nextLine = ({ lines }: InvoicePlan, nth: number): PlannedLine | undefined =>
  lines.find(({ leftOut }, at) => at > nth && leftOut === undefined);

/** The outcome of earlier runs for a line that this run does not send. */
function outcomeSoFar(
  { deps, plans, plan: { intent } }: InvoiceRun,
  nth: number,
  line: PlannedLine,
): LineOutcome {
  const step = lineStep(nth, line);
  try {
    const isDone = taskStepState(deps.journal, intent, step).state === 'done';
    return { ok: isDone || plans.seen(intent, step) === 'done' ? true : null };
  } catch (error) {
    return { ok: false, failure: failureOf(error, deps.log) };
  }
}

/** Whether a step is still open: the outcome is unknown, or the service was not reached. */
export function isOpen({ kind }: Failure): boolean {
  return kind !== 'refused' && kind !== 'invalid';
}

/** Whether a read has shown that the step did not happen: the service can take the next one. */
function isKnown(failure: Failure): boolean {
  return failure.kind === 'unreachable' && failure.why === 'didNotHappen';
}
