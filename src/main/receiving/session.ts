import type { Parsed } from '../../contract/index.ts';
import type { OrderView, ReceivingEvent, UnfinishedView } from '../../contract/receiving.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Command } from '../../shared/command-barcodes.ts';
import type { ScanView } from '../../contract/scans.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { Listeners } from '../commands/listeners.ts';
import type { ScanEntry, Service } from '../ports.ts';
import { orderView, polNumberOf } from '../orders/view.ts';
import { classify, readingOf, type Classified } from '../../shared/barcodes.ts';
import { shown } from '../../shared/scanned-text.ts';
import { CommandLine, commandScan, ranChange } from '../desk/command-barcodes.ts';
import { findOrder, readPol, type FoundOrder } from '../orders/find.ts';
import { isRest, mixedUp } from '../../shared/mixed-scans.ts';
import { mixedInstead } from '../scans/mixed.ts';
import type { Parts } from '../deps.ts';
import { recoveredScan } from '../desk/recovered.ts';
import { ScanList } from '../scans/scan-list.ts';
import { failureOf, invalid } from '../failure.ts';

type Submitted = Parsed<'scans.submit'>;
type Asked = { readonly service: Service; readonly found: FoundOrder } | { readonly failure: Failure };

/**
 * One window's receiving room: the order line on the table, and the scans that put it there. Scans are looked up side
 * by side, and take effect in the order in which they came: the last one scanned is the one on the table.
 */
export class ReceivingRoom {
  readonly events = new Listeners<ReceivingEvent>();
  readonly #parts: Parts;
  readonly #scans: ScanList;
  readonly #commands: CommandLine;
  readonly #unfinished: () => readonly UnfinishedView[];
  #order: OrderView | null = null;
  #service: Service | null = null;
  #pid: string | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(parts: Parts, unfinished: () => readonly UnfinishedView[]) {
    this.#parts = parts;
    this.#unfinished = unfinished;
    this.#scans = new ScanList('receiving', parts, (scan) => this.events.tell({ type: 'scan', scan }));
    this.#commands = new CommandLine({
      before: (id) => this.#scans.settledBefore(id),
      isOpen: (id) => this.#scans.isOpen(id),
      show: (id) => this.#scans.change(id, { state: 'sent' }),
      done: (id, why) => this.#scans.change(id, ranChange(why)),
    });
  }

  /** The order line on the table. */
  get order(): OrderView | null {
    return this.#order;
  }

  whole(): ReceivingEvent {
    return {
      type: 'room',
      order: this.#order,
      pid: this.#pid,
      scans: this.#scans.views(),
      unfinished: this.#unfinished(),
    };
  }

  /** Takes over the scans of an earlier run: they only looked something up, so what was not done is dropped. */
  adopt(entries: readonly ScanEntry[]): void {
    for (const entry of entries) this.#scans.adopt(recoveredScan(entry, null), entry);
  }

  get isOccupied(): boolean {
    return this.#order !== null;
  }

  get isEmpty(): boolean {
    return !this.isOccupied && this.#scans.views().length === 0;
  }

  /** Whether a scan here is not settled. */
  get busy(): boolean {
    return this.#scans.open > 0;
  }

  has(id: string): boolean {
    return this.#scans.get(id) !== null;
  }

  /** Takes a scan: durable when this returns. The same id again is the same scan. */
  submit(scanned: Submitted): ScanView {
    const { id, mode } = scanned;
    const known = this.#scans.get(id);
    if (known) return known;
    const { barcodes } = this.#parts.standing.view();
    const text = readingOf(scanned.text, scanned.also, barcodes);
    const submitted = { ...scanned, text };
    if (isRest(scanned, barcodes)) return this.#turnAway(submitted, mixedUp);
    const what = classify(text, barcodes);
    if (!what.ok || what.kind === 'patron') return this.#turnAway(submitted, what);
    if (what.kind === 'command') return this.#command(submitted, what.command);
    const { kind, code } = what;
    const state = this.#commands.isBusy ? 'waiting' : 'received';
    const scan = { id, text: shown(text), kind, action: 'find', state, failure: null } as const;
    const received = this.#scans.add(scan, mode);
    this.#commands.take(id, () => this.#begin(id, { code, kind }));
    return this.#scans.get(id) ?? received;
  }

  /** The window has done what a command barcode asks for; or it says why it could not. */
  ran(id: string, why: string | null): void {
    this.#commands.ran(id, why);
  }

  /** The window is gone, or begins anew: what it was asked to do, it does not do. */
  windowGone(): void {
    this.#commands.giveUp();
  }

  /** Takes back what waits for a command. A look-up leaves at once: of one there is nothing to take back. */
  drop(id: string): ScanView {
    const scan = this.#scans.get(id);
    if (!scan) throw invalid('id', 'noIds');
    if (scan.state === 'waiting') this.#scans.change(id, { state: 'dropped' });
    return this.#scans.get(id) ?? scan;
  }

  async refresh(): Promise<OrderView> {
    const { service, order } = this.#table();
    this.show(service, await readPol(service, order.pol));
    // Meanwhile the table may have been cleared.
    return this.#table().order;
  }

  /** The order line as it stands now, if it is the one on the table. Another library's may have the same number. */
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
    this.events.tell(this.whole());
  }

  #turnAway({ id, text, mode }: Submitted, what: Classified): ScanView {
    const reason = what.ok ? 'malformed' : what.reason;
    if (reason === 'required') throw invalid('text', reason);
    const failure: Failure = {
      kind: 'invalid',
      field: 'text',
      reason,
      detail: what.ok ? what.kind : what.detail,
    };
    const scan = {
      id,
      text: shown(text),
      kind: what.kind,
      action: 'find',
      state: 'refused',
      failure,
    } as const;
    return this.#scans.add(scan, mode);
  }

  #command(submitted: Submitted, command: Command): ScanView {
    const { id, mode } = submitted;
    const received = this.#scans.add(commandScan(submitted, command), mode);
    this.#commands.put(id, command);
    return this.#scans.get(id) ?? received;
  }

  #begin(id: string, what: Parameters<typeof findOrder>[1]): void {
    if (!this.#scans.isOpen(id)) return;
    const asked = this.#ask(id, what);
    this.#last = this.#last.then(async () => this.#arrived(id, await asked));
  }

  async #ask(id: string, what: Parameters<typeof findOrder>[1]): Promise<Asked> {
    const onSent = (): void => this.#scans.change(id, { state: 'sent' });
    try {
      const service = await this.#parts.standing.service();
      const { closing } = this.#parts;
      return { service, found: await findOrder(service, what, { onSent, signal: closing }) };
    } catch (error) {
      const { barcodes } = this.#parts.standing.view();
      return { failure: mixedInstead(error, what.code, barcodes) ?? failureOf(error, this.#parts.log) };
    }
  }

  #arrived(id: string, asked: Asked): void {
    // The table was cleared since.
    if (!this.#scans.isOpen(id)) return;
    try {
      if ('failure' in asked) {
        this.#scans.change(id, { state: 'refused', failure: asked.failure });
        return;
      }
      const { pol, title } = this.#put(asked.service, asked.found);
      this.#scans.change(id, { state: 'done', result: { kind: 'order', pol, title } });
    } catch (error) {
      this.#scans.change(id, { state: 'refused', failure: failureOf(error, this.#parts.log) });
    }
  }

  #put(service: Service, { pol, pid }: FoundOrder): OrderView {
    const order = orderView(pol, service);
    this.#order = order;
    this.#service = service;
    this.#pid = pid;
    this.events.tell({ type: 'order', order, pid });
    return order;
  }
}
