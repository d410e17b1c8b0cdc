import type { Input } from '../../contract/index.ts';
import type { OrderItem, OrderView } from '../../contract/receiving.ts';
import type { Slip } from '../../contract/slips.ts';
import type { Alert, TrolleyBook } from '../../contract/trolley.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { Labels } from '../labels/labels.svelte.ts';
import { Slips } from '../slips/slips.svelte.ts';
import type { Receipt, Subject } from './receipt.svelte.ts';
import type { ReceivingSession } from './session.svelte.ts';

/** The item that is printed for: the one in the hand, and what was done with it last. */
interface ItemAtHand {
  readonly order: OrderView;
  readonly item: OrderItem;
  /** Null where nothing was done with it in this window. */
  readonly receipt: Receipt | null;
}

const isDone = ({ state, about: { act } }: Receipt): boolean =>
  (state === 'done' || state === 'unfinished') && act !== 'settle';

/**
 * The item in the hand: a received one that is chosen, else the one that was received last where nothing was scanned
 * since, else the chosen one. Receiving goes on to the next item while the book is still in the hand.
 */
export function itemAtHand({ orderLine, receipts, log }: ReceivingSession): ItemAtHand | null {
  const { view: order, item: chosen } = orderLine;
  if (!order || !chosen || chosen.pid === '') return null;
  const latest = receipts.latest?.receipt;
  // A command barcode is no book.
  const scanned = log.rows.find(({ view }) => view.kind !== 'command')?.view.at ?? '';
  const isNewest = latest !== undefined && isDone(latest) && scanned <= latest.at;
  const received = isNewest ? order.items.find(({ pid }) => pid === latest.about.pid) : undefined;
  const item = chosen.received === '' ? (received ?? chosen) : chosen;
  const receipt = receipts.list.find((one) => one.about.pid === item.pid && isDone(one)) ?? null;
  return { order, item, receipt };
}

/** What a slip says of an item; no patron is named. */
function itemOnSlip({ pol, pid, title, barcode }: Subject, order: OrderView | null): Item {
  const its = order?.pol === pol ? order : null;
  const item = its?.items.find((one) => one.pid === pid);
  return {
    ...{ title, pol, barcode: item?.barcode || barcode, received: item?.received ?? '' },
    rush: its?.rush ?? false,
    onHold: its?.interested.some(({ hold }) => hold) ?? false,
  };
}
type Item = Extract<Slip, { kind: 'route' }>['item'];

const isHold = (alert: Alert): boolean =>
  alert.kind === 'interested' && alert.patrons.some(({ hold }) => hold);

/** What is printed in the receiving room: its slips, which no desk prints, and the labels of its books. */
export class ReceivingPaper {
  readonly slips: Slips;
  readonly labels: Labels;
  readonly #shell: Shell;

  constructor(shell: Shell) {
    this.#shell = shell;
    const onResult = shell.results.reportNote.bind(shell.results);
    this.slips = new Slips({
      settings: () => shell.station.view?.slips ?? null,
      sessionSlip: () => this.slipAtHand(),
      onResult,
    });
    this.labels = new Labels(onResult);
    this.labels.start();
  }

  /** What came of a receipt: its slip is printed where the station prints this kind by itself. */
  onReceipt({ about, state }: Receipt): void {
    if (state !== 'done') return;
    if (about.act === 'receive') this.slips.printAutomatic(this.#routeSlip(about));
    else if (about.act === 'keep' || about.act === 'finish')
      this.slips.printAutomatic(this.#workOrderSlip(about));
  }

  /** The same of a book of the trolley. */
  onBook(book: TrolleyBook): void {
    const slip = this.#slipOfBook(book);
    if (slip) this.slips.printAutomatic(slip);
  }

  /** The slip that the item in the hand goes on with: of its work order where it is kept, else of its route. */
  slipAtHand(): Slip | null {
    const { receiving } = this.#shell;
    if (receiving && receiving.settings.mode !== 'look') {
      const newest = receiving.trolley.rows[0]?.view;
      return newest ? this.#slipOfBook(newest) : null;
    }
    const receipt = this.#atHand?.receipt;
    const isKept =
      receipt?.state === 'done' && (receipt.about.act === 'keep' || receipt.about.act === 'finish');
    return isKept ? this.workOrderSlip() : this.routeSlip();
  }

  routeSlip(): Slip | null {
    const about = this.#subject;
    return about && this.#routeSlip(about);
  }

  workOrderSlip(): Slip | null {
    const about = this.#subject;
    return about && this.#workOrderSlip(about);
  }

  /** The item whose labels are made; null where none is in the hand. */
  labelled(): Input<'labels.add'> | null {
    const atHand = this.#atHand;
    if (!atHand) return null;
    const { order, item } = atHand;
    const { pid, barcode, holdingId } = item;
    return { mmsId: order.mmsId, holdingId, pid, barcode, title: order.title };
  }

  get #atHand(): ItemAtHand | null {
    const { receiving } = this.#shell;
    return receiving && itemAtHand(receiving);
  }

  /** What was done with the item in the hand, or what the room would do with it. */
  get #subject(): Subject | null {
    const { receiving } = this.#shell;
    const atHand = this.#atHand;
    if (!receiving || !atHand) return null;
    const { order, item, receipt } = atHand;
    const { settings } = receiving;
    if (receipt && receipt.about.act !== 'barcode') return receipt.about;
    return {
      ...{ act: 'receive', pol: order.pol, pid: item.pid, title: order.title, barcode: item.barcode },
      department: settings.department?.label ?? '',
      status: settings.statusLabel(settings.status),
      holdFor: '',
    };
  }

  /** A kept book goes on with its work order, a received one by its route; any other with nothing. */
  #slipOfBook({ state, settings: how, title, pol, barcode, alerts }: TrolleyBook): Slip | null {
    const settings = this.#shell.receiving?.settings;
    if (!settings) return null;
    const item = {
      ...{ title, pol, barcode, received: how.date },
      rush: alerts.some(({ kind }) => kind === 'rush'),
      onHold: alerts.some((alert) => alert.kind === 'requested' || isHold(alert)),
    };
    const department = settings.departmentLabel(how.department);
    if (state === 'received' && how.mode === 'receive') return { kind: 'route', item, place: department };
    if (state !== 'kept') return null;
    const type = settings.workOrderLabel(how.workOrderType);
    return { kind: 'workOrder', item, department, type, status: settings.statusLabel(how.status) };
  }

  #routeSlip(about: Subject): Slip {
    return { kind: 'route', item: this.#itemOf(about), place: about.department };
  }

  #workOrderSlip(about: Subject): Slip {
    const settings = this.#shell.receiving?.settings;
    const type = settings?.workOrderLabel(settings.workOrder) ?? '';
    const { department, status } = about;
    return { kind: 'workOrder', item: this.#itemOf(about), department, type, status };
  }

  #itemOf(about: Subject): Item {
    return itemOnSlip(about, this.#shell.receiving?.orderLine.view ?? null);
  }
}

const papers = new WeakMap<Shell, ReceivingPaper>();

/** What is printed in the receiving room of this window. */
export function paperOf(shell: Shell): ReceivingPaper {
  const paper = papers.get(shell) ?? new ReceivingPaper(shell);
  papers.set(shell, paper);
  return paper;
}
