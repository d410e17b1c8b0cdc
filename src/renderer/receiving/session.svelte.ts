import type { Failure } from '../../contract/failure.ts';
import type { OrderItem, OrderView, ReceivingEvent } from '../../contract/receiving.ts';
import type { KeepIds, OrderChoice, TrolleyBook } from '../../contract/trolley.ts';
import { call, watch } from '../api.ts';
import type { ScanLog } from '../scan/scan-log.svelte.ts';
import type { ScanText } from '../scan/scan-text.ts';
import type { StageResult } from '../scan/stage.svelte.ts';
import { Box } from './box.svelte.ts';
import { DepartmentWork } from './department.svelte.ts';
import { bookText } from './book-text.ts';
import { InHand } from './in-hand.svelte.ts';
import { ItemJob } from './item-job.svelte.ts';
import { OrderLine } from './order-line.svelte.ts';
import { promptOf } from './prompt.ts';
import { ReceivingQuestions } from './questions.svelte.ts';
import type { Receipt } from './receipt.svelte.ts';
import { receiptText } from './receipt-text.ts';
import { Receipts } from './receipts.svelte.ts';
import { receiveSeveral } from './several.ts';
import { ReceiveSettings } from './settings.svelte.ts';
import { itemSubject } from './subjects.ts';
import { endedText, jobText } from './sum-text.ts';
import { asksOrIsToBeSeen, Trolley, type BookRow } from './trolley.svelte.ts';
import { Unfinished } from './unfinished.svelte.ts';

/** What the room asks of the window. */
interface RoomListeners {
  /**
   * Says what came of something: on the stage, and with a sound. `asks`: it has the stage until it is answered or seen,
   * and is not what is there after that.
   */
  readonly say: (id: string, text: ScanText, asks?: boolean) => void;
  /** The refusals that nobody can have seen on the stage; they are counted no more. */
  readonly takeUnseen: () => readonly StageResult[];
  /** What was received or kept may have a slip to be printed. */
  readonly onReceipt: (receipt: Receipt) => void;
  readonly onBook: (book: TrolleyBook) => void;
  /** Scans a code, as if it was typed. */
  readonly submit: (code: string) => Promise<void>;
}

/** The receiving room as main reports it, and what was done in it in this window. */
export class ReceivingSession {
  readonly settings = new ReceiveSettings();
  readonly orderLine = new OrderLine();
  readonly receipts: Receipts;
  readonly trolley: Trolley;
  readonly box: Box;
  readonly department: DepartmentWork;
  readonly unfinished: Unfinished;
  readonly questions: ReceivingQuestions;
  /** Receiving several items of the order line, one by one. */
  readonly several = new ItemJob();
  readonly log: ScanLog;
  readonly inHand: InHand;
  /** Main's first report has come. */
  started = $state(false);
  /** Why a request to the room itself failed. */
  failure = $state.raw<Failure | null>(null);
  refreshing = $state(false);
  /** The sum of the trolley that was ended; until the next scan. */
  ended = $state.raw<ScanText | null>(null);
  readonly say: RoomListeners['say'];
  readonly #submit: RoomListeners['submit'];
  readonly #takeUnseen: RoomListeners['takeUnseen'];

  constructor(log: ScanLog, { say, submit, takeUnseen, onReceipt, onBook }: RoomListeners) {
    this.log = log;
    this.inHand = new InHand(log);
    this.say = say;
    this.#submit = submit;
    this.#takeUnseen = takeUnseen;
    this.receipts = new Receipts((receipt) => {
      say(receipt.id, receiptText(receipt));
      onReceipt(receipt);
    });
    this.trolley = new Trolley((book) => {
      say(book.id, bookText({ view: book, slow: false }, this.settings), asksOrIsToBeSeen(book));
      onBook(book);
    });
    const books = (): readonly TrolleyBook[] => this.trolley.rows.map(({ view }) => view).toReversed();
    this.box = new Box({ books, say });
    this.department = new DepartmentWork({ settings: this.settings, say });
    this.questions = new ReceivingQuestions(this);
    this.unfinished = new Unfinished({
      settings: this.settings,
      receipts: this.receipts,
      isOfBook: (id) => this.trolley.rows.some(({ view }) => view.unfinished === id),
      askIds: (entry) =>
        (this.questions.idsFor = {
          title: entry.title,
          send: (ids) => this.unfinished.finish(entry, ids),
        }),
      onFinishedAll: (sum) => say(crypto.randomUUID(), jobText(sum)),
    });
  }

  /** The list of a department's work takes the place of the order line, or gives it back. */
  toggleDepartmentWork(): void {
    const { department, box } = this;
    box.isOpen = false;
    if (department.isOpen) department.isOpen = false;
    else void department.open();
  }

  /** What the scan box says a scan will do. */
  get prompt(): string {
    return promptOf(this.settings);
  }

  /** Several order lines to choose from: a book on the stage asks which, or the newest scan has found them. */
  get choices(): readonly OrderChoice[] | null {
    const asked = this.questions.current;
    if (asked?.kind === 'question' && asked.question.kind === 'whichOrder') return asked.question.orders;
    return this.inHand.found?.orders ?? null;
  }

  /** One of them is meant. */
  choose(pol: string): void {
    const asked = this.questions.current;
    // Another question is not answered with an order line.
    if (asked?.kind === 'question' && asked.question.kind === 'whichOrder')
      void this.trolley.answer(asked.id, { kind: 'order', pol });
    else void this.#submit(pol);
  }

  /** The newest book of the trolley, where scans receive and the order line on the table is not its own. */
  get newestBook(): BookRow | null {
    const [newest] = this.trolley.rows;
    if (this.settings.mode === 'look' || !newest) return null;
    return newest.view.pol !== '' && newest.view.pol === this.orderLine.view?.pol ? null : newest;
  }

