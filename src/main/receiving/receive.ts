import type { Parsed } from '../../contract/index.ts';
import type { OrderView, ReceiveOutcome } from '../../contract/receiving.ts';
import { dateOf, textOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { orderQueue } from '../commands/queues.ts';
import { failureOf, invalid } from '../failure.ts';
import type { Service } from '../ports.ts';
import { freshPol, runOrderTask, readPol } from '../orders/find.ts';
import type { Deps } from '../deps.ts';
import type { ReceivingRooms } from './rooms.ts';
import { localDay } from '../../shared/days.ts';
import { orderView } from './view.ts';
import { copyOf, holdingIdOf, mmsIdOf, polTitleOf, type PlacedCopy } from '../orders/record.ts';
import { accepted, readable } from '../commands/accepted.ts';
import { typedDay } from '../forms/fields.ts';
import type { Keeping, UnfinishedItems } from './unfinished.ts';
import { itemStateOf } from '../items/record.ts';

/** What receiving an item needs. */
export interface Receiving {
  readonly deps: Deps;
  readonly unfinished: UnfinishedItems;
  readonly rooms: ReceivingRooms;
}

type ReceiveInput = Parsed<'receiving.receive'>;

const firstYear = 2000;

/**
 * The day of a receipt, in the service's format. Throws an invalid `date` for a future day, or one before `firstYear`.
 */
function receiveDate(text: string, now: Date): string {
  const { year } = typedDay('date', text);
  const day = text.trim();
  if (day > localDay(now)) throw invalid('date', 'tooFarAhead');
  if (year < firstYear) throw invalid('date', 'inThePast');
  return `${day}Z`;
}

/**
 * Receives an item and, where that is wanted, keeps it in the department. These are two commands: the second is noted
 * as a pending step before the first one leaves, until it is done. Source: Acquisitions, rules 4 and 5.
 */
export async function receiveItem(
  receiving: Receiving,
  input: ReceiveInput,
  signal: AbortSignal,
): Promise<ReceiveOutcome> {
  const { deps } = receiving;
  deps.commands.mustBeNew(input.intent);
  const date = receiveDate(input.date, deps.clock.now());
  // Taken now: while this waits for its turn, the station may be connected to another library.
  const service = await deps.connection.service();
  return runOrderTask(deps.queues, input.pol, () => receiveOn(receiving, service, input, date, signal));
}

async function receiveOn(
  receiving: Receiving,
  service: Service,
  input: ReceiveInput,
  date: string,
  signal: AbortSignal,
): Promise<ReceiveOutcome> {
  const { deps, unfinished } = receiving;
  const pol = await freshPol(deps.queues, service, input.pol, { signal });
  const placed = copyOf(pol, input.pid);
  if (!placed) throw invalid('pid', 'gone');
  const received = dateOf(placed.copy.receive_date);
  if (received !== '') throw invalid('pid', 'alreadyReceived', received);

  const keeping = keepingOf(input, date, pol, placed);
  const stepId = input.keep ? unfinished.add(service.library.id, withIds(keeping)) : null;
  let item: Item;
  try {
    item = await sendReceipt(deps, service, keeping, { id: input.intent, signal });
  } catch (error) {
    const failure = failureOf(error, deps.log);
    // Only after an unknown outcome is there something left to finish.
    if (stepId && failure.kind === 'unknown-outcome') unfinished.failed(stepId, failure);
    else if (stepId) unfinished.done(stepId);
    throw error;
  }
  const { kept, failure } = stepId
    ? await keepReceived(receiving, service, stepId, keeping, item, signal)
    : { kept: null, failure: null };
  const order = await orderNow(receiving, service, pol, input.pid, date);
  return { order, kept, failure };
}

/**
 * Finishes an item of the list. Steps that were done meanwhile are not repeated. Throws if nothing could be done. An
 * item that was received but not kept stays on the list with the reason.
 */
export async function finishItem(receiving: Receiving, id: string): Promise<void> {
  const { deps, unfinished, rooms } = receiving;
  const { data: keeping, library } = unfinished.get(id);
  const service = await deps.connection.service();
  if (service.library.id !== library) throw invalid('id', 'moved');
  unfinished.begin(id);
  const keepNow = async (): Promise<null> => {
    const item = await service.client.call('bibs.items.get', { path: pathOf(keeping) });
    if (!isKept(item, keeping)) await sendKeep(deps, service, keeping, item);
    return null;
  };
  try {
    const failure = await runOrderTask(deps.queues, keeping.pol, async () => {
      const copy = copyOf(await freshPol(deps.queues, service, keeping.pol), keeping.pid)?.copy;
      if (!copy) throw invalid('pid', 'gone');
      if (dateOf(copy.receive_date) !== '') return keepNow();
      // The read shows that the receipt did not happen.
      await sendReceipt(deps, service, keeping);
      return keepNow().catch((error: unknown) => failureOf(error, deps.log));
    });
    if (failure) unfinished.failed(id, failure);
    else unfinished.done(id);
  } catch (error) {
    unfinished.failed(id, failureOf(error, deps.log));
    throw error;
  }
  await accepted(deps.log, async () => rooms.show(service, await readPol(service, keeping.pol)));
}

async function keepReceived(
  { deps, unfinished }: Receiving,
  service: Service,
  id: string,
  keeping: Keeping,
  item: Item,
  signal: AbortSignal,
): Promise<Pick<ReceiveOutcome, 'kept' | 'failure'>> {
  try {
    await sendKeep(deps, service, keeping, await whereItIs(service, keeping, item), { signal });
    unfinished.done(id);
    return { kept: 'done', failure: null };
  } catch (error) {
    const failure = failureOf(error, deps.log);
    unfinished.failed(id, failure);
    return { kept: 'unfinished', failure };
  }
}

/** The id of the command, and the signal by which the window aborts it. */
interface ReceiptOptions {
  readonly id?: string;
  readonly signal?: AbortSignal;
}

async function sendReceipt(
  deps: Deps,
  service: Service,
  keeping: Keeping,
  options: ReceiptOptions = {},
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

async function sendKeep(
  deps: Deps,
  service: Service,
  keeping: Keeping,
  item: Item,
  options: ReceiptOptions = {},
): Promise<void> {
  const { pol, title, department, departmentLibrary: library, workOrderType, status } = keeping;
  await deps.commands.run({
    operation: 'bibs.items.scanIn',
    args: { path: pathOf(keeping), query: { library, department, work_order_type: workOrderType, status } },
    queue: orderQueue(pol),
    about: title || pol,
    before: itemStateOf(item),
    service,
    ...options,
  });
}

/** The item before it is kept: from the answer of the receipt, or read if that does not say where the item is. */
async function whereItIs(service: Service, keeping: Keeping, item: Item): Promise<Item> {
  const { status, process } = itemStateOf(item);
  if (status !== '' || process !== '') return item;
  return service.client.call('bibs.items.get', { path: pathOf(keeping) });
}

const pathOf = ({ mmsId, holdingId, pid }: Keeping) => ({
  mms_id: mmsId,
  holding_id: holdingId,
  item_pid: pid,
});

function isKept(item: Item, { department }: Keeping): boolean {
  const { department: at, process } = itemStateOf(item);
  return at === department && process.startsWith('WORK_ORDER');
}

function keepingOf(input: ReceiveInput, date: string, pol: Pol, placed: PlacedCopy): Keeping {
  return {
    kind: 'keep',
    receipt: input.intent,
    pol: input.pol,
    pid: input.pid,
    barcode: textOf(placed.copy.barcode),
    title: polTitleOf(pol),
    mmsId: mmsIdOf(pol),
    holdingId: holdingIdOf(placed.location),
    receiveDate: date,
    department: input.department,
    departmentLibrary: input.departmentLibrary,
    workOrderType: input.keep?.workOrderType ?? '',
    status: input.keep?.status ?? '',
  };
}

/** Keeping an item needs the ids of its record and its holding. Throws `noIds` without them. */
function withIds(keeping: Keeping): Keeping {
  if (keeping.mmsId === '' || keeping.holdingId === '') throw invalid('keep', 'noIds');
  return keeping;
}

/** The order line after the receipt. If it cannot be read: the one before, with the item marked as received. */
async function orderNow(
  { deps, rooms }: Receiving,
  service: Service,
  before: Pol,
  pid: string,
  received: string,
): Promise<OrderView | null> {
  const { record } = await accepted(deps.log, async () => {
    const pol = await readPol(service, textOf(before.number));
    rooms.show(service, pol);
    return orderView(pol, service);
  });
  const order = record ?? readable(deps.log, () => orderView(before, service));
  if (record || !order) return order;
  return { ...order, items: order.items.map((item) => (item.pid === pid ? { ...item, received } : item)) };
}
