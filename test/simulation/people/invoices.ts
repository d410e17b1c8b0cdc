import type { Reply } from '../../../src/contract/define.ts';
import type { Failure } from '../../../src/contract/failure.ts';
import type { InvoicePlan } from '../../../src/main/invoices/plans.ts';
import type { InvoiceOutcome } from '../../../src/main/invoices/run.ts';
import { finishInvoice, invoiceWithLines } from '../../../src/main/invoices/with-lines.ts';
import type { Chance } from '../chance.ts';
import { newId } from '../clock.ts';
import { pause, type Desk } from '../desk.ts';
import type { Act } from './wanting.ts';

function planOf(desk: Desk, chance: Chance): InvoicePlan {
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

/** The plans that are left of the library this station stands on. */
function plansLeft({ station, model }: Desk): readonly string[] {
  const { program, library } = station;
  if (!program?.entering || library === null) return [];
  // Whoever asked while somebody connected the station cannot say of which library it is; the program can.
  const isOfHere = (intent: string, of: string): boolean =>
    (station.nameOf(of) ?? model.invoices.get(intent)?.wish.library) === library;
  return program.entering.plans
    .list()
    .filter(({ plan, library: of }) => isOfHere(plan.intent, of))
    .map(({ plan }) => plan.intent);
}

/** Goes on with an invoice that was begun. */
async function goOn(desk: Desk, intent: string): Promise<void> {
  // Another may have done so meanwhile, and nobody does it in a window that is closed.
  if (desk.isClosed || !plansLeft(desk).includes(intent)) return;
  const wish = desk.wish(`go on with ${intent}`);
  desk.model.goesOn(intent, wish);
  const reply = await desk.invoicing((invoicing) => finishInvoice(invoicing, intent));
  // That there is nothing left of it tells nothing of what came of it.
  const isOver =
    !reply.ok &&
    reply.failure.kind === 'invalid' &&
    reply.failure.reason === 'gone' &&
    reply.failure.field === 'id';
  desk.model.invoiced(intent, isOver ? null : reply, wish);
  await leaveIt(desk, intent, reply);
}

/** Whoever has read that all that is missing was refused leaves it at that. A read that failed says nothing of it. */
async function leaveIt(desk: Desk, intent: string, reply: Reply<InvoiceOutcome>): Promise<void> {
  const missing = reply.ok ? failuresIn(reply.value) : [reply.failure];
  if (missing.length === 0 || !missing.every(isFinal)) return;
  await desk.invoicing(({ plans }) => {
    plans.dismiss(intent);
    return Promise.resolve();
  });
}

const isFinal = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.code !== '' && !/search|list$/.test(failure.operation);

const failuresIn = ({ lines, processed, paid }: InvoiceOutcome): Failure[] => [
  ...lines.flatMap((line) => (line.ok === false ? [line.failure] : [])),
  ...[processed, paid].flatMap((step) => (step.state === 'failed' ? [step.failure] : [])),
];

/** An invoice comes in and is entered line by line, processed and paid; what stops in the middle is gone on with. */
export const invoice: Act = async (desk, chance) => {
  const plan = planOf(desk, chance);
  const wish = desk.wish(`invoice ${plan.number}`);
  desk.model.enters(plan, wish);
  const enter = () => desk.invoicing((invoicing) => invoiceWithLines(invoicing, plan));
  const again = chance.happens(0.08) ? pause(chance.between(0, 300)).then(enter) : null;
  const first = await enter();
  const told = again === null ? first : await again;
  desk.model.invoiced(plan.intent, told, wish);
  await leaveIt(desk, plan.intent, told);
  for (let tries = 0; tries < 3 && plansLeft(desk).includes(plan.intent); tries += 1) {
    await pause(chance.between(2000, 200_000));
    await goOn(desk, plan.intent);
  }
};

/** Somebody goes on with what another has begun, before a restart perhaps. */
export const resume: Act = async (desk, chance) => {
  const left = plansLeft(desk);
  if (left.length === 0) return invoice(desk, chance);
  await goOn(desk, chance.pick(left));
};

/** Everything that is left is gone on with. */
export async function resumeAll(desk: Desk): Promise<void> {
  for (const intent of plansLeft(desk)) await goOn(desk, intent);
}
