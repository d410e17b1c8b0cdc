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
import { OrderLine } from './order-line.svelte.ts';
import { paperOf } from './paper.ts';
import type { Receipt, ReceiptAct, Subject } from './receipt.svelte.ts';
import { receiptText } from './receipt-text.ts';
import { Receipts } from './receipts.svelte.ts';
import { ReceiveSettings } from './settings.svelte.ts';

/** The receiving room as main reports it, and what was done in it in this window. */
export class ReceivingSession {
  readonly settings = new ReceiveSettings();
  readonly orderLine = new OrderLine();
  readonly receipts: Receipts;
  readonly log: ScanLog;
  unfinished = $state.raw<readonly UnfinishedView[]>([]);
  /** Main's first report has come. */
  started = $state(false);
  /** Why a request to the room itself failed. */
  failure = $state.raw<Failure | null>(null);
  refreshing = $state(false);
  /** How many items were received on the trolley that was ended; until the next scan. */
  endedCount = $state<number | null>(null);
  /** The scan that found nothing and was dismissed, by its id. */
  #dismissed = $state('');

  /** @param onOutcome called once for each receipt, when its outcome is known */
  constructor(log: ScanLog, onOutcome: (receipt: Receipt) => void) {
    this.log = log;
    this.receipts = new Receipts(onOutcome);
  }

  /** The newest scan while it is looked up: the order line that is open may not be that of the book in the hand. */
  get lookingUp(): ScanView | null {
    const scan = this.#newestScan;
    return scan && !isSettled(scan) ? scan : null;
  }

  /**
   * The newest scan, if it found nothing. It covers the order line that was open before, so that this is not taken for
   * the book in the hand.
   */
  get nothingFound(): ScanView | null {
    const scan = this.#newestScan;
    return scan && (scan.state === 'refused' || scan.state === 'unclear') && scan.id !== this.#dismissed
      ? scan
      : null;
  }

  /** The first of the unfinished that can be finished here and is not being finished. */
  get nextToFinish(): UnfinishedView | null {
    return this.unfinished.find(({ running, elsewhere }) => !running && elsewhere === null) ?? null;
  }

