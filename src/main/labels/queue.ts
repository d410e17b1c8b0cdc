import { randomUUID } from 'node:crypto';
import type { Parsed } from '../../contract/index.ts';
import type {
  AddedLabels,
  LabelQueueView,
  LabelProblem,
  LabelSettings,
  PrintedLabels,
  WaitingLabels,
} from '../../contract/labels.ts';
import { placesOn } from '../../shared/label-stock.ts';
import { Emitter } from '../emitter.ts';
import { failureOf, invalid } from '../failure.ts';
import type { Clock, Log, Printer, PrintPlace } from '../ports.ts';
import type { Journal } from '../journal/port.ts';
import type { Html } from '../slips/markup.ts';
import { saveSlip } from '../slips/save.ts';
import type { Station } from '../station/station.ts';
import { labelPage, labelMarkup, type Label, type LabelLook, sheetsMarkup } from './page.ts';
import { readBook } from './read.ts';
import { fullBooks, layOut } from './sheets.ts';
import { type LabelledBook, type WaitingBook, WaitingBooks } from './waiting.ts';

export interface LabelPorts {
  readonly station: Pick<
    Station,
    'view' | 'watch' | 'service' | 'library' | 'slips' | 'labels' | 'changeLabels'
  >;
  readonly journal: Pick<Journal, 'openSteps' | 'saveStep' | 'updateStep'>;
  readonly printer: Pick<Printer, 'print' | 'pdf'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'defect'>;
}

/** The labels of a book as they can be printed, and what cannot be. */
interface MadeLabels {
  readonly made: readonly Html[];
  readonly problems: readonly LabelProblem[];
}

/**
 * The labels of this station: books wait until their sheet is full or until a person has them printed. One sheet is in
 * the printer, whatever window the books come from.
 */
