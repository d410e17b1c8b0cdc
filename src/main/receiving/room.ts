import type { OrderView, ReceivingEvent, UnfinishedView } from '../../contract/receiving.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { Emitter } from '../emitter.ts';
import type { Scan, ScanEntry } from '../journal/port.ts';
import type { Service } from '../ports.ts';
import { orderView } from './view.ts';
import { polNumberOf } from '../orders/record.ts';
import { findOrder, type FoundOrder, readPol } from '../orders/find.ts';
import { CommandQueue } from '../scans/command-queue.ts';
import {
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

/** A scan to look an order line up by. */
type OrderQuery = Parameters<typeof findOrder>[1] & { readonly id: string };
type LookUpResult = { readonly service: Service; readonly found: FoundOrder } | { readonly failure: Failure };

/**
 * One window's receiving room: the order line on the table, and the scans that put it there. Scans are looked up side
 * by side, and take effect in the order in which they came: the last one scanned is the one on the table.
 */
export class ReceivingRoom {
  readonly events = new Emitter<ReceivingEvent>();
  readonly #deps: Deps;
  readonly #scans: ScanList;
  readonly #commands: CommandQueue<OrderQuery>;
  readonly #unfinished: () => readonly UnfinishedView[];
  #order: OrderView | null = null;
  #service: Service | null = null;
  #pid: string | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(deps: Deps, unfinished: () => readonly UnfinishedView[]) {
    this.#deps = deps;
    this.#unfinished = unfinished;
    this.#scans = new ScanList('receiving', deps, (scan) =>
      this.events.emit({ type: 'scan', scan: scanView(scan) }),
    );
    this.#commands = new CommandQueue({ scans: this.#scans, begin: (query) => this.#begin(query) });
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
      unfinished: this.#unfinished(),
    };
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
      const command = this.#scans.add(commandScan(incoming, what.command), mode);
      this.#commands.putCommand(id, what.command);
      return this.#scans.get(id) ?? command;
    }
    const { kind, code } = what;
    const state = this.#commands.isBusy ? 'waiting' : 'received';
    const scan = { id, text, code, by, kind, action: 'find', state, failure: null } as const;
    const received = this.#scans.add(scan, mode);
    this.#commands.put({ id, code, kind });
    return this.#scans.get(id) ?? received;
  }

  /** The window did what a command barcode asks for, or says why it did not. */
  ran(id: string, why: string | null): void {
    this.#commands.ran(id, why);
  }

  /** The window was closed or loaded again: refuses the commands that it was to run. */
  windowGone(): void {
    this.#commands.windowGone();
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
    this.show(service, await readPol(service, order.pol));
    // The table may have been cleared meanwhile: then this throws.
    return this.#table().order;
  }

  /** Puts an order line on the table. */
  async open(number: string, signal: AbortSignal): Promise<OrderView> {
    const service = await this.#deps.connection.service();
    return this.#put(service, { pol: await readPol(service, number, { signal }), pid: null });
  }

  /** Shows an order line as it is now, if it is on the table. One of another library may have the same number. */
  show(service: Service, pol: Pol): void {
    const isHere = this.#service?.library.id === service.library.id;
    if (isHere && this.#order?.pol === polNumberOf(pol)) this.#put(service, { pol, pid: this.#pid });
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
  #begin(query: OrderQuery): void {
    const { id } = query;
    if (!this.#scans.isOpen(id)) return;
    const answer = this.#lookUp(query);
    this.#last = this.#last.then(async () => this.#arrived(id, await answer));
  }

  async #lookUp({ id, ...what }: OrderQuery): Promise<LookUpResult> {
    const onSent = (): void => this.#scans.change(id, { state: 'sent' });
    try {
      const service = await this.#deps.connection.service();
      const { closing } = this.#deps;
      return { service, found: await findOrder(service, what, { onSent, signal: closing }) };
    } catch (error) {
      return { failure: scanFailure(error, what.code, this.#deps) };
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
      const { pol, title } = this.#put(result.service, result.found);
      this.#scans.change(id, { state: 'done', result: { kind: 'order', pol, title } });
    } catch (error) {
      this.#scans.change(id, { state: 'refused', failure: failureOf(error, this.#deps.log) });
    }
  }

  #put(service: Service, { pol, pid }: FoundOrder): OrderView {
    const order = orderView(pol, service);
    this.#order = order;
    this.#service = service;
    this.#pid = pid;
    this.events.emit({ type: 'order', order, pid });
    return order;
  }
}
