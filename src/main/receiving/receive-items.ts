import type { Answer, Parsed } from '../../contract/index.ts';
import type { ItemOutcome } from '../../contract/receiving.ts';
import { dateOf, textOf } from '../../service/read.ts';
import { taskStepState } from '../commands/task-steps.ts';
import { failureOf } from '../failure.ts';
import { copyIn, freshOrder, type OrderWithItems } from '../orders/copies.ts';
import { runOrderTask } from '../orders/find.ts';
import { polTitleOf } from '../orders/record.ts';
import type { Service } from '../ports.ts';
import type { JobOptions } from './finish.ts';
import { receiveDate } from './receipt.ts';
import { orderNow } from './receive.ts';
import { receiveOne } from './receive-one.ts';
import type { Receiving } from './receiving.ts';

type Input = Parsed<'receiving.receiveItems'>;

/**
 * Receives several items of an order line, one by one, as one job: no other task runs on the order line meanwhile. A
 * refused item does not stop the others. Each item's command is named after the intent and the item, so that the same
 * job, asked for again, repeats nothing that was sent.
 */
export async function receiveItems(
  receiving: Receiving,
  input: Input,
  { signal, report }: JobOptions,
): Promise<Answer<'receiving.receiveItems'>> {
  const { deps } = receiving;
  const date = receiveDate(input.date, deps.clock.now(), input.confirmedFuture);
  const service = await deps.connection.service();
  return runOrderTask(deps.queues, input.pol, async () => {
    const order = await freshOrder(deps.queues, service, input.pol, { signal });
    const pids = [...new Set(input.pids)];
    const outcomes: ItemOutcome[] = [];
    for (const pid of pids) {
      const outcome = signal.aborted
        ? outcomeOf(order, pid, { state: 'stopped' })
        : await receiveNext(receiving, service, { order, pid, date, input });
      outcomes.push(outcome);
      if (outcome.state !== 'stopped') report({ done: outcomes.length, total: pids.length, outcome });
    }
    const came = outcomes.filter(
      ({ state }) => state !== 'refused' && state !== 'unclear' && state !== 'stopped',
    );
    const received = new Map(came.map(({ pid }) => [pid, date]));
    return { order: await orderNow(receiving, service, order, received), outcomes };
  });
}

interface Next {
  readonly order: OrderWithItems;
  readonly pid: string;
  readonly date: string;
  readonly input: Input;
}

async function receiveNext(
  receiving: Receiving,
  service: Service,
  { order, pid, date, input }: Next,
): Promise<ItemOutcome> {
  const { deps } = receiving;
  const { department, departmentLibrary, keep, seen, ids } = input;
  const how = { department, departmentLibrary, keep, seen, ids };
  try {
    const step = taskStepState(deps.journal, input.intent, pid);
    if (step.state === 'done') return receivedBefore(receiving, order, pid, step.entry.id);
    const received = await receiveOne(receiving, service, {
      ...{ ...how, order, pid, date, receipt: step.id, item: null, listsAlerts: true },
    });
    const state = received.kept === null ? 'received' : received.kept === 'done' ? 'kept' : received.kept;
    const { alerts, failure, step: unfinished } = received;
    return outcomeOf(order, pid, { state, failure, alerts, unfinished });
  } catch (error) {
    const failure = failureOf(error, deps.log);
    const state = failure.kind === 'unknown-outcome' ? 'unclear' : 'refused';
    return outcomeOf(order, pid, { state, failure });
  }
}

/** An earlier run of the same job has received it. If it is not kept, it is in the list of unfinished items. */
function receivedBefore(
  { unfinished }: Receiving,
  order: OrderWithItems,
  pid: string,
  receipt: string,
): ItemOutcome {
  const [step] = unfinished.where(({ data }) => data.receipt === receipt);
  if (!step) return outcomeOf(order, pid, { state: dateOfCopy(order, pid) === '' ? 'unclear' : 'received' });
  const { id, failure, data } = step;
  if (!data.toKeep) {
    const state = data.workOrderType === '' ? 'received' : 'kept';
    return outcomeOf(order, pid, { state, alerts: data.alerts });
  }
  return outcomeOf(order, pid, {
    ...{ state: data.seen ? 'unfinished' : 'toSee', failure, alerts: data.alerts, unfinished: id },
  });
}

const dateOfCopy = ({ copies }: OrderWithItems, pid: string): string =>
  dateOf(copyIn(copies, pid)?.copy.receive_date);

function outcomeOf(
  { pol, copies }: OrderWithItems,
  pid: string,
  outcome: Pick<ItemOutcome, 'state'> & Partial<ItemOutcome>,
): ItemOutcome {
  const barcode = textOf(copyIn(copies, pid)?.copy.barcode);
  return { pid, barcode, title: polTitleOf(pol), failure: null, alerts: [], unfinished: null, ...outcome };
}
