import type { Accepted } from '../../contract/common.ts';
import type { Parsed } from '../../contract/index.ts';
import type { OrderForm, OrderRecord } from '../../contract/orders.ts';
import { codeOf, labelOf } from '../../service/read.ts';
import { Pol } from '../../service/shapes/pol.ts';
import { accepted, recordOfAnswer } from '../commands/accepted.ts';
import { orderQueue } from '../commands/queues.ts';
import type { Deps } from '../deps.ts';
import type { Service } from '../ports.ts';
import { type Difference, differencesBetween, replaceWhole } from '../records/replace-whole.ts';
import { checkOrder } from './checks.ts';
import { changeOf, saidAt } from './fields.ts';
import { readPol } from './find.ts';
import { editedPaths, formOf, withForm } from './form.ts';
import { moneyOf, placesOf, polNumberOf, polTitleOf } from './record.ts';
import { orderRecord } from './view.ts';

/** Told of every order line that was changed here, as it is then. */
export type OnUpdated = (service: Service, pol: Pol) => Promise<void>;

/**
 * Writes the changes of a form into an order line, which can only be replaced as a whole: it is read again, and only
 * what was edited is changed. Throws `conflict` where someone else has changed what the form shows since it was read.
 * Source: Acquisitions; design, rules of the house, 5.
 */
export async function updateOrder(
  deps: Deps,
  { intent, seen, form }: Parsed<'orders.update'>,
  onUpdated: OnUpdated,
  signal: AbortSignal,
): Promise<Accepted<OrderRecord>> {
  deps.commands.mustBeNew(intent);
  const previous = Pol.parse(seen);
  const number = polNumberOf(previous);
  const service = await deps.connection.service();
  const money = moneyOf(previous, service);
  checkOrder(form, formOf(previous, money), money.decimals);
  const queue = orderQueue(number);
  return replaceWhole(deps.queues, {
    queue,
    read: () => readPol(service, number, { signal }),
    differences: (fresh) => differencesOf(previous, fresh, service),
    write: async (fresh) => {
      const now = await replaceOrder(deps, service, { intent, number, fresh, form, signal });
      if (now === null) return { record: orderRecord(fresh, service, deps.journal) };
      return accepted(deps.log, async () => {
        const pol = await now();
        await onUpdated(service, pol);
        return orderRecord(pol, service, deps.journal);
      });
    },
  });
}

interface OrderReplacement {
  readonly intent: string;
  readonly number: string;
  /** Its record, as it was just read. */
  readonly fresh: Pol;
  readonly form: OrderForm;
  readonly signal: AbortSignal;
}

/**
 * Replaces an order line by itself with the changes of a form, within the task of its fresh read. Resolves with how the
 * order line is read that was written, or with null where the form changes nothing.
 */
export async function replaceOrder(
  deps: Deps,
  service: Service,
  { intent, number, fresh, form, signal }: OrderReplacement,
): Promise<(() => Promise<Pol>) | null> {
  const body = withForm(fresh, form, moneyOf(fresh, service));
  const paths = editedPaths(fresh).filter((path) => saidAt(fresh, path) !== saidAt(body, path));
  if (paths.length === 0) return null;
  const { answer } = await deps.commands.run({
    operation: 'acq.pol.update',
    args: { path: { pol_id: number }, body },
    id: intent,
    queue: orderQueue(number),
    about: polTitleOf(fresh) || number,
    before: changeOf(fresh, body, paths),
    service,
    signal,
  });
  return () => recordOfAnswer(answer, polNumberOf, () => readPol(service, number));
}

/**
 * What someone else has changed of what the form shows, and of what a person goes by when they edit it. A receipt is no
 * such change: it shows in the copies, which the form does not touch.
 */
function differencesOf(seen: Pol, fresh: Pol, service: Service): Difference[] {
  return differencesBetween(shownOf(seen, service), shownOf(fresh, service));
}

function shownOf(pol: Pol, service: Service): Readonly<Record<string, string>> {
  const form = formOf(pol, moneyOf(pol, service));
  const shown = Object.entries(form).map(([field, value]: [string, OrderForm[keyof OrderForm]]) => [
    field,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return {
    ...(Object.fromEntries(shown) as Record<string, string>),
    status: labelOf(pol.status),
    vendor: labelOf(pol.vendor),
    title: polTitleOf(pol),
    currency: codeOf(pol.price?.currency),
    places: placesOf(pol)
      .map(({ library, shelving_location: location }) => [labelOf(library), labelOf(location)].join(' '))
      .join(', '),
  };
}