  /** How many items were received on this trolley. */
  get receivedCount(): number {
    return this.receipts.receivedCount + this.trolley.received.length;
  }

  /** Follows main until the function it answers is called. */
  start(): () => void {
    return watch('receiving.watch', (event) => this.#onEvent(event));
  }

  /** Receives the chosen item, or all that are ticked; with `keep`, then scans it into the department with a work order. */
  receive(keep: boolean): Promise<void> {
    return new Promise((resolve, reject: (error: unknown) => void) => {
      this.settings.askFuture(() => void this.#receive(keep).then(resolve, reject));
      // A person may also say no to the day.
      if (this.settings.future) resolve();
    });
  }

  async #receive(keep: boolean): Promise<void> {
    const { view: order, item, several } = this.orderLine;
    if (several.length > 0) await receiveSeveral(this, keep);
    else if (order && item) await this.#receiveItem(keep, order, item);
  }

  /**
   * Receives one item; answers why it was not. Where it is to be kept and no one names its title and holding, a person is
   * asked, and what they say are its `ids`.
   */
  async #receiveItem(
    keep: boolean,
    order: OrderView,
    item: OrderItem,
    ids: KeepIds | null = null,
  ): Promise<Failure | null> {
    const { settings, receipts, orderLine } = this;
    if (item.pid === '' || !settings.department || receipts.pendingFor(item.pid)) return null;
    const key = orderLine.keyOf(item);
    const receipt = receipts.add(itemSubject(settings, keep ? 'keep' : 'receive', order, item));
    const reply = await call(
      'receiving.receive',
      { intent: receipt.id, pol: order.pol, pid: item.pid, ...this.receiptOf(keep), ids },
      { signal: receipt.signal },
    );
    if (!reply.ok) {
      this.noteDate(reply.failure);
      receipts.complete(receipt, 'failed', reply.failure);
      const { failure: why } = reply;
      if (keep && ids === null && why.kind === 'invalid' && why.reason === 'noIds')
        this.questions.idsFor = {
          title: order.title,
          send: (named) => this.#receiveItem(keep, order, item, named),
        };
      return why;
    }
    const { order: updated, kept, failure, alerts } = reply.value;
    this.showUpdated(receipt, updated);
    const state = kept !== 'unfinished' ? 'done' : failure === null ? 'toSee' : 'unfinished';
    receipts.complete(receipt, state, failure, alerts);
    if (updated) orderLine.advance(key);
    return null;
  }

  /** How an item is received by the settings of the trolley. Its alerts are seen after that, and before it is kept. */
  receiptOf(keep: boolean) {
    const { date, confirmedFuture, department, workOrder: workOrderType, status } = this.settings;
    return {
      ...{ date, confirmedFuture, seen: false, ids: null },
      department: department?.code ?? '',
      departmentLibrary: department?.library ?? '',
      keep: keep ? { workOrderType, status } : null,
    };
  }

  async refresh(): Promise<void> {
    this.refreshing = true;
    const reply = await call('receiving.refresh', {});
    this.refreshing = false;
    this.failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.orderLine.update(reply.value);
  }

  /**
   * Ends the trolley: its rows and the order line go, and its sum is said. Books that wait for a person, or were not
   * reached, are put aside by main, as a trolley. What is not finished stays on its own list.
   */
  async end(): Promise<void> {
    // A book of the trolley that was finished from the list is one item.
    const kept = [...this.trolley.kept.map(({ view }) => view.pid), ...this.receipts.keptPids];
    const sum = { received: this.receivedCount, kept, box: this.box.count?.sum ?? null };
    const trolley = await call('receiving.trolley.end', {});
    const reply = trolley.ok ? await call('receiving.close', {}) : trolley;
    this.failure = reply.ok ? null : reply.failure;
    if (!trolley.ok) return;
    this.receipts.clearCompleted();
    this.ended = endedText({
      ...sum,
      ...trolley.value,
      toFinish: this.unfinished.toFinish.length,
      unseen: this.#takeUnseen(),
    });
    this.say(crypto.randomUUID(), this.ended);
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
        this.unfinished.all = event.unfinished;
        this.settings.show(event.trolley.settings);
        this.trolley.reset(event.trolley);
        this.box.show(event.trolley.check);
        this.trolley.aside = event.aside;
        this.#open(event.order, event.pid);
        break;
      case 'scan':
        this.log.apply(event.scan);
        this.ended = null;
        break;
      case 'order':
        // Whoever looks an order line up wants to see it.
        if (event.order && event.order.pol !== this.orderLine.view?.pol)
          this.box.isOpen = this.department.isOpen = false;
        this.#open(event.order, event.pid);
        break;
      case 'unfinished':
        this.unfinished.all = event.unfinished;
        break;
      case 'trolley':
        this.settings.show(event.trolley.settings);
        this.trolley.onEvent(event);
        this.box.show(event.trolley.check);
        break;
      case 'book':
      case 'aside':
        this.trolley.onEvent(event);
        break;
    }
  }

  #open(order: OrderView | null, scannedPid: string | null): void {
    this.orderLine.open(order, scannedPid);
    this.failure = null;
  }

  /** Shows the order line after an action; reads it again where the answer does not have it. */
  showUpdated(receipt: Receipt | null, order: OrderView | null): void {
    if (receipt) receipt.unread = order === null;
    if (order) this.orderLine.update(order);
    else void this.refresh();
  }

  /** Shows the failure at the day, if it is about that; answers whether it is. */
  noteDate(failure: Failure): boolean {
    const isDate = failure.kind === 'invalid' && failure.field === 'date';
    if (isDate) this.settings.dateFailure = failure;
    return isDate;
  }
}
