import type { ReceivingEvent, UnfinishedView } from '../../contract/receiving.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import type { Listeners } from '../commands/listeners.ts';
import { invalid } from '../failure.ts';
import type { Service } from '../ports.ts';
import type { Parts } from '../deps.ts';
import { ReceivingRoom } from './session.ts';
import { WindowSessions } from '../scans/window-sessions.ts';

/** What the rooms show of the items that are not finished. */
interface Unfinished {
  list(): readonly UnfinishedView[];
  readonly changes: Listeners<null>;
}

/** The receiving rooms, one per window; the list of what is not finished is the same in all of them. */
export class ReceivingRooms extends WindowSessions<ReceivingEvent, ReceivingRoom> {
  constructor(parts: Parts, unfinished: Unfinished) {
    super('receiving', parts, () => new ReceivingRoom(parts, () => unfinished.list()));
    unfinished.changes.add(() => {
      const list = unfinished.list();
      for (const room of this.shown) room.events.tell({ type: 'unfinished', unfinished: list });
    });
  }

  /** Clears the table of a window, which then has what waits. */
  close(window: number): void {
    this.of(window).close();
    this.handOver();
  }

  /** An order line as it stands now, in whichever rooms it is on the table. */
  show(service: Service, pol: Pol): void {
    for (const room of this.shown) room.show(service, pol);
  }

  /** Throws `scansOpen` while a scan is looked up in any window: its answer would be another library's. */
  refuseWhileOpen(): void {
    for (const room of this.shown) if (room.busy) throw invalid('scans', 'scansOpen');
  }

  /** Every order line leaves its table: the station stands on another service. */
  serviceChanged(): void {
    for (const room of this.shown) room.close();
    this.handOver();
  }

  closed(window: number): void {
    const room = this.delete(window);
    room?.windowGone();
    room?.close();
  }
}
