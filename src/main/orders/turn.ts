import type { CallOptions } from '../../client/client.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { freshRead, type Lanes, orderLane, taskTurn } from '../commands/lanes.ts';
import type { Service } from '../ports.ts';
import { readPol } from './find.ts';

/** Does one thing at a time to an order line, from its fresh read to its last command. */
export const orderTurn = <T>(lanes: Lanes, pol: string, work: () => Promise<T>): Promise<T> =>
  taskTurn(lanes, orderLane(pol), work);

/** The order line as it stands once the command has ended that may still be under way there. */
export const freshPol = (
  lanes: Lanes,
  service: Service,
  pol: string,
  options: CallOptions = {},
): Promise<Pol> => freshRead(lanes, orderLane(pol), () => readPol(service, pol, options));
