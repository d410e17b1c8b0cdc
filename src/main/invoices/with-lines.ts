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
import { InvoiceDoubts, lineStep } from './doubts.ts';
import type { InvoicePlan, InvoicePlans } from './plans.ts';
import { stepSoFar } from '../commands/steps.ts';
import type { Deps } from '../deps.ts';
import { failureOf, invalid } from '../failure.ts';

/** What came of one line. One that was not tried is neither. */
export type LineOutcome =
  { readonly ok: true } | { readonly ok: false; readonly failure: Failure } | { readonly ok: null };

/** What came of processing or paying: asked for and tried or not, done or not. */
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

/** What the task works with beside the plans it keeps. */
export interface Invoicing {
  readonly deps: Deps;
  readonly plans: InvoicePlans;
  /** The names a service has for a line's fields; those of recorded answers unless said. */
  readonly lineNames?: LineNames;
}

/**
 * Creates an invoice for the sum of its lines, adds the lines one after the other, and then processes and pays it,
 * as far as that is planned. A line that is refused is kept and reported, and does not stop the others; the invoice
 * stays, and is then neither processed nor paid. Where nobody knows what became of a step, or the service is away,
 * the task ends: begun again with the same plan it goes on where it was, and does nothing twice. A plan of which
 * something is missing stays on the list, whatever it was, until it is done or dismissed: whoever waited for it may
 * have closed their window before they were told.
 *
 * Source: Acquisitions, 6 and 7.
 */
export async function invoiceWithLines(invoicing: Invoicing, plan: InvoicePlan): Promise<InvoiceOutcome> {
  return carryOut(invoicing, plan, await invoicing.deps.connection.service());
}

async function carryOut(invoicing: Invoicing, plan: InvoicePlan, service: Service): Promise<InvoiceOutcome> {
  const { deps, plans } = invoicing;
  const judged = judgedPlan(plan, service);
  return runTask(deps.queues, `invoice-plan:${plan.intent}`, async () => {
    plans.keep(plan, service.library.id);
    const doubts = plans.isDoubted(plan.intent) ? new InvoiceDoubts({ deps, service, plan: judged }) : null;
    let outcome: InvoiceOutcome;
    try {
      await doubts?.rested(plans.began);
      outcome = await carriedOut({ ...invoicing, service, plan: judged, doubts });
    } catch (error) {
      plans.ended(plan.intent, failureOf(error, deps.log));
      throw error;
    }
    plans.ended(plan.intent, missingIn(outcome));
    return outcome;
  });
}

/** A plan that is being carried out. */
interface InvoiceRun extends Invoicing {
  readonly service: Service;
  readonly plan: CheckedPlan;
  /** Where the journal may not know what was done of it. */
  readonly doubts: InvoiceDoubts | null;
}

async function carriedOut(run: InvoiceRun): Promise<InvoiceOutcome> {
  const { plan, service, doubts } = run;
  const invoiceId = await created(run);
  const lines = await linesAdded(run, invoiceId);
  const whole = lines.every(({ ok }) => ok === true);
  const processed = await then(run, plan.then !== 'nothing', whole, () =>
    once(run, 'process', {
      wasDone: () => doubts?.processed(invoiceId),
      work: (intent) => processInvoice(run.deps, { invoiceId, intent, service }),
    }),
  );
  const paid = await then(run, plan.then === 'pay', processed.state === 'done', () =>
    once(run, 'pay', {
      wasDone: () => doubts?.paid(invoiceId),
      work: (intent) => payInvoice(run.deps, { invoiceId, intent, service }),
    }),
  );
  return { invoiceId, total: plan.total, lines, processed, paid };
}

interface CheckedPlan extends InvoicePlan {
  readonly total: string;
}

