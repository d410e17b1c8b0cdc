import { accepted } from '../commands/accepted.ts';
import { readOrder } from '../orders/copies.ts';
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
