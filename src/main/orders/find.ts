import type { CallOptions } from '../../client/client.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { type Queues, orderQueue, runTask } from '../commands/queues.ts';
import type { Service } from '../ports.ts';
import { noteSeen } from './known.ts';

/** Reads an order line, and remembers what it can be found by. */
export async function readPol(service: Service, number: string, options: CallOptions = {}): Promise<Pol> {
  const pol = await service.client.call('acq.pol.get', { path: { pol_id: number } }, options);
  noteSeen(service, pol);
  return pol;
}

/** Runs a task on an order line, after the tasks before it: from its fresh read to its last command. */
export const runOrderTask = <T>(queues: Queues, pol: string, work: () => Promise<T>): Promise<T> =>
  runTask(queues, orderQueue(pol), work);
