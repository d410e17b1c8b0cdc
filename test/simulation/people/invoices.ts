import type { Reply } from '../../../src/contract/define.ts';
import type { Failure } from '../../../src/contract/failure.ts';
import type { InvoiceDraft, InvoiceLineDraft } from '../../../src/contract/invoice-draft.ts';
import type { InvoiceJob, JobStep } from '../../../src/contract/invoices.ts';
import type { InvoicePlan } from '../../../src/main/invoices/plans.ts';
import type { InvoiceOutcome, LineOutcome, StepOutcome } from '../../../src/main/invoices/run.ts';
import type { Chance } from '../chance.ts';
import { newId } from '../clock.ts';
import { pause, type Desk } from '../desk.ts';
import type { Wish } from '../model.ts';
import type { Act } from './wanting.ts';

/** An invoice that has come in. */
export function planOf(desk: Desk, chance: Chance): InvoicePlan {
  const number = `SIM-${chance.below(1_000_000_000)}`;
  return {
    intent: newId(),
    number,
    date: '2026-11-02',
    vendor: 'NORTHBOOKS',
    lines: Array.from({ length: 1 + chance.below(3) }, (_, nth) => ({
      amount: `${1 + chance.below(90)}.${10 + chance.below(90)}`,
      // A number that was read wrongly, now and then.
      pol: chance.happens(0.08) ? 'POL-NONE' : chance.pick(desk.cast.orders),
      note: `${number} line ${nth}`,
    })),
    then: chance.pick(['nothing', 'process', 'pay']),
  };
}

/** The plan as it is typed. */
const draftOf = ({ number, date, vendor, lines }: InvoicePlan): InvoiceDraft => ({
  ...{ number, date, vendor, dueDate: '', account: '', currency: '', total: '', owner: '' },
  ...{ reference: '', paymentMethod: '', note: '' },
  lines: lines.map(({ amount: price, pol, note = '' }): InvoiceLineDraft => ({
    ...{ pol, price, note, quantity: '', type: '', funds: [], from: '', to: '', vat: '' },
  })),
});

/** What a job says came of it: an invoice that is not there, or may not be, is told by its failure. */
function toldBy(job: InvoiceJob): Reply<InvoiceOutcome> {
  const { invoiceId, steps, draftLines, total, failure } = job;
  if (invoiceId === '' && failure) return { ok: false, failure };
  return {
    ok: true,
    value: {
      ...{ invoiceId, total, processed: stepOf(steps.process), paid: stepOf(steps.pay) },
      lines: draftLines.map(({ step }): LineOutcome => {
        if (step.state === 'failed') return { ok: false, failure: step.failure };
        return { ok: step.state === 'done' ? true : null };
      }),
    },
  };
}

const stepOf = (step: JobStep): StepOutcome =>
  step.state === 'failed' ? step : { state: step.state === 'toDo' ? 'notTried' : step.state };

/** The jobs of the library this station stands on, as the window shows them. */
const left = ({ isClosed, jobs }: Desk): readonly string[] =>
  isClosed ? [] : jobs.filter(({ elsewhere }) => elsewhere === null).map(({ id }) => id);

/** Has something done with a job that was begun, and hears what came of it; null where it was gone, or not begun. */
async function work(
  desk: Desk,
  intent: string,
  what: string,
  asking: () => Promise<Reply<InvoiceJob>>,
): Promise<InvoiceJob | null> {
  const wish = desk.wish(`${what} ${intent}`);
  desk.model.goesOn(intent, wish);
  const reply = await asking();
  // That there is nothing left of it tells nothing of what came of it.
  const isOver =
    !reply.ok &&
    reply.failure.kind === 'invalid' &&
    reply.failure.reason === 'gone' &&
    reply.failure.field === 'id';
  desk.model.invoiced(intent, isOver ? null : reply.ok ? toldBy(reply.value) : reply, wish);
  return reply.ok ? reply.value : null;
}

/** Goes on with an invoice that was begun. */
async function goOn(desk: Desk, chance: Chance, intent: string): Promise<void> {
  // Another may have done so meanwhile, and nobody does it in a window that is closed.
  if (!left(desk).includes(intent)) return;
  const job = await work(desk, intent, 'go on with', () =>
    desk.ask('invoices.resume', { id: intent, despiteTotal: false }),
  );
  if (job) await seeTo(desk, chance, job);
}

