import type { Failure } from '../../contract/failure.ts';
import type { ScanView } from '../../contract/scans.ts';
import { instant } from '../ui/format.ts';
import { slowAfter } from '../ui/slow-after.ts';
import { isOpen, isSettled } from '../../shared/scan-state.ts';
import { longestCode } from '../../shared/scanned-text.ts';

/** Whether the scan has no outcome yet. Command barcodes are excluded: their action starts as soon as main reports them. */
const isOnItsWay = ({ state, kind }: ScanView): boolean =>
  kind !== 'command' && state !== 'held' && isOpen({ state });

/** Of which visit a scan is: of the patron at the desk, or of one before in the same session. */
export type Visit = 'present' | 'earlier';

/** One scan on screen. */
export class ScanRow {
  readonly id: string;
  view: ScanView;
  /** The newest state, if it is shown only once the scan is slow. */
  delayedView: ScanView | null = null;
  /** As `performance.now()`. */
  readonly receivedAt = performance.now();
  /** Main has the scan; until then only this window knows it. */
  confirmed = false;
  /** Its place in the session. */
  order: number;
  readonly at: string;
  /** A scan of an earlier visit that failed after that visit was over. */
  isLate = false;

  constructor(view: ScanView) {
    this.id = view.id;
    this.order = view.order;
    this.at = view.at;
    this.view = $state.raw(view);
  }
}

/**
 * The window's view of main's queue for one room: a scan has its row at once, and main's reports then change the row by
 * its id. Newest first, so that the newest is always in the same place.
 */
export class ScanLog {
  rows = $state.raw<readonly ScanRow[]>([]);
  /** The scan that was settled last. `count` changes with each, even if the title is the same. */
  latest = $state.raw<{ readonly count: number; readonly scan: ScanView } | null>(null);
  /** The order of the first scan of the present visit. */
  visitFrom = $state(1);
  /** The rows of the present visit, newest first, and below them what failed late of an earlier one. */
  readonly visitRows = $derived(
    this.visitFrom === 1 ? this.rows : this.rows.filter((row) => row.order >= this.visitFrom || row.isLate),
  );
  /** The rows of earlier visits of this session, newest first. */
  readonly earlierRows = $derived(
    this.visitFrom === 1 ? [] : this.rows.filter((row) => row.order < this.visitFrom && !row.isLate),
  );
  // All counts are updated with each change, so that a session of five hundred scans is not counted again each time.
  /** How many scans are not settled yet. */
  open = 0;
  /** The same, but 0 while all scans are answered before they are slow. */
  waitingCount = $state(0);
  #waiting: ReturnType<typeof setTimeout> | undefined;
  /** How many scans are from an earlier run of the program. */
  recovered = $state(0);
  /** How many items were lent and returned in this visit. */
  lent = $state(0);
  returned = $state(0);
  /** How many items were lent to each patron, by the patron's id. */
  lentTo = $state.raw<Readonly<Record<string, number>>>({});
  /** The newest scan that returned an item. */
  lastReturn = $state.raw<ScanView | null>(null);
  /** The scans that ask something, oldest first. */
  questions = $state.raw<readonly ScanView[]>([]);
  // An index of the rows; nothing on screen depends on it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #byId = new Map<string, ScanRow>();
  readonly #onSettled: (scan: ScanView, visit: Visit) => void;
  readonly #onTitleFound: (scan: ScanView, visit: Visit) => void;
  readonly #onCommand: (scan: ScanView) => void;

  /**
   * @param onSettled called once for each scan that is settled while the window watches, with the visit that it is of
   * @param onTitleFound called when the title of a refused scan was found afterwards
   * @param onCommand called when main asks the window to run a command barcode
   */
  constructor(
    onSettled: (scan: ScanView, visit: Visit) => void,
    onTitleFound: (scan: ScanView, visit: Visit) => void,
    onCommand: (scan: ScanView) => void,
  ) {
    this.#onSettled = onSettled;
    this.#onTitleFound = onTitleFound;
    this.#onCommand = onCommand;
  }

