import * as z from 'zod';
import type { CallOptions, Client } from '../../client/client.ts';
import { codeOf, dateOf, dayOf, textOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { loanIdOf } from '../loans/record.ts';
import { copyIn, idsInOrder, readCopies } from '../orders/copies.ts';
import type { PlacedCopy } from '../orders/record.ts';
import { didNotHappen, happened, unclear, existedBefore } from '../commands/resolutions.ts';
import { isLentOrInDepartment, isSamePlace, ItemState, itemStateOf } from './record.ts';
import { orRefused } from '../commands/refusals.ts';
import { command, type CommandsOf, effectOn, type ResolverInput, text } from '../commands/command.ts';

/** Where the item was before, which loan the return ends (if this station made it), and when the command was sent. */
const ScanInState = ItemState.extend({
  // Not in journals of earlier versions.
  loanId: z.string().optional(),
  asked: z.string().optional(),
});
type ScanInState = z.output<typeof ScanInState>;

/** One effect for the two operations on an order line's item: to receive it, and to keep it in a department. */
const onItem = (pid: string): string => effectOn('item', pid);

/** A receipt shows in the order line's copy. A scan-in shows in the item's process type and work order. */
export const itemCommands = {
  /** A receipt of the same day at another desk looks like ours. In both cases the item is received. */
  'acq.pol.items.receive': command({
    before: z.object({ received: z.string() }),
    effects: ({ path }) => [onItem(text(path, 'item_id'))],
    resolve: async ({ client, options, args, before }) => {
      const { pol_id: polId, item_id: pid } = args.path;
      const pol = await client.call('acq.pol.get', { path: { pol_id: polId } }, options);
      const placed = copyIn(await readCopies(client, pol, options), pid);
      if (!placed) return unclear;
      const received = dateOf(placed.copy.receive_date);
      if (received === '') return (await isUnreceived(client, options, pol, placed)) ? didNotHappen : unclear;
      const sent = args.query?.receive_date;
      const isOurs = sent === undefined || dayOf(received) === dayOf(sent);
      if (received === before.received || !isOurs) return unclear;
      return happened({ item_data: { pid, barcode: placed.copy.barcode } });
    },
  }),

  /** A scan-in at a desk that changed nothing counts as not done: to do it again moves nothing. */
  'bibs.items.scanIn': command({
    before: ScanInState,
    // A scan-in at a desk may be done twice: the second moves nothing.
    effects: ({ path, query }) => (text(query, 'department') === '' ? [] : [onItem(text(path, 'item_pid'))]),
    act: ({ circ_desk: desk, department }) => (desk ? 'return' : department ? 'keep' : null),
    resolve: async (input) => {
      const { client, options, args, before } = input;
      const item = await client.call('bibs.items.get', { path: args.path }, options);
      const now = itemStateOf(item);
      const department = departmentOf(args.query);
      const isThere = (at: ItemState): boolean =>
        department !== '' && at.department === department && at.process.startsWith('WORK_ORDER');
      if (isThere(now)) {
        if (isDone(args.query)) return didNotHappen;
        return isThere(before) ? outcomeOfStatus(args.query, item) : happened(item);
      }
      // Without a place in the record it cannot be said whether the item moved.
      if (now.process === '' && now.status === '') return unclear;
      // Only its requests changed: that may come from the scan-in, or from a request placed or cancelled meanwhile.
      if (isSamePlace(now, before)) {
        if (now.requested !== before.requested) return unclear;
        return now.process === 'LOAN' ? outcomeOfItemOnLoan(input, item) : didNotHappen;
      }
      const mayLeave = department === '' || isDone(args.query);
      return mayLeave && !isLentOrInDepartment(now) ? happened(item) : unclear;
    },
  }),
} satisfies CommandsOf<'acq.pol.items.' | 'bibs.'>;

/** Of a damaged row of the journal there is none. */
type ScanInQuery = ResolverInput<'bibs.items.scanIn', ScanInState>['args']['query'] | undefined;

/** Where the item is kept; `''` where it is not. */
const departmentOf = (query: ScanInQuery): string => text(query ?? {}, 'department');

/** The scan-in ends the item's work order. In the journal a flag may be text. */
const isDone = (query: ScanInQuery): boolean => String(query?.done) === 'true';

/**
 * For an item that was in the department before: to scan it in there again changes its status at most, and only a
 * service that says the work order's status can be asked for that.
 */
function outcomeOfStatus(query: ScanInQuery, item: Item) {
  if (query?.status === undefined) return happened(item);
  const now = codeOf(item.item_data?.work_order_status);
  if (now === '') return unclear;
  return now === query.status ? happened(item) : didNotHappen;
}

/**
 * For an item that is on loan as before: whether it was not returned, or was returned and lent again. In the second
 * case another return would end the new loan. Where the service does not list the item's loans, the item alone
 * decides.
 */
async function outcomeOfItemOnLoan(
  { client, options, args, before }: ResolverInput<'bibs.items.scanIn', ScanInState>,
  item: Item,
) {
  // The row is from an earlier version.
  if (before.loanId === undefined && before.asked === undefined) return didNotHappen;
  const { path } = args;
  const loans = await orRefused(client.call('bibs.items.loans', { path }, options));
  const [loan] = loans?.items ?? [];
  const loanId = loan && loanIdOf(loan);
  if (!loan || !loanId) return didNotHappen;
  if (before.loanId !== undefined) return before.loanId === loanId ? didNotHappen : happened(item);
  // A loan from about that time may be the one that was to end, or the next one.
  return existedBefore(loan.loan_date, before.asked) === true ? didNotHappen : unclear;
}

/**
 * Whether the service says that a copy has not arrived. A missing field says nothing: then the item is read. Source:
 * service notes, Bodies.
 */
async function isUnreceived(
  client: Client,
  options: CallOptions,
  pol: Pol,
  placed: PlacedCopy,
): Promise<boolean> {
  const { copy } = placed;
  const { mmsId, holdingId } = idsInOrder(pol, placed);
  const path = { mms_id: mmsId, holding_id: holdingId, item_pid: textOf(copy.pid) };
  const isStated = Object.hasOwn(copy, 'receive_date');
  if (Object.values(path).includes('')) return isStated;
  const item = await orRefused(client.call('bibs.items.get', { path }, options));
  if (!item?.item_data) return isStated;
  const { process_type: process, arrival_date: arrived } = item.item_data;
  if (codeOf(process).toUpperCase() === 'ACQ') return true;
  return dateOf(arrived) === '' && (isStated || Object.hasOwn(item.item_data, 'arrival_date'));
}
