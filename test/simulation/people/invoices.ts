import type { InvoicePlan } from '../../../src/main/tasks/invoice-plans.ts';
import { finishInvoice, invoiceWithLines } from '../../../src/main/tasks/invoice-with-lines.ts';
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
  const intents = program.entering.plans.list().map(({ plan }) => plan.intent);
  return intents.filter((intent) => model.invoices.get(intent)?.wish.library === library);
}

/** Goes on with an invoice that was begun. */
async function goOn(desk: Desk, intent: string): Promise<void> {
  desk.model.goesOn(intent, desk.wish(`go on with ${intent}`));
  const reply = await desk.invoicing((invoicing) => finishInvoice(invoicing, intent));
  // That there is nothing left of it tells nothing of what came of it.
  const isOver =
    !reply.ok &&
    reply.failure.kind === 'invalid' &&
    reply.failure.reason === 'noIds' &&
    reply.failure.field === 'id';
  desk.model.invoiced(intent, isOver ? null : reply);
}

/** An invoice comes in and is entered line by line, processed and paid; what stops in the middle is gone on with. */
export const invoice: Act = async (desk, chance) => {
  const plan = planOf(desk, chance);
  desk.model.enters(plan, desk.wish(`invoice ${plan.number}`));
  const enter = () => desk.invoicing((invoicing) => invoiceWithLines(invoicing, plan));
  const again = chance.happens(0.08) ? pause(chance.between(0, 300)).then(enter) : null;
  const first = await enter();
  desk.model.invoiced(plan.intent, again === null ? first : await again);
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