export class LabelQueue {
  /** Tells that what waits has changed. */
  readonly changes = new Emitter<null>();
  readonly #ports: LabelPorts;
  readonly #waiting: WaitingBooks;
  /** What was printed last in this run of the program, and the library whose books these are. */
  #printed: { readonly library: string; readonly books: readonly LabelledBook[] } | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(ports: LabelPorts) {
    this.#ports = ports;
    this.#waiting = new WaitingBooks(ports.journal, ports.clock);
    // Another library has other books, and another stock other sheets.
    ports.station.watch(({ type }) => {
      if (type === 'station') this.#changed();
    });
  }

  view(): LabelQueueView {
    const { station } = this.#ports;
    const waiting = this.#books().map((one) => this.#viewOf(one));
    const { stock, next } = station.labels;
    const places = placesOn(stock);
    const count = waiting.reduce((sum, one) => sum + one.count, 0);
    return { waiting, places, used: Math.min(next, places) - 1 + count, again: this.#again() !== null };
  }

  /**
   * Reads the item and has its labels wait. Throws an invalid `item` (`noIds`) where neither its ids nor its barcode
   * are known. A sheet that is full then is printed; if that fails, the labels wait on.
   */
  async add(item: Parsed<'labels.add'>, signal: AbortSignal): Promise<AddedLabels> {
    const { station, log } = this.#ports;
    const service = await station.service();
    const book = await readBook(service, item, { signal });
    const { id, already } = this.#waiting.add(service.library.id, book, randomUUID());
    const labels = this.#viewOf({ id, book });
    this.#changed();
    if (!station.labels.whenFull) return { already, labels, printed: null, failure: null };
    try {
      const printed = await this.#inTurn(() => this.#print(this.#onFullSheets()));
      return {
        already,
        labels,
        printed: printed.count > 0 || printed.stopped ? printed : null,
        failure: null,
      };
    } catch (error) {
      return { already, labels, printed: null, failure: failureOf(error, log) };
    }
  }

  /** A person takes a book off the list. */
  remove(id: string): void {
    if (!this.#books().some((one) => one.id === id)) throw invalid('id', 'gone');
    this.#waiting.remove(id);
    this.#changed();
  }

  /** Prints all that waits. */
  print(): Promise<PrintedLabels> {
    return this.#inTurn(() => this.#print(this.#printable()));
  }

  /** Prints once more what was printed last. Throws `gone` where that was nothing, or for another library. */
  again(): Promise<PrintedLabels> {
    if (this.#again() === null) throw invalid('labels', 'gone');
    return this.#inTurn(async () => {
      // While it waited, the station may have been connected to another library.
      const books = this.#again();
      if (books === null) throw invalid('labels', 'gone');
      const { printed, keepPlace } = await this.#put(books);
      if (!printed.stopped) keepPlace();
      return printed;
    });
  }

  /** Tells those who watch. A journal that cannot be read now must not stop what has changed. */
  #changed(): void {
    try {
      this.changes.emit(null);
    } catch (error) {
      this.#ports.log.defect(error);
    }
  }

  #books(): readonly WaitingBook[] {
    return this.#waiting.of(this.#ports.station.library()?.id ?? null);
  }

  /** What can be printed again: books of the library that is connected. */
  #again(): readonly LabelledBook[] | null {
    const library = this.#ports.station.library()?.id;
    return library !== undefined && this.#printed?.library === library ? this.#printed.books : null;
  }

  #printable(): readonly WaitingBook[] {
    return this.#books().filter(({ book }) => this.#make(book).made.length > 0);
  }

  #onFullSheets(): readonly WaitingBook[] {
    const { stock, next } = this.#ports.station.labels;
    const books = this.#printable();
    const counts = books.map(({ book }) => this.#make(book).made.length);
    return books.slice(0, fullBooks(counts, placesOn(stock), next));
  }

  /** Prints these. What could not be printed waits on, and so does all where the person closed the print dialog. */
  async #print(books: readonly WaitingBook[]): Promise<PrintedLabels> {
    const library = this.#ports.station.library()?.id;
    if (books.length === 0 || library === undefined) return { file: null, count: 0, sheets: 0 };
    const { printed, keepPlace } = await this.#put(books.map(({ book }) => book));
    if (printed.stopped) return printed;
    this.#printed = { library, books: books.map(({ book }) => book) };
    for (const { id } of books) this.#removePrinted(id);
    try {
      keepPlace();
    } finally {
      this.#changed();
    }
    return printed;
  }

  /** Where the journal cannot be written now, printed labels stay on the list, and a person sees them there. */
  #removePrinted(id: string): void {
    try {
      this.#waiting.remove(id);
    } catch (error) {
      this.#ports.log.defect(error);
    }
  }

  /** Puts the labels of books on paper or into a file. `keepPlace` notes where the next print begins. */
  async #put(
    books: readonly LabelledBook[],
  ): Promise<{ readonly printed: PrintedLabels; readonly keepPlace: () => void }> {
    const { station, printer, clock } = this.#ports;
    const settings = station.labels;
    const { stock, to } = settings;
    const groups = books.map((book) => this.#make(book).made);
    const { sheets, next } = layOut(groups, placesOn(stock), settings.next);
    const page = labelPage(sheetsMarkup({ sheets }), settings);
    const counts = { count: groups.flat().length, sheets: sheets.length };
    const keepPlace = (): void => {
      // Another stock was chosen meanwhile: it begins with a new sheet.
      if (station.labels.stock === stock) station.changeLabels({ ...station.labels, next });
    };
    if (to === 'pdf') {
      const make = () => printer.pdf(page, stock.page);
      const file = await saveSlip({ folder: station.slips.folder, kind: 'labels', at: clock.now() }, make);
      return { printed: { file, ...counts }, keepPlace };
    }
    const isDone = await printer.print(page, placeOf(settings));
    if (!isDone) return { printed: { file: null, stopped: true, count: 0, sheets: 0 }, keepPlace };
    return { printed: { file: null, ...counts }, keepPlace };
  }

  /** One print after the other: the second begins where the first has ended. */
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#last.then(act);
    this.#last = done.catch(() => undefined);
    return done;
  }

  #make(book: LabelledBook): MadeLabels {
    return makeLabels(book, this.#ports.station.labels, this.#ports.station.view().mode === 'practice');
  }

  #viewOf({ id, book }: WaitingBook): WaitingLabels {
    const { made, problems } = this.#make(book);
    const { title, barcode, callNumber } = book;
    return { id, title, barcode, callNumber, count: made.length, problems };
  }
}

/** Where labels are printed. */
export const placeOf = ({ printer, stock }: LabelSettings): PrintPlace => ({
  ...{ printer, roll: null, sheet: stock.page },
});

/** The labels that a book gets by these settings. */
export function makeLabels(
  { callNumber, barcode, library }: Omit<LabelledBook, 'pid' | 'title'>,
  { what, stock }: LabelSettings,
  practice: boolean,
): MadeLabels {
  const look: LabelLook = { stock, practice };
  const made: Html[] = [];
  const problems: LabelProblem[] = [];
  const make = (label: Label, text: string, missing: LabelProblem, tooLong: LabelProblem): void => {
    const markup = text === '' ? null : labelMarkup(label, look);
    if (markup) made.push(markup);
    else problems.push(text === '' ? missing : tooLong);
  };
  if (what !== 'barcode')
    make({ kind: 'spine', callNumber }, callNumber, 'noCallNumber', 'callNumberTooLong');
  if (what !== 'spine') make({ kind: 'barcode', barcode, library }, barcode, 'noBarcode', 'barcodeTooLong');
  return { made, problems };
}
