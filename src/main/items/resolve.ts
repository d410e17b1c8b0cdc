import type { CallOptions, Client } from '../../client/client.ts';
import { codeOf, dateOf, dayOf, textOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { loanIdOf } from '../loans/view.ts';
import { copiesOf, copyOf, holdingIdOf, mmsIdOf, type Placed } from '../orders/view.ts';
import { whereaboutsOf, type Whereabouts } from '../commands/before.ts';
import { didNotHappen, happened, orRefused, unclear } from '../commands/found.ts';
import type { Question, ResolversOf } from '../commands/resolver.ts';
import { wasBefore } from '../commands/since.ts';

/** A receipt and a barcode show in the order line's copy; a scan-in in the item's process type and work order. */
export const itemCommands: ResolversOf<'acq.pol.' | 'bibs.'> = {
  'acq.pol.update': async ({ client, options, args, before }) => {
    const pol = await client.call('acq.pol.get', { path: args.path }, options);
    const copy = copyOf(pol, before.pid)?.copy;
    if (!copy) return unclear;
    const barcode = textOf(copy.barcode);
    if (barcode === before.wanted) return happened(pol);
    // A service that lists no barcodes says nothing by listing none.
    if (barcode === '' && !copiesOf(pol).some((one) => Object.hasOwn(one.copy, 'barcode'))) return unclear;
    return barcode === before.barcode ? didNotHappen : unclear;
  },

  /** A receipt of the same day at another desk cannot be told from ours: either way the item is received. */
  'acq.pol.items.receive': async ({ client, options, args, before }) => {
    const { pol_id: polId, item_id: pid } = args.path;
    const pol = await client.call('acq.pol.get', { path: { pol_id: polId } }, options);
    const placed = copyOf(pol, pid);
    if (!placed) return unclear;
    const received = dateOf(placed.copy.receive_date);
    if (received === '') return (await isUnreceived(client, options, pol, placed)) ? didNotHappen : unclear;
    const sent = args.query?.receive_date;
    const isOurs = sent === undefined || dayOf(received) === dayOf(sent);
    if (received === before.received || !isOurs) return unclear;
    return happened({ item_data: { pid, barcode: placed.copy.barcode } });
  },

  /** A scan-in at a desk that changed nothing may be done again: it says where the item goes, and moves nothing twice. */
  'bibs.items.scanIn': async (question) => {
    const { client, options, args, before } = question;
    const item = await client.call('bibs.items.get', { path: args.path }, options);
    const now = whereaboutsOf(item);
    const department = args.query?.department;
    if (department !== undefined && now.department === department && now.process.startsWith('WORK_ORDER'))
      return happened(item);
    // An item that does not say where it is cannot have stayed there.
    if (now.process === '' && now.status === '') return unclear;
    // A request that somebody places or cancels is no scan-in; one that was waiting may be all that changes.
    if (isPlacedAs(now, before)) {
      if (now.requested !== before.requested) return unclear;
      return now.process === 'LOAN' ? ofLoanNow(question, item) : didNotHappen;
    }
    return department === undefined && !isElsewhereSince(now) ? happened(item) : unclear;
  },
};

/** Whether an item is where no scan-in at a desk puts it: it was lent since, or a department has it. */
const isElsewhereSince = ({ process }: Whereabouts): boolean => /^(?:LOAN|WORK_ORDER)/i.test(process);

/**
 * An item that is on loan as before: not returned, or returned and lent again since, which to do it again would end. A
 * service that does not say on which loan it is leaves only the item to go by.
 */
async function ofLoanNow({ client, options, args, before }: Question<'bibs.items.scanIn'>, item: Item) {
  // From the journal of an earlier version.
  if (before.loanId === undefined && before.asked === undefined) return didNotHappen;
  const { path } = args;
  const loans = await orRefused(client.call('bibs.items.loans', { path }, options));
  const [loan] = loans?.items ?? [];
  const loanId = loan && loanIdOf(loan);
  if (!loan || !loanId) return didNotHappen;
  if (before.loanId !== undefined) return before.loanId === loanId ? didNotHappen : happened(item);
  // One made at about that time may be the one that was to end, or the next.
  return wasBefore(loan.loan_date, before.asked) === true ? didNotHappen : unclear;
}

/** Whether an item is where it was, whatever is requested of it. */
const isPlacedAs = (now: Whereabouts, before: Whereabouts): boolean =>
  now.process === before.process &&
  now.status === before.status &&
  now.library === before.library &&
  now.workOrder === before.workOrder &&
  now.department === before.department;

/**
 * Whether the service says that a copy has not arrived, and does not merely say nothing of it. Any field of an order
 * line can be missing; the item itself then tells. Source: service notes, Bodies.
 */
async function isUnreceived(
  client: Client,
  options: CallOptions,
  pol: Pol,
  { copy, location }: Placed,
): Promise<boolean> {
  const path = {
    mms_id: mmsIdOf(pol),
    holding_id: holdingIdOf(location),
    item_pid: textOf(copy.pid),
  };
  const isTold = Object.hasOwn(copy, 'receive_date');
  if (Object.values(path).includes('')) return isTold;
  const item = await orRefused(client.call('bibs.items.get', { path }, options));
  if (!item?.item_data) return isTold;
  const { process_type: process, arrival_date: arrived } = item.item_data;
  if (codeOf(process).toUpperCase() === 'ACQ') return true;
  return dateOf(arrived) === '' && (isTold || Object.hasOwn(item.item_data, 'arrival_date'));
}