  /** Follows main until the function it answers is called. */
  start(): () => void {
    return watch('receiving.watch', (event) => this.#onEvent(event));
  }

  /** Receives the chosen item; with `keep`, then scans it into the department with a work order. */
  async receive(keep: boolean): Promise<void> {
    const { settings, receipts, orderLine } = this;
    const { view: order, item } = orderLine;
    const department = settings.department;
    if (!order || !item || item.pid === '' || !department || receipts.pendingFor(item.pid)) return;
    const key = orderLine.keyOf(item);
    const receipt = receipts.add(this.#subject(keep ? 'keep' : 'receive', order, item, item.barcode));
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
      receipts.complete(receipt, 'failed', failure);
      return;
    }
    const { order: updated, kept, failure } = reply.value;
    this.#showUpdated(receipt, updated);
    receipts.complete(receipt, kept === 'unfinished' ? 'unfinished' : 'done', failure);
    if (updated) orderLine.advance(key);
  }

  /** Gives an item its barcode. Answers why that failed, for the field it was typed into; null if it did not fail. */
  async setBarcode(item: OrderItem, barcode: string): Promise<Failure | null> {
    const { receipts, orderLine } = this;
    const { view: order } = orderLine;
    if (!order || receipts.pendingFor(item.pid)) return null;
    const key = orderLine.keyOf(item);
    const receipt = receipts.add(this.#subject('barcode', order, item, barcode.slice(0, longestCode)));
    const reply = await call(
      'receiving.setBarcode',
      { intent: receipt.id, pol: order.pol, pid: item.pid, barcode },
      { signal: receipt.signal },
    );
    if (reply.ok) this.#showUpdated(receipt, reply.value.record);
    receipts.complete(receipt, reply.ok ? 'done' : 'failed', reply.ok ? null : reply.failure);
    if (reply.ok && item.received !== '') orderLine.advance(key);
    return reply.ok ? null : reply.failure;
  }

  /** Keeps an item that was received and not kept; by default the first that can be finished. */
  async finish(entry = this.nextToFinish): Promise<void> {
    const { receipts } = this;
    if (!entry || entry.elsewhere || receipts.pendingFor(entry.pid)) return;
    const receipt = receipts.add(this.#unfinishedSubject('finish', entry));
    const reply = await call('receiving.finish', { id: entry.id }, { signal: receipt.signal });
    this.#updateUnfinished(reply);
    const stillListed = reply.ok ? reply.value.unfinished.find(({ id }) => id === entry.id) : undefined;
    const failure = reply.ok ? (stillListed?.failure ?? null) : reply.failure;
    // If it is still on the list after the answer, it was received and not kept.
    receipts.complete(receipt, !reply.ok ? 'failed' : stillListed ? 'unfinished' : 'done', failure);
  }

  /** Takes an entry off the list: the user has seen to it elsewhere. */
  async settle(entry: UnfinishedView): Promise<void> {
    const receipt = this.receipts.add(this.#unfinishedSubject('settle', entry));
    const reply = await call('receiving.settle', { id: entry.id });
    this.#updateUnfinished(reply);
    this.receipts.complete(receipt, reply.ok ? 'done' : 'failed', reply.ok ? null : reply.failure);
  }

  /** Goes back to the order line behind a scan that found nothing. */
  dismiss(): void {
    this.#dismissed = this.nothingFound?.id ?? this.#dismissed;
  }

  async refresh(): Promise<void> {
    this.refreshing = true;
    const reply = await call('receiving.refresh', {});
    this.refreshing = false;
    this.failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.orderLine.update(reply.value);
  }

  /** Ends the trolley: its rows and the order line go. What is not finished stays on its own list. */
  async end(): Promise<void> {
    const { receivedCount } = this.receipts;
    const reply = await call('receiving.close', {});
    this.failure = reply.ok ? null : reply.failure;
    if (!reply.ok) return;
    this.receipts.clearCompleted();
    this.endedCount = receivedCount;
  }

  async drop(id: string): Promise<void> {
    const reply = await call('scans.drop', { id });
    if (reply.ok) this.log.apply(reply.value);
    else this.failure = reply.failure;
  }

  #onEvent(event: ReceivingEvent): void {
    this.started = true;
    switch (event.type) {
      case 'room':
        this.log.reset(event.scans);
        this.unfinished = event.unfinished;
        this.#open(event.order, event.pid);
        break;
      case 'scan':
        this.log.apply(event.scan);
        this.endedCount = null;
        break;
      case 'order':
        this.#open(event.order, event.pid);
        break;
      case 'unfinished':
        this.unfinished = event.unfinished;
        break;
    }
  }

  #open(order: OrderView | null, scannedPid: string | null): void {
    this.orderLine.open(order, scannedPid);
    this.failure = null;
  }

  /** Shows the order line after an action; reads it again where the answer does not have it. */
  #showUpdated(receipt: Receipt, order: OrderView | null): void {
    receipt.unread = order === null;
    if (order) this.orderLine.update(order);
    else void this.refresh();
  }

  #updateUnfinished(reply: { ok: boolean; value?: Answer<'receiving.finish'> }): void {
    if (reply.value) this.unfinished = reply.value.unfinished;
  }

  /** Without command barcodes, and without scans that still wait: their books are not in the hand yet. */
  get #newestScan(): ScanView | null {
    const isInHand = ({ view }: ScanRow): boolean =>
      view.kind !== 'command' && view.state !== 'dropped' && view.state !== 'waiting';
    return this.log.rows.find(isInHand)?.view ?? null;
  }

  #subject(act: ReceiptAct, order: OrderView, item: OrderItem, barcode: string): Subject {
    const { settings } = this;
    return {
      act,
      pol: order.pol,
      pid: item.pid,
      title: order.title,
      barcode,
      department: settings.department?.label ?? '',
      status: settings.statusLabel(settings.status),
      holdFor: order.interested.find(({ hold }) => hold)?.name ?? '',
    };
  }

  #unfinishedSubject(act: ReceiptAct, entry: UnfinishedView): Subject {
    const { pol, pid, title, barcode } = entry;
    const department = this.settings.departmentLabel(entry.department);
    const status = this.settings.statusLabel(entry.status);
    return { act, pol, pid, title, barcode, department, status, holdFor: '' };
  }
}

/** The window's receiving session: made when the room is first opened, and kept for as long as the window lives. */
export function receivingSession(shell: Shell): ReceivingSession {
  if (shell.receiving) return shell.receiving;
  const session = new ReceivingSession(shell.logs.receiving, (receipt) => {
    const { id } = receipt;
    const text = receiptText(receipt);
    shell.results.report({ id, at: instant(), text });
    shell.stages.receiving.show({ id, text });
    paperOf(shell).onReceipt(receipt);
  });
  session.start();
  shell.receiving = session;
  return session;
}
