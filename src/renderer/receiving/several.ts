import type { ItemOutcome } from '../../contract/receiving.ts';
import { call } from '../api.ts';
import { noKeys } from '../ui/list/replaced.ts';
import type { ReceivingSession } from './session.svelte.ts';
import { itemSubject } from './subjects.ts';
import { jobText } from './sum-text.ts';

/** Receives the ticked items of the order line, one by one; each has its row, and the stage says the sum. */
export async function receiveSeveral(session: ReceivingSession, keep: boolean): Promise<void> {
  const { settings, receipts, orderLine } = session;
  const { view: order, several } = orderLine;
  if (!order || !settings.department) return;
  const note = (outcome: ItemOutcome): void => {
    const subject = itemSubject(settings, keep ? 'keep' : 'receive', order, outcome);
    const number = order.items.findIndex(({ pid }) => pid === outcome.pid) + 1;
    receipts.addOutcome({ ...subject, ...(number > 0 ? { number } : {}) }, outcome);
  };
  const reply = await session.several.run(several.length, note, (options) =>
    call(
      'receiving.receiveItems',
      {
        intent: crypto.randomUUID(),
        pol: order.pol,
        pids: several.map(({ pid }) => pid),
        ...session.receiptOf(keep),
      },
      options,
    ),
  );
  if (!reply) return;
  if (!reply.ok) {
    if (!session.noteDate(reply.failure)) session.failure = reply.failure;
    return;
  }
  orderLine.ticked = noKeys;
  session.showUpdated(null, reply.value.order);
  session.say(crypto.randomUUID(), jobText({ outcomes: reply.value.outcomes, title: order.title }));
}
