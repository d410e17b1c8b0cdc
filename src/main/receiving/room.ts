import type { OrderView, ReceivingEvent, UnfinishedView } from '../../contract/receiving.ts';
import type { Failure } from '../../contract/failure.ts';
import type { AsideTrolley } from '../../contract/trolley.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { isbnOf } from '../../shared/isbn.ts';
import { Emitter } from '../emitter.ts';
import type { Scan, ScanEntry } from '../journal/port.ts';
import type { Service } from '../ports.ts';
import type { BookWork } from './book-work.ts';
import { boxOrdersOf } from './box-isbn.ts';
import { type BookCode, findBook, type FoundBook, orderChoice } from './find-book.ts';
import { canBeTriedAgain, type Trolley } from './trolley.ts';
import { trolleyView } from './trolley-view.ts';
import { orderView } from './view.ts';
import { type PlacedCopy, polNumberOf } from '../orders/record.ts';
import { type OrderWithItems, readCopies, readOrder } from '../orders/copies.ts';
import { CommandQueue } from '../scans/command-queue.ts';
import {
  assertConnected,
  assertOfScan,
  recoverScan,
  commandScan,
  readIncoming,
  refusedScan,
  scanFailure,
  scanView,
  type Submitted,
} from '../scans/scan.ts';
import { ScanList } from '../scans/scan-list.ts';
import type { Deps } from '../deps.ts';
import { failureOf, invalid } from '../failure.ts';

/** A scan whose turn comes: to look an order line up by, or a book for the trolley. */
interface RoomScan extends BookCode {
  readonly id: string;
  readonly text: string;
}

/** The order line of a scan with its items; by one of these, its id. */
interface OrderAtHand extends OrderWithItems {
  readonly pid: string | null;
}
type LookUpResult =
  | { readonly service: Service; readonly found: Exclude<FoundBook, { found: 'order' }> | OrderAtHand }
  | { readonly failure: Failure };

/** What a room shows beside its own scans: the list of unfinished items, and the trolleys. */
interface RoomParts {
  readonly unfinished: () => readonly UnfinishedView[];
  readonly trolley: () => Trolley;
  readonly asides: () => readonly AsideTrolley[];
  readonly books: BookWork;
}

/**
 * One window's receiving room: the order line on the table, and the scans that put it there. Scans are looked up side
 * by side, and take effect in the order in which they came: the last one scanned is the one on the table. With a mode
 * that receives, a scan is a book of the window's trolley instead.
 */
