import type { DeskSessions } from '../desk/sessions.ts';
import { readScan } from '../../shared/mixed-scans.ts';
import type { ReceivingRooms } from '../receiving/sessions.ts';
import type { Parts } from '../deps.ts';
import type { HandlersOf } from '../router.ts';

/** Scans go to the room that the window shows. */
export function scanHandlers(
  { standing }: Parts,
  desks: DeskSessions,
  receivingRooms: ReceivingRooms,
): HandlersOf<'scans'> {
  return {
    'scans.submit': async (scan, { window }) =>
      Promise.resolve(
        scan.room === 'desk' ? desks.of(window).intake.submit(scan) : receivingRooms.of(window).submit(scan),
      ),
    'scans.read': (heard) => Promise.resolve(readScan(heard, standing.view().barcodes)),
    'scans.answer': async ({ id, offer }, { window }) =>
      Promise.resolve(desks.of(window).intake.answer(id, offer)),
    'scans.ran': async ({ id, why }, { window }) => {
      desks.of(window).intake.ran(id, why);
      receivingRooms.of(window).ran(id, why);
      return Promise.resolve(null);
    },
    'scans.drop': async ({ id }, { window }) => {
      const room = receivingRooms.of(window);
      return Promise.resolve(room.has(id) ? room.drop(id) : desks.of(window).intake.drop(id));
    },
  };
}
