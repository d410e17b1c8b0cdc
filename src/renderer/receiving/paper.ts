import type { Input } from '../../contract/index.ts';
import type { Slip } from '../../contract/slips.ts';
import type { TrolleyBook } from '../../contract/trolley.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { Labels } from '../labels/labels.svelte.ts';
import { Slips } from '../slips/slips.svelte.ts';
import { printedFor, type ItemAtHand } from './printed-for.ts';
import type { Receipt, Subject } from './receipt.svelte.ts';
import type { ReceivingSession } from './session.svelte.ts';
import { routeOfBook, routeOfItem, slipOfBook, workOrderOfBook, workOrderOfItem } from './slips-of.ts';
import { itemSubject } from './subjects.ts';

/** What was done with the item in the hand, or what the room would do with it. */
function subjectOf({ settings }: ReceivingSession, { order, item, receipt }: ItemAtHand): Subject {
  if (receipt && receipt.about.act !== 'barcode') return receipt.about;
  return itemSubject(settings, 'receive', order, item);
}

function labelledItem({ order, item }: ItemAtHand): Input<'labels.add'> {
  const { pid, barcode, holdingId } = item;
  return { mmsId: order.mmsId, holdingId, pid, barcode, title: order.title };
}

const labelledBook = ({ mmsId, holdingId, pid, barcode, title }: TrolleyBook): Input<'labels.add'> => ({
  ...{ mmsId, holdingId, pid, barcode, title },
});

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
    const { receiving } = this.#shell;
    if (!receiving || state !== 'done') return;
    if (about.act === 'receive') this.slips.printAutomatic(routeOfItem(receiving, about));
    else if (about.act === 'keep' || about.act === 'finish')
      this.slips.printAutomatic(workOrderOfItem(receiving, about));
  }

  /** The same of a book of the trolley. */
  onBook(book: TrolleyBook): void {
    const { receiving } = this.#shell;
    const slip = receiving && slipOfBook(receiving.settings, book);
    if (slip) this.slips.printAutomatic(slip);
  }

  /** Why nothing can be printed for what is in the hand; null where it can. */
  get whyNot(): string | null {
    const { receiving } = this.#shell;
    const printed = receiving && printedFor(receiving);
    return printed?.kind === 'nothing' ? printed.why : null;
  }

  /** The slip that the item in the hand goes on with: of its work order where it is kept, else of its route. */
  slipAtHand(): Slip | null {
    return this.#slipOf(
      ({ settings }, book) => slipOfBook(settings, book),
      (room, atHand) => {
        const { receipt } = atHand;
        const isKept =
          receipt?.state === 'done' && (receipt.about.act === 'keep' || receipt.about.act === 'finish');
        return (isKept ? workOrderOfItem : routeOfItem)(room, subjectOf(room, atHand));
      },
    );
  }

  routeSlip(): Slip | null {
    return this.#slipOf(
      ({ settings }, book) => routeOfBook(settings, book),
      (room, atHand) => routeOfItem(room, subjectOf(room, atHand)),
    );
  }

  workOrderSlip(): Slip | null {
    return this.#slipOf(
      ({ settings }, book) => workOrderOfBook(settings, book),
      (room, atHand) => workOrderOfItem(room, subjectOf(room, atHand)),
    );
  }

  /** The item whose labels are made; null where none is in the hand, or nothing leads to its record. */
  labelled(): Input<'labels.add'> | null {
    const { receiving } = this.#shell;
    const printed = receiving && printedFor(receiving);
    if (!printed || printed.kind === 'nothing') return null;
    const item = printed.kind === 'book' ? labelledBook(printed.book) : labelledItem(printed);
    return item.barcode === '' && (item.mmsId === '' || item.holdingId === '') ? null : item;
  }

  #slipOf(
    ofBook: (room: ReceivingSession, book: TrolleyBook) => Slip | null,
    ofItem: (room: ReceivingSession, atHand: ItemAtHand) => Slip,
  ): Slip | null {
    const { receiving } = this.#shell;
    const printed = receiving && printedFor(receiving);
    if (!printed || printed.kind === 'nothing') return null;
    return printed.kind === 'book' ? ofBook(receiving, printed.book) : ofItem(receiving, printed);
  }
}

const papers = new WeakMap<Shell, ReceivingPaper>();

/** What is printed in the receiving room of this window. */
export function paperOf(shell: Shell): ReceivingPaper {
  const paper = papers.get(shell) ?? new ReceivingPaper(shell);
  papers.set(shell, paper);
  return paper;
}
