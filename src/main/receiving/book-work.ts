import { randomUUID } from 'node:crypto';
import type { Failure } from '../../contract/failure.ts';
import type { BookQuestion } from '../../contract/trolley.ts';
import type { Item } from '../../service/shapes/item.ts';
import { textOf } from '../../service/read.ts';
import { isbnOf } from '../../shared/isbn.ts';
import { Emitter } from '../emitter.ts';
import { Failed } from '../failure.ts';
import { freshOrder, idsInOrder, type OrderWithItems } from '../orders/copies.ts';
import { runOrderTask } from '../orders/find.ts';
import { polTitleOf } from '../orders/record.ts';
import type { Service } from '../ports.ts';
import { scanFailure } from '../scans/scan.ts';
import { alertsOf } from './alerts.ts';
import { extraOf } from './box-extra.ts';
import { boxOrdersOf } from './box-isbn.ts';
import { choosingCopy } from './choosing-copy.ts';
import { findBook, orderChoice, type OrderOnTable } from './find-book.ts';
import { readByIds, WrongIds } from './keep.ts';
import { receiveDate } from './receipt.ts';
import { receivableCopy, receiveOne } from './receive-one.ts';
import type { ReceivingWork } from './receiving.ts';
import { nameOfCode, type Book, type BookChange, type Trolley } from './trolley.ts';
import type { Trolleys } from './trolleys.ts';

/** Where a book was found: its order line and, by one of its items, that item. */
interface Target {
  readonly number: string;
  readonly pid: string | null;
  readonly item: Item | null;
}

/** What the books of trolleys are worked on with. */
type BookPorts = ReceivingWork & { readonly trolleys: Trolleys };

/**
 * Does what a scanned book is for: it is looked up, received and kept. Look-ups go side by side; the books of one code
 * one after the other, and so do those of one order line. Whatever comes of it is written on the book.
 */
export class BookWork {
  /** Emits the order line of each book that was received. */
  readonly received = new Emitter<{ readonly service: Service; readonly number: string }>();
  readonly #ports: BookPorts;
  /** The ids of the books that something is being done with, each with what resolves when that has ended. */
  readonly #working = new Map<string, PromiseWithResolvers<null>>();

  constructor(ports: BookPorts) {
    this.#ports = ports;
  }

  /** Whether something is being done with this book, or with any. */
  isWorking(id?: string): boolean {
    return id === undefined ? this.#working.size > 0 : this.#working.has(id);
  }