export class ReceivingRoom {
  readonly events = new Emitter<ReceivingEvent>();
  readonly #deps: Deps;
  readonly #scans: ScanList;
  readonly #commands: CommandQueue<RoomScan>;
  readonly #parts: RoomParts;
  /** The ISBN that is not that of the order line on the table, as it was said once: scanned again, it is looked up. */
  #otherIsbn: string | null = null;
  #order: OrderView | null = null;
  #service: Service | null = null;
  #pid: string | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(deps: Deps, parts: (room: ReceivingRoom) => RoomParts) {
    this.#deps = deps;
    this.#parts = parts(this);
    this.#scans = new ScanList('receiving', deps, (scan) =>
      this.events.emit({ type: 'scan', scan: scanView(scan) }),
    );
    this.#commands = new CommandQueue({
      scans: this.#scans,
      log: deps.log,
      begin: (scan) => this.#begin(scan),
      waitBefore: (settled) => settled.then(() => this.#parts.books.whenIdle(this.trolley)),
    });
  }

  /** The order line on the table. */
  get order(): OrderView | null {
    return this.#order;
  }

  snapshot(): ReceivingEvent {
    return {
      type: 'room',
      order: this.#order,
      pid: this.#pid,
      scans: this.#scans.all().map(scanView),
      unfinished: this.#parts.unfinished(),
      trolley: trolleyView(this.trolley),
      aside: this.#parts.asides(),
    };
  }

  get trolley(): Trolley {
    return this.#parts.trolley();
  }

  /** Takes over the scans of an earlier run. They only looked something up: unfinished ones are dropped. */
  adopt(entries: readonly ScanEntry[]): void {
    for (const entry of entries) this.#scans.adopt(recoverScan(entry, null), entry);
  }

  get isOccupied(): boolean {
    return this.#order !== null;
  }

  get isEmpty(): boolean {
    return !this.isOccupied && this.#scans.all().length === 0;
  }

  /** Whether a scan here is not settled. */
  get isBusy(): boolean {
    return this.#scans.open > 0;
  }

  has(id: string): boolean {
    return this.#scans.get(id) !== null;
  }

  /** Takes a scan: it is durable when this returns. The same id again is the same scan. */
  submit(scanned: Submitted): Scan {
    const existing = this.#scans.get(scanned.id);
    if (existing) return existing;
    const incoming = readIncoming(scanned, this.#deps.connection.view().barcodes);
    const { id, text, what, mode, by } = incoming;
    if (!what.ok || what.kind === 'patron') return this.#scans.add(refusedScan(incoming, 'find'), mode);
    if (what.kind === 'command') {
      const command = this.#scans.add(commandScan(incoming, what.command, 'receiving'), mode);
      if (this.#scans.isOpen(id)) this.#commands.putCommand(id, what.command);
      return this.#scans.get(id) ?? command;
    }
    const { kind, code } = what;
    const scan = { id, text, code, by, kind, action: 'find', failure: null } as const;
    if (!this.#commands.isBusy && this.trolley.mode !== 'look') {
      // The book is durable then, and the scan is done: the book says what becomes of it.
      const result = this.#putOnTrolley({ id, text, code, kind });
      return this.#scans.add({ ...scan, state: 'done', result }, mode);
    }
    const state = this.#commands.isBusy ? 'waiting' : 'received';
    const received = this.#scans.add({ ...scan, state }, mode);
    this.#commands.put({ id, text, code, kind });
    return this.#scans.get(id) ?? received;
  }

  #putOnTrolley(scan: RoomScan): Scan['result'] {
    const { trolley } = this;
    const { book, again } = trolley.add(scan);
    const isTriedAgain = again && canBeTriedAgain(book);
    if (isTriedAgain) trolley.scanAgain(book);
    if (!again || isTriedAgain) this.#parts.books.start(trolley, book.id, this.#order);
    return { kind: 'book', id: book.id, again };
  }

  /** Scans that come from now on wait until this has ended: it says what they do. */
  hold<R>(work: () => Promise<R>): Promise<R> {
    return this.#commands.hold(work);
  }

  /** The window did what a command barcode asks for, or says why it did not. */
  ran(id: string, why: string | null): void {
    this.#commands.ran(id, why);
  }

  /** The window was loaded again: refuses the commands that it was to run. */
  windowGone(): void {
    this.#commands.windowGone();
  }

  /** The window is closed: refuses the commands that it was or would be to run. */
  windowClosed(): void {
    this.#commands.windowClosed();
  }

  /** Takes back a scan that waits for a command. A look-up that has begun is not taken back. */
  drop(id: string): Scan {
    const scan = this.#scans.get(id);
    if (!scan) throw invalid('id', 'gone');
    if (scan.state === 'waiting') this.#scans.change(id, { state: 'dropped' });
    return this.#scans.get(id) ?? scan;
  }

  async refresh(): Promise<OrderView> {
    const { service, order } = this.#table();
    const { pol, copies } = await readOrder(service, order.pol);
    this.show(service, pol, copies);
    // The table may have been cleared meanwhile: then this throws.
    return this.#table().order;
  }

  /** Puts an order line on the table. */
  async open(number: string, signal: AbortSignal): Promise<OrderView> {
    const service = await this.#deps.connection.service();
    const { pol, copies } = await readOrder(service, number, { signal });
    assertConnected(service, this.#deps.connection);
    return this.#put(service, orderView(pol, service, copies), null);
  }

  /** Shows an order line as it is now, if it is on the table. One of another library may have the same number. */
  show(service: Service, pol: Pol, copies: readonly PlacedCopy[]): void {
    if (this.shows(service, polNumberOf(pol))) this.#put(service, orderView(pol, service, copies), this.#pid);
  }

  /** Whether this order line is on the table. */
  shows(service: Service, number: string): boolean {
    return this.#service?.library.id === service.library.id && this.#order?.pol === number;
  }

  #table(): { service: Service; order: OrderView } {
    if (!this.#order || !this.#service) throw invalid('pol', 'required');
    return { service: this.#service, order: this.#order };
  }

  /** Clears the table. */
  close(): void {
    this.#scans.end(this.#commands.waiting);
    this.#order = null;
    this.#service = null;
    this.#pid = null;
    this.events.emit(this.snapshot());
  }

  /** The turn of a scan has come. Look-ups go side by side, and take effect in the order of the scans. */
  #begin(scan: RoomScan): void {
    const { id } = scan;
    if (!this.#scans.isOpen(id)) return;
    if (this.trolley.mode !== 'look') {
      this.#scans.change(id, { state: 'done', result: this.#putOnTrolley(scan) });
      return;
    }
    this.trolley.lookedUp();
    const answer = this.#lookUp(scan);
    this.#last = this.#last.then(async () => this.#arrived(id, await answer));
  }

  async #lookUp({ id, code, kind }: RoomScan): Promise<LookUpResult> {
    const onSent = (): void => this.#scans.change(id, { state: 'sent' });
    const { closing: signal, journal, connection } = this.#deps;
    const isAgain = isbnOf(code) !== null && isbnOf(code) === this.#otherIsbn;
    this.#otherIsbn = null;
    const table = isAgain ? null : this.#order;
    const box = boxOrdersOf(this.trolley, isbnOf(code));
    try {
      const service = await connection.service();
      assertOfScan({ library: this.#scans.libraryOf(id) }, service);
      const found = await findBook(service, { code, kind }, { onSent, signal, journal, table, box });
      if (found.found === 'otherBook') this.#otherIsbn = found.isbn;
      if (found.found !== 'order') {
        const [only, ...others] = found.found === 'choices' ? found.orders : [];
        if (!only || others.length > 0) return { service, found };
        return { service, found: await orderAtHand(service, only, null) };
      }
      const { number, pol, pid } = found;
      if (pol) return { service, found: await orderAtHand(service, pol, pid) };
      return { service, found: { ...(await readOrder(service, number, { signal })), pid } };
    } catch (error) {
      return { failure: scanFailure(error, code, this.#deps) };
    }
  }

  #arrived(id: string, result: LookUpResult): void {
    // The table was cleared meanwhile.
    if (!this.#scans.isOpen(id)) return;
    try {
      if ('failure' in result) {
        this.#scans.change(id, { state: 'refused', failure: result.failure });
        return;
      }
      const { service, found } = result;
      assertConnected(service, this.#deps.connection);
      if (!('found' in found)) {
        const { pol, title } = this.#put(service, orderView(found.pol, service, found.copies), found.pid);
        this.#scans.change(id, { state: 'done', result: { kind: 'order', pol, title } });
      } else if (found.found === 'choices')
        this.#scans.change(id, {
          state: 'done',
          result: { kind: 'orders', orders: found.orders.map(orderChoice) },
        });
      else {
        const detail = this.#order?.isbn ?? '';
        const failure = { kind: 'invalid', field: 'isbn', reason: 'otherBook', detail } as const;
        this.#scans.change(id, { state: 'refused', failure });
      }
    } catch (error) {
      this.#scans.change(id, { state: 'refused', failure: failureOf(error, this.#deps.log) });
    }
  }

  #put(service: Service, order: OrderView, pid: string | null): OrderView {
    this.#order = order;
    this.#service = service;
    this.#pid = pid;
    this.events.emit({ type: 'order', order, pid });
    return order;
  }
}

const orderAtHand = async (service: Service, pol: Pol, pid: string | null): Promise<OrderAtHand> => ({
  ...{ pol, copies: await readCopies(service.client, pol), pid },
});
