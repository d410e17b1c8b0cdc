import { accepted } from '../commands/accepted.ts';
import { readCopies, readOrder } from '../orders/copies.ts';
import { polNumberOf } from '../orders/record.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import type { Service } from '../ports.ts';
import type { Receiving } from './receiving.ts';

/** Reads an order line again, if it is on the table in any room. A command is done, whatever becomes of that. */
export async function showIfOnTable(
  { deps, rooms }: Pick<Receiving, 'deps' | 'rooms'>,
  service: Service,
  number: string,
): Promise<void> {
  if (!rooms.shows(service, number)) return;
  await accepted(deps.log, async () => {
    const { pol, copies } = await readOrder(service, number);
    rooms.show(service, pol, copies);
  });
}

/** Shows an order line that was changed, with its items: its record may not have them. */
export async function showChanged(
  { deps, rooms }: Pick<Receiving, 'deps' | 'rooms'>,
  service: Service,
  pol: Pol,
): Promise<void> {
  if (!rooms.shows(service, polNumberOf(pol))) return;
  await accepted(deps.log, async () => rooms.show(service, pol, await readCopies(service.client, pol)));
}
