import type { Answer } from '../../contract/index.ts';
import type { Failure } from '../../contract/failure.ts';
import type { OrderItem, OrderView, ReceivingEvent, UnfinishedView } from '../../contract/receiving.ts';
import type { ScanView } from '../../contract/scans.ts';
import { call, watch } from '../api.ts';
import { instant } from '../ui/format.ts';
import type { ScanLog, ScanRow } from '../scan/scan-log.svelte.ts';
import { isSettled } from '../../shared/scan-state.ts';
import { longestCode } from '../../shared/scanned-text.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { slowAfter } from '../ui/slow-after.ts';
import { rowIds } from '../ui/row-ids.ts';
import { Receipt, type ReceiptAct, type Subject } from './receipt.svelte.ts';
import { receiptText } from './receipt-text.ts';
import { ReceiveSettings } from './settings.svelte.ts';

/** The receiving room as main reports it, and what this window did in it. */
export class ReceivingSession {
  readonly settings = new ReceiveSettings();
  readonly log: ScanLog;
  order = $state.raw<OrderView | null>(null);
  /** The item that was scanned, where it was an item. */
  scanned = $state.raw<string | null>(null);
  /** What tells the items apart, whatever ids they came with. */
  readonly keyOf = $derived(rowIds(this.order?.items ?? [], ({ pid }) => pid));
  /** The item the person stands on, by what tells it apart. */
  chosen = $state('');
  unfinished = $state.raw<readonly UnfinishedView[]>([]);
  /** Main's first report has come. */
  started = $state(false);
  /** Things done in this window, newest first. */
  receipts = $state.raw<readonly Receipt[]>([]);
  /** The one whose outcome came last, and when. */
  latest = $state.raw<{ readonly receipt: Receipt; readonly when: number } | null>(null);
  /** Why something asked of the room itself did not happen. */
  failure = $state.raw<Failure | null>(null);
  refreshing = $state(false);
  /** How many were received in the trolley that was ended, until the next scan. */
  ended = $state<number | null>(null);

  #dismissed = $state('');
  readonly #onOutcome: (receipt: Receipt) => void;

  /** @param onOutcome called once for each thing done here, when it is known what came of it */
  constructor(log: ScanLog, onOutcome: (receipt: Receipt) => void) {
    this.log = log;
    this.#onOutcome = onOutcome;
  }

  /** The item that the keys act on. */
  get item(): OrderItem | null {
    const items = this.order?.items ?? [];
    return items.find((item) => this.keyOf(item) === this.chosen) ?? items[0] ?? null;
  }

  /** The newest scan, while it is still being looked up: whatever is open, the book in hand may not be it. */
  get lookingUp(): ScanView | null {
    const scan = this.#newest;
    return scan && !isSettled(scan) ? scan : null;
  }

  /**
   * The newest scan, where it came to nothing. It stands in front of the order line that was open before, which must
   * not be taken for the book in hand.
   */
  get nothingFound(): ScanView | null {
    const scan = this.#newest;
    return scan && (scan.state === 'refused' || scan.state === 'unclear') && scan.id !== this.#dismissed
      ? scan
      : null;
  }

  /** The first that can be finished: here, and not being finished. */
  get nextToFinish(): UnfinishedView | null {
    return this.unfinished.find(({ running, elsewhere }) => !running && elsewhere === null) ?? null;
  }

  /** How many items were received in this window. */
  get received(): number {
    return this.receipts.filter(
      ({ about: { act }, state }) =>
        (act === 'receive' || act === 'keep') && (state === 'done' || state === 'unfinished'),
    ).length;
  }