/** Whoever reads what came of a job corrects a line that was refused, says which invoice it is, or leaves it at that. */
async function seeTo(desk: Desk, chance: Chance, job: InvoiceJob): Promise<void> {
  const { id, failure, draftLines } = job;
  if (failure?.kind === 'invalid' && failure.reason === 'twice') {
    // It is the invoice of another who had the same paper: whoever entered it sees to it.
    if (desk.model.hasTwin(id)) {
      await desk.ask('invoices.dismiss', { id });
      return;
    }
    const { detail: invoiceId } = failure;
    const chosen = await work(desk, id, 'choose the invoice of', () =>
      desk.ask('invoices.chooseInvoice', { id, invoiceId }),
    );
    return chosen ? seeTo(desk, chance, chosen) : undefined;
  }
  // Lines that arrived late are in it twice: whoever has looked at its total agrees to it.
  const { process } = job.steps;
  if (process.state === 'failed' && isAboutTotal(process.failure)) {
    const agreed = await work(desk, id, 'agree to the total of', () =>
      desk.ask('invoices.resume', { id, despiteTotal: true }),
    );
    return agreed ? seeTo(desk, chance, agreed) : undefined;
  }
  const wrong = draftLines.findIndex(
    ({ draft, step }) => step.state === 'failed' && isFinal(step.failure) && draft.pol === 'POL-NONE',
  );
  const line = draftLines[wrong];
  if (line && chance.happens(0.5)) {
    const draft = { ...line.draft, pol: chance.pick(desk.cast.orders) };
    const corrected = await work(desk, id, 'correct a line of', () =>
      desk.ask('invoices.correctLine', { id, line: wrong, draft }),
    );
    return corrected ? seeTo(desk, chance, corrected) : undefined;
  }
  // Whoever has read that all that is missing was refused leaves it at that. A read that failed says nothing of it.
  const told = toldBy(job);
  const missing = told.ok ? failuresIn(told.value) : [told.failure];
  if (missing.length > 0 && missing.every(isFinal)) await desk.ask('invoices.dismiss', { id });
}

const isFinal = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.code !== '' && !/search|list$/.test(failure.operation);

const isAboutTotal = (failure: Failure): boolean =>
  failure.kind === 'invalid' && failure.reason === 'doesNotAddUp';

const failuresIn = ({ lines, processed, paid }: InvoiceOutcome): Failure[] => [
  ...lines.flatMap((line) => (line.ok === false ? [line.failure] : [])),
  ...[processed, paid].flatMap((step) => (step.state === 'failed' ? [step.failure] : [])),
];

/** An invoice comes in and is entered line by line, processed and paid; what stops in the middle is gone on with. */
export const invoice: Act = async (desk, chance) => {
  const plan = planOf(desk, chance);
  await enterInvoice(desk, chance, plan, draftOf(plan));
};

/** Enters what is typed, or was read from a file, and goes on with it while it stops in the middle. */
export async function enterInvoice(
  desk: Desk,
  chance: Chance,
  plan: InvoicePlan,
  draft: InvoiceDraft,
): Promise<void> {
  const { intent, then, number } = plan;
  const wish = desk.wish(`invoice ${number}`);
  desk.model.enters(plan, wish);
  const input = { intent, draft, then, despiteNumber: false, despiteTotal: false };
  const save = async (them: Wish) => {
    const reply = await desk.ask('invoices.create', { ...input, replaces: null });
    const wasAsked = !reply.ok && reply.failure.kind === 'invalid' && reply.failure.reason === 'alreadySent';
    desk.model.invoiced(intent, wasAsked ? null : reply.ok ? toldBy(reply.value) : reply, them);
    return reply;
  };
  const first = save(wish);
  // Of two clicks, the second is told that it was asked for already, or that the number is used. It makes the invoice
  // where the first has failed by then.
  const again = desk.wish(`once more ${number}`);
  if (chance.happens(0.08)) {
    desk.model.goesOn(intent, again);
    void pause(chance.between(0, 300)).then(() => save(again));
  }
  const reply = await first;
  if (reply.ok) {
    // What the first has made the second makes no more.
    desk.model.invoiced(intent, null, again);
    await seeTo(desk, chance, reply.value);
  }
  for (let tries = 0; tries < 3 && left(desk).includes(intent); tries += 1) {
    await pause(chance.between(2000, 200_000));
    await goOn(desk, chance, intent);
  }
}

/** Somebody goes on with what another has begun, before a restart perhaps. */
export const resume: Act = async (desk, chance) => {
  const jobs = left(desk);
  if (jobs.length === 0) return invoice(desk, chance);
  await goOn(desk, chance, chance.pick(jobs));
};

/** Everything that is left is gone on with. */
export async function resumeAll(desk: Desk, chance: Chance): Promise<void> {
  for (const intent of left(desk)) await goOn(desk, chance, intent);
}
