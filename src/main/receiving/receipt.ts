import type { Item } from '../../service/shapes/item.ts';
import { localDay } from '../../shared/days.ts';
import { orderQueue } from '../commands/queues.ts';
import type { Deps } from '../deps.ts';
import { invalid } from '../failure.ts';
import { typedDay } from '../forms/fields.ts';
import type { Service } from '../ports.ts';
import type { Keeping } from './unfinished.ts';

const firstYear = 2000;

/**
 * The day of a receipt, in the service's format. Throws an invalid `date` for one before `firstYear`, and for a future
 * day that no one has confirmed.
 */
export function receiveDate(text: string, now: Date, confirmedFuture: boolean): string {
  const { year } = typedDay('date', text);
  const day = text.trim();
  if (day > localDay(now) && !confirmedFuture) throw invalid('date', 'tooFarAhead');
  if (year < firstYear) throw invalid('date', 'inThePast');
  return `${day}Z`;
}

/** The id of the command, and the signal by which the window aborts it. */
export interface SendOptions {
  readonly id?: string;
  readonly signal?: AbortSignal;
}

/** Receives an item. Source: Acquisitions, rule 4. */
export async function sendReceipt(
  deps: Deps,
  service: Service,
  keeping: Keeping,
  options: SendOptions = {},
): Promise<Item> {
  const { pol, pid, receiveDate: date, department, departmentLibrary } = keeping;
  const { answer } = await deps.commands.run({
    operation: 'acq.pol.items.receive',
    args: {
      path: { pol_id: pol, item_id: pid },
      query: { receive_date: date, department, department_library: departmentLibrary },
    },
    ...options,
    queue: orderQueue(pol),
    about: keeping.title || pol,
    before: { received: '' },
    service,
  });
  return answer;
}