  /** Follows main until the function it answers is called. */
  start(): () => void {
    return watch('receiving.watch', (event) => this.#heard(event));
  }

  /** What is being done to an item just now. */
  acting(pid: string): Receipt | null {
    return this.receipts.find((receipt) => receipt.state === 'sent' && receipt.about.pid === pid) ?? null;
  }

  /** Moves the choice up or down the items. */
  move(by: number): void {
    const items = this.order?.items ?? [];
    const at = this.item ? items.indexOf(this.item) : -1;
    const next = items[Math.max(0, Math.min(items.length - 1, at + by))];
    if (next) this.chosen = this.keyOf(next);
  }

  /** Receives the chosen item; with `keep`, then scans it into the department with a work order. */
  async receive(keep: boolean): Promise<void> {
    const { order, item, settings } = this;
    const department = settings.department;
    if (!order || !item || item.pid === '' || !department || this.acting(item.pid)) return;
    const key = this.keyOf(item);
    const receipt = this.#begin(keep ? 'keep' : 'receive', order, item, item.barcode);
    const reply = await call(
      'receiving.receive',
      {
        intent: receipt.id,
        pol: order.pol,
        pid: item.pid,
        date: settings.date,
        department: department.code,
        departmentLibrary: department.library,
        keep: keep ? { workOrderType: settings.workOrder, status: settings.status } : null,
      },
      { signal: receipt.signal },
    );
    if (!reply.ok) {
      const { failure } = reply;
      if (failure.kind === 'invalid' && failure.field === 'date') settings.dateFailure = failure;
      this.#end(receipt, 'failed', failure);
      return;
    }
    const { order: now, kept, failure } = reply.value;
    this.#shown(receipt, now);
    this.#end(receipt, kept === 'unfinished' ? 'unfinished' : 'done', failure);
    if (now) this.#advance(key);
  }

  /** Gives an item its barcode. Answers why not, for the field it was typed into; null when it has it. */
  async setBarcode(item: OrderItem, barcode: string): Promise<Failure | null> {
    const { order } = this;
    if (!order || this.acting(item.pid)) return null;
    const key = this.keyOf(item);
    const receipt = this.#begin('barcode', order, item, barcode.slice(0, longestCode));
    const reply = await call(
      'receiving.setBarcode',
      { intent: receipt.id, pol: order.pol, pid: item.pid, barcode },
      { signal: receipt.signal },
    );
    if (reply.ok) this.#shown(receipt, reply.value.record);
    this.#end(receipt, reply.ok ? 'done' : 'failed', reply.ok ? null : reply.failure);
    if (reply.ok && item.received !== '') this.#advance(key);
    return reply.ok ? null : reply.failure;
  }

  /** Does the second step of one that was not finished; without one, of the first that can be finished. */
  async finish(one = this.nextToFinish): Promise<void> {
    if (!one || one.elsewhere || this.acting(one.pid)) return;
    const receipt = this.#add(new Receipt({ ...this.#about(one), act: 'finish' }));
    const reply = await call('receiving.finish', { id: one.id }, { signal: receipt.signal });
    this.#listed(reply);
    const still = reply.ok ? reply.value.unfinished.find(({ id }) => id === one.id) : undefined;
    const failure = reply.ok ? (still?.failure ?? null) : reply.failure;
    // What was answered with it still on the list was received in finishing, and not kept.
    this.#end(receipt, !reply.ok ? 'failed' : still ? 'unfinished' : 'done', failure);
  }

  /** A person has seen to it elsewhere. */
  async settle(one: UnfinishedView): Promise<void> {
    const receipt = this.#add(new Receipt({ ...this.#about(one), act: 'settle' }));
    const reply = await call('receiving.settle', { id: one.id });
    this.#listed(reply);
    this.#end(receipt, reply.ok ? 'done' : 'failed', reply.ok ? null : reply.failure);
  }

  /** Back to the order line behind a scan that came to nothing. */
  dismiss(): void {
    this.#dismissed = this.nothingFound?.id ?? this.#dismissed;
  }

  async refresh(): Promise<void> {
    this.refreshing = true;
    const reply = await call('receiving.refresh', {});
    this.refreshing = false;
    this.failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.#show(reply.value);
  }

  /** The trolley is done with: its rows go, and the order line. What is not finished stays on its own list. */
  async end(): Promise<void> {
    const { received } = this;
    const reply = await call('receiving.close', {});
    this.failure = reply.ok ? null : reply.failure;
    if (!reply.ok) return;
    this.receipts = this.receipts.filter(({ state }) => state === 'sent');
    this.latest = null;
    this.ended = received;
  }

  async drop(id: string): Promise<void> {
    const reply = await call('scans.drop', { id });
    if (reply.ok) this.log.apply(reply.value);
    else this.failure = reply.failure;
  }

  #heard(event: ReceivingEvent): void {
    this.started = true;
    switch (event.type) {
      case 'room':
        this.log.reset(event.scans);
        this.unfinished = event.unfinished;
        this.#open(event.order, event.pid);
        break;
      case 'scan':
        this.log.apply(event.scan);
        this.ended = null;
        break;
      case 'order':
        this.#open(event.order, event.pid);
        break;
      case 'unfinished':
        this.unfinished = event.unfinished;
        break;
    }
  }

