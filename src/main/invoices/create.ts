import * as z from 'zod';
import { textOf } from '../../service/read.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';
import { newInvoiceQueue, runTask } from '../commands/queues.ts';
import { taskStepState } from '../commands/task-steps.ts';
import { invalid } from '../failure.ts';
import { invoicesBySearch, invoicesOfNumber } from './find.ts';
import type { InvoiceRun } from './run.ts';

/**
 * The id of the invoice: created now, or by an earlier run of the plan. One at a time for a vendor's number, from the
 * search to the creation: two plans with the same number would both find nothing.
 */
export async function createInvoice(run: InvoiceRun): Promise<string> {
  const { deps, plans, plan } = run;
  if (plan.invoiceId !== undefined) return plan.invoiceId;
  return runTask(deps.queues, newInvoiceQueue(plan.vendor, plan.number), async () => {
    const invoiceId = await createdId(run);
    plans.update({ ...plan, invoiceId });
    return invoiceId;
  });
}

async function createdId({ deps, service, plan, recovery }: InvoiceRun): Promise<string> {
  const { number, vendor, currency = service.currency } = plan;
  const step = taskStepState(deps.journal, plan.intent, 'create');
  /** The invoices with its number, but those that were there before it was created. */
  const newOnes = async (before: readonly string[]): Promise<readonly Invoice[]> => {
    const found = (await invoicesOfNumber(service.client, { vendor, number })) ?? [];
    return found.filter(({ id }) => !before.includes(textOf(id)));
  };
  if (step.state === 'done') return onlyIdOf(await newOnes(idsBefore(step.entry.before)));
  const found = (await recovery?.createdId(step.id)) ?? null;
  if (found !== null) return found;
  const present = await invoicesBySearch(service.client, { vendor, number });
  const [other] = present ?? [];
  if (other && plan.mustBeOnly) throw invalid('number', 'twice', textOf(other.id));
  const before = { invoiceIds: present?.map(({ id }) => textOf(id)) ?? null };
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
    before,
    service,
  });
  return textOf(answer.id) || onlyIdOf(await newOnes(before.invoiceIds ?? []));
}

const Before = z.object({ invoiceIds: z.array(z.string()).nullable() });

/** The invoices with its number that were there before, by the journal; none where it does not say. */
export const idsBefore = (before: unknown): readonly string[] =>
  Before.safeParse(before).data?.invoiceIds ?? [];

/** The id of the only invoice in a list. Throws `noIds` for none, and `several` where a person has to choose. */
function onlyIdOf([invoice, ...others]: readonly Invoice[]): string {
  if (others.length > 0) throw invalid('invoice', 'several');
  const id = textOf(invoice?.id);
  if (id === '') throw invalid('number', 'noIds');
  return id;
}