/** Everything is judged before anything is sent. Throws an invalid field. */
function judgedPlan(plan: InvoicePlan, { decimals }: Service): CheckedPlan {
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

/** The id of the invoice: created now, or by an earlier run of the same plan. */
async function created({ deps, service, plan, doubts }: InvoiceRun): Promise<string> {
  const { number, vendor, currency = service.currency } = plan;
  const step = stepSoFar(deps.journal, plan.intent, 'create');
  const ofNumber = async () => (await invoicesOfNumber(service.client, { vendor, number })) ?? [];
  if (step.state === 'done') return theOnly(await ofNumber());
  const found = (await doubts?.created(step.id)) ?? null;
  if (found !== null) return found;
  const there = await invoicesBySearch(service.client, { vendor, number });
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
    before: { invoiceIds: there?.map(({ id }) => textOf(id)) ?? null },
    service,
  });
  return textOf(answer.id) || theOnly(await ofNumber());
}

/** The id of the only invoice among these. Throws `noIds` where there is none, or no telling which. */
function theOnly(invoices: readonly Invoice[]): string {
  const id = invoices.length === 1 ? textOf(invoices[0]?.id) : '';
  if (id === '') throw invalid('number', 'noIds');
  return id;
}

async function linesAdded(run: InvoiceRun, invoiceId: string): Promise<LineOutcome[]> {
  const { deps, service, plan, doubts, lineNames } = run;
  const outcomes: LineOutcome[] = [];
  const funds = new Map<string, string>();
  let stopped = false;
  for (const [index, line] of plan.lines.entries()) {
    if (stopped) {
      outcomes.push(lineSoFar(run, index));
      continue;
    }
    try {
      await once(run, lineStep(index), {
        wasDone: () => doubts?.added(invoiceId, index, (at) => outcomes[at]?.ok === true),
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

/** What came in an earlier run of a line that this one does not get to. */
function lineSoFar({ deps, plan }: InvoiceRun, index: number): LineOutcome {
  try {
    return { ok: stepSoFar(deps.journal, plan.intent, lineStep(index)).state === 'done' ? true : null };
  } catch (error) {
    return { ok: false, failure: failureOf(error, deps.log) };
  }
}

/** Does a step, unless an earlier run of the same plan has done it. */
async function once(
  { deps, plan }: InvoiceRun,
  name: string,
  step: {
    readonly work: (id: string) => Promise<unknown>;
    /** Where the journal may not know of it. */
    readonly wasDone: () => Promise<boolean> | undefined;
  },
): Promise<void> {
  const soFar = stepSoFar(deps.journal, plan.intent, name);
  if (soFar.state === 'toDo' && (await step.wasDone()) !== true) await step.work(soFar.id);
}

async function then(
  { deps }: InvoiceRun,
  asked: boolean,
  possible: boolean,
  work: () => Promise<void>,
): Promise<StepOutcome> {
  if (!asked) return { state: 'notAsked' };
  if (!possible) return { state: 'notTried' };
  try {
    await work();
    return { state: 'done' };
  } catch (error) {
    return { state: 'failed', failure: failureOf(error, deps.log) };
  }
}

/** Nobody knows, or the service is away: there is something left to do. A refusal is an answer. */
function isOpen({ kind }: Failure): boolean {
  return kind !== 'refused' && kind !== 'invalid';
}

/** A read has shown that it did not happen: the service is there, and takes the next one. */
function isKnown(failure: Failure): boolean {
  return failure.kind === 'unreachable' && failure.why === 'didNotHappen';
}

/** Why something of it is missing, what may still be done first; null where all is done that was asked for. */
function missingIn({ lines, processed, paid }: InvoiceOutcome): Failure | null {
  const failures = [
    ...lines.flatMap((line) => (line.ok === false ? [line.failure] : [])),
    ...[processed, paid].flatMap((step) => (step.state === 'failed' ? [step.failure] : [])),
  ];
  return failures.find(isOpen) ?? failures[0] ?? null;
}

/** Goes on with a plan that an earlier run, or an unclear answer, left unfinished. Throws `noIds` for one that is not there. */
export async function finishInvoice(invoicing: Invoicing, intent: string): Promise<InvoiceOutcome> {
  const service = await invoicing.deps.connection.service();
  const left = invoicing.plans.list().find(({ plan }) => plan.intent === intent);
  if (left?.library !== service.library.id) throw invalid('id', 'noIds');
  return carryOut(invoicing, left.plan, service);
}
