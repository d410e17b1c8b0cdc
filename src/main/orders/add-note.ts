import { arrayOf, dateOf, dayOf, textOf } from '../../service/read.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { accepted } from '../commands/accepted.ts';
import { orderQueue } from '../commands/queues.ts';
import type { Deps } from '../deps.ts';
import type { Service } from '../ports.ts';
import { differencesBetween, replaceWhole } from '../records/replace-whole.ts';
import { readPol } from './find.ts';
import { formOf } from './form.ts';
import { moneyOf } from './record.ts';
import { type OnUpdated, replaceOrder } from './update.ts';

interface NewNote {
  /** The journal's id of the update. */
  readonly intent: string;
  readonly number: string;
  readonly text: string;
  /** The day on which it is expected from now on; null: that stays as it is. */
  readonly expected: {
    /** `YYYY-MM-DD` */
    readonly day: string;
    /** What the person saw: `''` for none. */
    readonly was: string;
  } | null;
  readonly signal: AbortSignal;
}

/** The day on which an order line is expected: `YYYY-MM-DD`, or `''`. */
export const expectedDayOf = (pol: Pol): string => dayOf(dateOf(pol.expected_receipt_date)) ?? '';

/**
 * Adds a note to an order line, from a fresh read, and sets its expected date. A note that it has already is not written
 * again. Throws `conflict` where someone else has changed the expected date. Source: design, rules of the house, 5.
 */
export async function addOrderNote(
  deps: Deps,
  service: Service,
  { intent, number, text, expected, signal }: NewNote,
  onUpdated: OnUpdated,
): Promise<void> {
  const isThere = (pol: Pol): boolean => arrayOf(pol.note).some((note) => textOf(note.note_text) === text);
  await replaceWhole(deps.queues, {
    queue: orderQueue(number),
    read: () => readPol(service, number, { signal }),
    differences: (fresh) =>
      expected === null || isThere(fresh)
        ? []
        : differencesBetween({ expected: expected.was }, { expected: expectedDayOf(fresh) }),
    write: async (fresh) => {
      if (isThere(fresh)) return;
      const before = formOf(fresh, moneyOf(fresh, service));
      const form = {
        ...before,
        notes: [...before.notes, { text, raw: null }],
        ...(expected && { expected: expected.day }),
      };
      const now = await replaceOrder(deps, service, { intent, number, fresh, form, signal });
      await accepted(deps.log, async () => {
        if (now) await onUpdated(service, await now());
      });
    },
  });
}