  /** Resolves when nothing is being done with any book of a trolley. */
  async whenIdle(trolley: Trolley): Promise<void> {
    const busy = (): Promise<null>[] => trolley.all.flatMap(({ id }) => this.#working.get(id)?.promise ?? []);
    for (let now = busy(); now.length > 0; now = busy()) await Promise.all(now);
  }

  /** Begins with a book, if nothing is being done with it. `table`: the order line that its cover is checked against. */
  start(trolley: Trolley, id: string, table: OrderOnTable | null = null): void {
    const book = trolley.get(id);
    if (!book) return;
    const queue = `book:${trolley.library}/${nameOfCode(book.code)}`;
    void this.during(id, () => this.#ports.deps.queues.run(queue, () => this.#work(trolley, id, table)));
  }

  /** Does something with a book, unless something is being done with it. Resolves when that has ended. */
  async during(id: string, work: () => Promise<unknown>): Promise<void> {
    if (this.#working.has(id)) return;
    const ended = Promise.withResolvers<null>();
    this.#working.set(id, ended);
    try {
      await work();
    } catch (error) {
      this.#ports.deps.log.defect(error);
    } finally {
      this.#working.delete(id);
      ended.resolve(null);
    }
  }

  async #work(trolley: Trolley, id: string, table: OrderOnTable | null): Promise<void> {
    const { deps } = this.#ports;
    const book = trolley.get(id);
    if (!book) return;
    try {
      const service = await deps.connection.service();
      // It goes on when its library is connected again.
      if (service.library.id !== trolley.library) {
        trolley.change(id, { state: 'waiting' });
        return;
      }
      const target = await this.#find(service, trolley, book, table);
      if (!target || !trolley.get(id)) return;
      trolley.change(id, { state: 'waiting', pol: target.number });
      await runOrderTask(deps.queues, target.number, () => this.#atOrder(service, trolley, id, target));
    } catch (error) {
      this.#failed(trolley, id, error);
    }
  }

  /** The order line of a book; null where a person has to say. */
  async #find(
    service: Service,
    trolley: Trolley,
    book: Book,
    table: OrderOnTable | null,
  ): Promise<Target | null> {
    const { id, code, scanned, answers } = book;
    const isbn = isbnOf(code);
    const box = boxOrdersOf(trolley, isbn);
    const before = isbn === null ? '' : orderOfIsbn(trolley, book, isbn);
    // Another order line of the box goes before that of the book before.
    const isNext = box.awaited.length === 0 || box.awaited.includes(before);
    const chosen = answers.pol || (isNext ? before : '');
    if (chosen !== '') return { number: chosen, pid: answers.pid || null, item: null };
    const kind = scanned === 'orderLine' || scanned === 'item' ? scanned : 'unknown';
    const found = await findBook(
      service,
      { code, kind },
      {
        journal: this.#ports.deps.journal,
        signal: this.#ports.deps.closing,
        box,
        table: table && !answers.lookUp && !wasAsked(trolley, table.pol, code) ? table : null,
      },
    );
    if (found.found === 'order') return found;
    if (found.found === 'choices')
      ask(trolley, id, { kind: 'whichOrder', orders: found.orders.map(orderChoice) });
    else {
      const { pol, title, isbn: ordered } = found.table;
      ask(trolley, id, { kind: 'wrongBook', scanned: found.isbn, pol, title, isbn: ordered });
    }
    return null;
  }

  /** Within the order line's task: receives the book, or asks. */
  async #atOrder(service: Service, trolley: Trolley, id: string, target: Target): Promise<void> {
    const { deps, trolleys } = this.#ports;
    const order = await freshOrder(deps.queues, service, target.number);
    const found = trolley.get(id);
    // It was taken off meanwhile.
    if (!found) return;
    const alerts = alertsOf(order.pol);
    const { resource_metadata: about } = order.pol;
    const book = { ...found, title: polTitleOf(order.pol), author: textOf(about?.author) };
    trolley.change(id, { title: book.title, author: book.author });
    const chosen = choosingCopy(order, book, target.pid, {
      onTrolley: trolley.all,
      atLibrary: trolleys.booksAt(trolley.library),
    });
    const extra = book.answers.another ? null : extraOf(trolley, book);
    if (extra) {
      trolley.change(id, { pid: target.pid ?? '' });
      ask(trolley, id, extra);
      return;
    }
    if ('question' in chosen) {
      ask(trolley, id, chosen.question);
      return;
    }
    const { pid, copy } = chosen;
    const placed = receivableCopy(order, pid);
    const barcode = textOf(placed.copy.barcode);
    const ids = book.answers.ids ?? idsInOrder(order.pol, placed);
    // Alerts that were seen before are not shown again.
    const seen = alerts.length === 0 || (found.alerts.length > 0 && found.seen);
    trolley.change(id, { pid, ...ids, barcode, copy: copy ?? found.copy, alerts, seen });
    await this.#receive(service, trolley, { ...book, pid, seen }, order, target.item);
  }

  async #receive(
    service: Service,
    trolley: Trolley,
    book: Book,
    order: OrderWithItems,
    item: Item | null,
  ): Promise<void> {
    const { id, pid, settings, seen } = book;
    const keep = settings.mode === 'keep' ? settings : null;
    const ids = keep ? book.answers.ids : null;
    const now = this.#ports.deps.clock.now();
    const receipt = randomUUID();
    const received = await receiveOne(this.#ports, service, {
      ...{ order, pid, receipt, keep, seen, ids, listsAlerts: false },
      date: receiveDate(settings.date, now, settings.confirmedFuture),
      department: settings.department,
      departmentLibrary: settings.departmentLibrary,
      item: ids ? await readByIds(service, ids, pid) : item,
      onReceiving: (step) => {
        const receiving = { state: 'receiving', failure: null, receipt, step: step ?? '' } as const;
        const sent = trolley.changeFirst(id, receiving);
        // It was taken off meanwhile.
        if (!sent) throw new Failed({ kind: 'cancelled' });
      },
      onReceived: ({ alerts, waits }) =>
        trolley.change(id, { state: keep && !waits ? 'keeping' : 'received', alerts, seen: !waits }),
    });
    if (received.failure) trolley.change(id, notKept(received.failure));
    this.received.emit({ service, number: book.pol });
  }

  /** Writes on the book why it was not received. */
  #failed(trolley: Trolley, id: string, error: unknown): void {
    const { deps } = this.#ports;
    const book = trolley.get(id);
    if (!book) return;
    const failure = scanFailure(error, book.code, deps);
    if (error instanceof WrongIds)
      trolley.change(id, { state: 'asks', question: { kind: 'whichIds' }, failure });
    else if (failure.kind === 'invalid' && failure.reason === 'noIds') ask(trolley, id, { kind: 'whichIds' });
    else if (failure.kind === 'unknown-outcome') trolley.change(id, { state: 'unclear', failure });
    // Nothing was received: there is nothing to finish.
    else trolley.change(id, { state: 'refused', failure, step: '' });
  }
}

/** What a book is that was received, and not kept. */
export const notKept = (failure: Failure): BookChange => ({
  state: failure.kind === 'unknown-outcome' ? 'unclear' : 'refused',
  failure,
});

function ask(trolley: Trolley, id: string, question: BookQuestion): void {
  trolley.change(id, { state: 'asks', question, failure: null });
}

/** Whether an ISBN was asked about already with this order line on the table. */
const wasAsked = (trolley: Trolley, pol: string, code: string): boolean =>
  trolley.all.some(
    ({ code: other, answers, question }) =>
      nameOfCode(other) === nameOfCode(code) &&
      (answers.lookUp || (question?.kind === 'wrongBook' && question.pol === pol)),
  );

/**
 * The order line that the book before with this ISBN was found in, while that had more copies to come; otherwise `''`:
 * the next one may be of another order line.
 */
function orderOfIsbn(trolley: Trolley, book: Book, isbn: string): string {
  const before = trolley.all.findLast(
    ({ order, code, pol, state }) =>
      order < book.order && pol !== '' && state !== 'asks' && isbnOf(code) === isbn,
  );
  if (!before) return '';
  return before.copy === null || before.copy.nth < before.copy.of ? before.pol : '';
}