  /** An order line was opened, closed, or read anew. */
  #open(order: OrderView | null, scanned: string | null): void {
    const same = order !== null && order.pol === this.order?.pol && scanned === this.scanned;
    this.order = order;
    this.scanned = scanned;
    this.failure = null;
    if (same) return;
    const [first] = order?.items ?? [];
    this.chosen = scanned ?? this.#firstOpen ?? (first ? this.keyOf(first) : '');
  }

  /** The order line after something was done to it; read anew where the answer does not have it. */
  #shown(receipt: Receipt, order: OrderView | null): void {
    receipt.unread = order === null;
    if (order) this.#show(order);
    else void this.refresh();
  }

  /** An order line as an answer has it, unless another was opened meanwhile. */
  #show(order: OrderView): void {
    if (order.pol === this.order?.pol) this.order = order;
  }

  /** On to the next that is not received; but never away from the book that was scanned, or that lacks its barcode. */
  #advance(from: string): void {
    const { order, scanned, chosen } = this;
    const item = order?.items.find((one) => this.keyOf(one) === from);
    if (scanned !== null || chosen !== from || !item || item.barcode === '') return;
    this.chosen = this.#firstOpen ?? chosen;
  }

  /** The first item that was not received. */
  get #firstOpen(): string | null {
    const item = this.order?.items.find(({ received }) => received === '');
    return item ? this.keyOf(item) : null;
  }

  /** A command is no book; what waits for one is not in hand yet. */
  get #newest(): ScanView | null {
    const inHand = ({ view }: ScanRow): boolean =>
      view.kind !== 'command' && view.state !== 'dropped' && view.state !== 'waiting';
    return this.log.rows.find(inHand)?.view ?? null;
  }

  #begin(act: ReceiptAct, order: OrderView, item: OrderItem, barcode: string): Receipt {
    const { settings } = this;
    return this.#add(
      new Receipt({
        act,
        pol: order.pol,
        pid: item.pid,
        title: order.title,
        barcode,
        department: settings.department?.label ?? '',
        status: settings.statusLabel(settings.status),
        holdFor: order.interested.find(({ hold }) => hold)?.name ?? '',
      }),
    );
  }

  #add(receipt: Receipt): Receipt {
    this.receipts = [receipt, ...this.receipts];
    setTimeout(() => (receipt.slow = true), slowAfter);
    return receipt;
  }

  #end(receipt: Receipt, state: 'done' | 'unfinished' | 'failed', failure: Failure | null): void {
    receipt.state = state;
    receipt.failure = failure;
    this.latest = { receipt, when: performance.now() };
    this.#onOutcome(receipt);
  }

  #about(one: UnfinishedView): Omit<Subject, 'act'> {
    const { pol, pid, title, barcode } = one;
    const department = this.settings.departmentLabel(one.department);
    const status = this.settings.statusLabel(one.status);
    return { pol, pid, title, barcode, department, status, holdFor: '' };
  }

  #listed(reply: { ok: boolean; value?: Answer<'receiving.finish'> }): void {
    if (reply.value) this.unfinished = reply.value.unfinished;
  }
}

/** The window's receiving session: made when the room is first opened, and followed for as long as the window lives. */
export function receivingSession(shell: Shell): ReceivingSession {
  if (shell.receiving) return shell.receiving;
  const session = new ReceivingSession(shell.logs.receiving, (receipt) =>
    shell.report({ id: receipt.id, at: instant(), text: receiptText(receipt) }),
  );
  session.start();
  shell.receiving = session;
  return session;
}
