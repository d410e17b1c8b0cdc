import type { ReceivingEvent } from '../../contract/receiving.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { invalid } from '../failure.ts';
import type { PlacedCopy } from '../orders/record.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { WindowSessions } from '../scans/window-sessions.ts';
import type { BookWork } from './book-work.ts';
import { ReceivingRoom } from './room.ts';
import type { Trolley } from './trolley.ts';
import { bookView, trolleyView } from './trolley-view.ts';
import type { Trolleys } from './trolleys.ts';
import type { UnfinishedItems } from './unfinished.ts';

/** What the rooms show. */
interface RoomsDeps {
  readonly deps: Deps;
  readonly unfinished: UnfinishedItems;
  readonly trolleys: Trolleys;
  readonly books: BookWork;
}

/**
 * The receiving rooms, one per window. All of them show the same list of unfinished items and of trolleys that were put
 * aside; each has a trolley of its own.
 */
export class ReceivingRooms extends WindowSessions<ReceivingEvent, ReceivingRoom> {
  readonly #trolleys: Trolleys;
  readonly #books: BookWork;

  constructor({ deps, unfinished, trolleys, books }: RoomsDeps) {
    super('receiving', deps, () => {
      return new ReceivingRoom(deps, (room) => ({
        ...{ books, unfinished: () => unfinished.list(), asides: () => trolleys.asideList() },
        trolley: () => trolleys.of(room),
      }));
    });
    this.#trolleys = trolleys;
    this.#books = books;
    unfinished.changes.on(() => {
      const list = unfinished.list();
      for (const room of this.shown) room.events.emit({ type: 'unfinished', unfinished: list });
    });
    trolleys.books.on(({ trolley, book }) => {
      for (const room of this.shown)
        if (room.trolley === trolley) room.events.emit({ type: 'book', book: bookView(book) });
    });
    trolleys.asides.on(() => {
      const aside = trolleys.asideList();
      for (const room of this.shown) room.events.emit({ type: 'aside', aside });
    });
  }

  /** Books were taken off a trolley, or it has other settings: shows it as it is now. */
  trolleyChanged(trolley: Trolley): void {
    for (const room of this.shown)
      if (room.trolley === trolley) room.events.emit({ type: 'trolley', trolley: trolleyView(trolley) });
  }

  /** A window keeps its trolley, whatever session it shows. */
  protected override replaced(before: ReceivingRoom, after: ReceivingRoom): void {
    this.#trolleys.move(before, after);
  }

  /** Clears the table of a window. The window then gets a session that waits, where there is one. */
  close(window: number): void {
    this.of(window).close();
    this.handOver();
  }

  /** Shows an order line as it is now, in every room where it is on the table. */
  show(service: Service, pol: Pol, copies: readonly PlacedCopy[]): void {
    for (const room of this.shown) room.show(service, pol, copies);
  }

  /** Whether an order line is on the table in any room. */
  shows(service: Service, number: string): boolean {
    return this.shown.some((room) => room.shows(service, number));
  }

  /** Throws `scansOpen` while a scan is looked up in any window: its answer would be of another library. */
  refuseWhileOpen(): void {
    if (this.#books.isWorking() || this.shown.some((room) => room.isBusy))
      throw invalid('scans', 'scansOpen');
  }

  /** The station is connected to another service: every table is cleared. */
  serviceChanged(): void {
    for (const room of this.shown) {
      this.#trolleys.release(room);
      room.close();
    }
    this.handOver();
  }

  /** The window is closed. The next one shows what was scanned behind a command, and was put on no trolley. */
  closed(window: number): void {
    const room = this.delete(window);
    if (!room) return;
    room.windowClosed();
    room.close();
    this.#trolleys.release(room);
    if (!room.isEmpty) this.keepForNextWindow(room);
  }
}
