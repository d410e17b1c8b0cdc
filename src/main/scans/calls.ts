import type { Desks } from '../desk/desk.ts';
import { readScan } from '../../shared/mixed-scans.ts';
import type { ReceivingRooms } from '../receiving/rooms.ts';
import { lookUp } from './look-up.ts';
import { scanView } from './scan.ts';
import type { Deps } from '../deps.ts';
import type { HandlersOf } from '../router.ts';

/** Passes scans to the room that the window shows: the circulation desk or the receiving room. */
export function scanHandlers(deps: Deps, desks: Desks, receivingRooms: ReceivingRooms): HandlersOf<'scans'> {
  const { connection } = deps;
  return {
    'scans.submit': async (scan, { window }) => {
      const room = scan.room === 'desk' ? desks.of(window).intake : receivingRooms.of(window);
      return Promise.resolve(scanView(room.submit(scan)));
    },
    'scans.read': (heard) => Promise.resolve(readScan(heard, connection.view().barcodes)),
    'scans.lookUp': (heard, { signal }) => lookUp(deps, heard, signal),
    'scans.answer': async ({ id, offer }, { window }) => {
      desks.of(window).intake.answer(id, offer);
      return Promise.resolve(null);
    },
    'scans.ran': async ({ id, why }, { window }) => {
      desks.of(window).intake.ran(id, why);
      receivingRooms.of(window).ran(id, why);
      return Promise.resolve(null);
    },
    'scans.drop': async ({ id }, { window }) => {
      const receivingRoom = receivingRooms.of(window);
      const room = receivingRoom.has(id) ? receivingRoom : desks.of(window).intake;
      return Promise.resolve(scanView(room.drop(id)));
    },
  };
}