  /** Adds the row of a scan that main does not know yet. */
  add(scan: Pick<ScanView, 'id' | 'text' | 'kind' | 'action'>): void {
    this.#put({
      ...scan,
      text: scan.text.slice(0, longestCode),
      order: (this.rows[0]?.view.order ?? 0) + 1,
      at: instant(),
      state: 'received',
      result: null,
      title: '',
      failure: null,
      question: null,
      recovered: false,
    });
  }

  /** Main has answered the submission. If a report came before the answer, the report counts. */
  confirm(scan: ScanView): void {
    const row = this.#byId.get(scan.id);
    if (row && !row.confirmed) this.apply(scan);
  }

  /** Main could not accept the scan: its row stays, with the reason. */
  fail(id: string, failure: Failure): void {
    const row = this.#byId.get(id);
    if (row && !row.confirmed) this.apply({ ...row.view, state: 'refused', failure });
  }

  /** Main reports the new state of a scan. */
  apply(scan: ScanView): void {
    const row = this.#byId.get(scan.id);
    const before = row?.view;
    if (row) {
      if (isOnItsWay(scan)) this.#changeOnceSlow(row, scan);
      else this.#change(row, scan);
      row.confirmed = true;
    } else {
      this.#put(scan).confirmed = true;
    }
    if (scan.kind === 'command' && scan.state === 'sent' && before?.state !== 'sent') this.#onCommand(scan);
    if (!isSettled(scan)) return;
    const isFoundOut = before?.state === 'unclear' && scan.state !== 'unclear';
    if (before && isSettled(before) && !isFoundOut) {
      this.#onTitleFound(scan, scan.order < this.visitFrom ? 'earlier' : 'present');
      if (this.latest?.scan.id === scan.id) this.latest = { ...this.latest, scan };
      return;
    }
    this.latest = { count: (this.latest?.count ?? 0) + 1, scan };
    this.#onSettled(scan, this.#visitOf(scan));
  }

  /** Another visit begins with this scan: it is counted from nought. */
  beginVisit(from: number): void {
    if (from === this.visitFrom) return;
    this.visitFrom = from;
    this.lent = this.returned = 0;
    for (const { view } of this.rows) this.#countVisit(view, 1);
  }

  /** Shows the whole session as main has it. Rows that main does not know yet stay. */
  reset(scans: readonly ScanView[], visitFrom = 1): void {
    const local = this.rows.filter((row) => !row.confirmed && !scans.some((scan) => scan.id === row.view.id));
    const rows = scans.map((scan) => {
      const row = this.#byId.get(scan.id) ?? new ScanRow(scan);
      row.view = scan;
      row.order = scan.order;
      row.isLate = false;
      row.delayedView = null;
      row.confirmed = true;
      return row;
    });
    this.visitFrom = visitFrom;
    this.rows = [...local, ...rows.sort((a, b) => b.order - a.order)];
    this.#byId.clear();
    this.open = this.recovered = this.lent = this.returned = 0;
    this.lastReturn = null;
    this.lentTo = {};
    this.questions = [];
    for (const row of this.rows) {
      this.#byId.set(row.id, row);
      this.#count(row.view, 1);
    }
    this.#wait();
    if (scans.length === 0) this.latest = null;
  }

  #put(scan: ScanView): ScanRow {
    const row = new ScanRow(scan);
    this.#byId.set(scan.id, row);
    this.rows = [row, ...this.rows];
    this.#count(scan, 1);
    this.#wait();
    return row;
  }

  /**
   * Changes the row only if the scan is still on its way when it is slow. Most scans are answered before that, and drawing
   * this state would take as long as drawing the outcome.
   */
  #changeOnceSlow(row: ScanRow, scan: ScanView): void {
    const change = (): void => {
      if (row.delayedView === scan) this.#change(row, scan);
    };
    row.delayedView = scan;
    const rest = row.receivedAt + slowAfter - performance.now();
    if (rest > 0) setTimeout(change, rest);
    else change();
  }

  #change(row: ScanRow, scan: ScanView): void {
    this.#count(row.view, -1);
    row.view = scan;
    row.order = scan.order;
    row.delayedView = null;
    this.#count(scan, 1);
    this.#wait();
  }

  /** Says which visit a settled scan is of. Of an earlier one, what failed joins the rows of the present one. */
  #visitOf(scan: ScanView): Visit {
    if (scan.order >= this.visitFrom) return 'present';
    const row = this.#byId.get(scan.id);
    if (row && scan.state !== 'done') {
      row.isLate = true;
      this.rows = [...this.rows];
    }
    return 'earlier';
  }

  #wait(): void {
    if (this.open > 0 && this.waitingCount === 0) {
      this.#waiting ??= setTimeout(() => (this.waitingCount = this.open), slowAfter);
      return;
    }
    this.waitingCount = this.open;
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
  }

  #count(scan: ScanView, by: 1 | -1): void {
    const { result } = scan;
    if (!isSettled(scan)) this.open += by;
    if (scan.recovered) this.recovered += by;
    this.#countVisit(scan, by);
    if (result?.kind === 'lent') this.#countLent(result.userId, by);
    if (by === 1) this.#noteQuestion(scan);
    if (result?.kind === 'undone') this.#countLent(result.userId, by === 1 ? -1 : 1);
    if (result?.kind !== 'returned') return;
    if (by === 1 && scan.order >= (this.lastReturn?.order ?? 0)) this.lastReturn = scan;
  }

  #noteQuestion(scan: ScanView): void {
    const others = this.questions.filter(({ id }) => id !== scan.id);
    if (scan.question) this.questions = [...others, scan];
    else if (others.length < this.questions.length) this.questions = others;
  }

  #countVisit({ order, result }: ScanView, by: 1 | -1): void {
    if (order < this.visitFrom) return;
    if (result?.kind === 'lent') this.lent += by;
    if (result?.kind === 'undone') this.lent -= by;
    if (result?.kind === 'returned') this.returned += by;
  }

  #countLent(userId: string, by: 1 | -1): void {
    this.lentTo = { ...this.lentTo, [userId]: (this.lentTo[userId] ?? 0) + by };
  }
}
