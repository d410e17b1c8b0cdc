import type { ReceivingEvent, UnfinishedView } from '../../contract/receiving.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import type { Emitter } from '../emitter.ts';
import { invalid } from '../failure.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { WindowSessions } from '../scans/window-sessions.ts';
import { ReceivingRoom } from './room.ts';

/** The items that are not finished, as the rooms show them. */
interface Unfinished {
  list(): readonly UnfinishedView[];
  readonly changes: Emitter<null>;
}

/** The receiving rooms, one per window. All of them show the same list of unfinished items. */
export class ReceivingRooms extends WindowSessions<ReceivingEvent, ReceivingRoom> {
  constructor(deps: Deps, unfinished: Unfinished) {
    super('receiving', deps, () => new ReceivingRoom(deps, () => unfinished.list()));
    unfinished.changes.on(() => {
      const list = unfinished.list();
      for (const room of this.shown) room.events.emit({ type: 'unfinished', unfinished: list });
    });
  }

  /** Clears the table of a window. The window then gets a session that waits, where there is one. */
  close(window: number): void {
    this.of(window).close();
    this.handOver();
  }

  /** Shows an order line as it is now, in every room where it is on the table. */
  show(service: Service, pol: Pol): void {
    for (const room of this.shown) room.show(service, pol);
  }

  /** Throws `scansOpen` while a scan is looked up in any window: its answer would be of another library. */
  refuseWhileOpen(): void {
    for (const room of this.shown) if (room.isBusy) throw invalid('scans', 'scansOpen');
  }

  /** The station is connected to another service: every table is cleared. */
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
