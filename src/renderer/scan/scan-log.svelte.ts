import type { Failure } from '../../contract/failure.ts';
import type { ScanView } from '../../contract/scans.ts';
import { instant } from '../ui/format.ts';
import { slowAfter } from '../ui/slow-after.ts';
import { isOpen, isSettled } from '../../shared/scan-state.ts';
import { longestCode } from '../../shared/scanned-text.ts';

/** Nothing has come of it yet. What a command barcode asks for is begun as soon as main says so. */
const isOnItsWay = ({ state, kind }: ScanView): boolean =>
  kind !== 'command' && state !== 'held' && isOpen({ state });

/** One scan on screen. Only what changes about it is drawn anew. */
export class ScanRow {
  readonly id: string;
  view: ScanView;
  /** How it stands by now, where that is said only once it is slow. */
  delayedView: ScanView | null = null;
  /** When it came, as `performance.now()`. */
  readonly receivedAt = performance.now();
  /** Main has taken it: until then the row is only this window's. */
  confirmed = false;

  constructor(view: ScanView) {
    this.id = view.id;
    this.view = $state.raw(view);
  }
}

/**
 * The window's view of main's queue for one room: a row stands at once when a scan comes in, and main's reports then
 * change it by its id. Newest first, so that the newest is always in the same place.
 */
export class ScanLog {
  rows = $state.raw<readonly ScanRow[]>([]);
  /** The one that was settled last, how many were before it (changes with each, even for the same title), and when. */
  latest = $state.raw<{ readonly count: number; readonly scan: ScanView; readonly when: number } | null>(
    null,
  );
  // Counted with each change: a session of five hundred scans is not gone through again for one of them.
  /** Scans that are not settled yet. */
  open = 0;
  /** As many of them as are waited for: none while what comes is answered at once. */
  waitingCount = $state(0);
  #waiting: ReturnType<typeof setTimeout> | undefined;
  /** Scans of an earlier run. */
  recovered = $state(0);
  lent = $state(0);
  returned = $state(0);
  /** How many were lent to whom, by the patron's id. */
  lentTo = $state.raw<Readonly<Record<string, number>>>({});
  /** The newest scan that returned something. */
  lastReturn = $state.raw<ScanView | null>(null);
  /** The newest scan that asks something. */
  question = $state.raw<ScanView | null>(null);
  // An index beside the rows, which nothing on screen reads.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #byId = new Map<string, ScanRow>();
  readonly #onSettled: (scan: ScanView) => void;
  readonly #onNamed: (scan: ScanView) => void;
  readonly #onCommand: (scan: ScanView) => void;

  /**
   * @param onSettled called once for each scan that is settled while the window watches
   * @param onTitleFound called where the title of one that was refused is found out afterwards
   * @param onCommand called where main has a command barcode done by the window
   */
  constructor(
    onSettled: (scan: ScanView) => void,
    onTitleFound: (scan: ScanView) => void,
    onCommand: (scan: ScanView) => void,
  ) {
    this.#onSettled = onSettled;
    this.#onNamed = onTitleFound;
    this.#onCommand = onCommand;
  }

  /** A scan came in: its row stands before main has heard of it. */
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

  /** Main answered the submission. A report may have overtaken the answer, and then stands. */
  confirm(scan: ScanView): void {
    const row = this.#byId.get(scan.id);
    if (row && !row.confirmed) this.apply(scan);
  }

  /** Main could not take it: it stays on screen with the reason. */
  fail(id: string, failure: Failure): void {
    const row = this.#byId.get(id);
    if (row && !row.confirmed) this.apply({ ...row.view, state: 'refused', failure });
  }

  /** Main reports a scan as it now stands. */
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
    if (before && isSettled(before)) {
      if (before.title === scan.title) return;
      this.#onNamed(scan);
      if (this.latest?.scan.id === scan.id) this.latest = { ...this.latest, scan };
      return;
    }
    this.latest = { count: (this.latest?.count ?? 0) + 1, scan, when: performance.now() };
    this.#onSettled(scan);
  }

  /** The whole session as main has it. Rows main has not heard of yet stay. */
  reset(scans: readonly ScanView[]): void {
    const local = this.rows.filter((row) => !row.confirmed && !scans.some((scan) => scan.id === row.view.id));
    const rows = scans.map((scan) => {
      const row = this.#byId.get(scan.id) ?? new ScanRow(scan);
      row.view = scan;
      row.delayedView = null;
      row.confirmed = true;
      return row;
    });
    this.rows = [...local, ...rows.sort((a, b) => b.view.order - a.view.order)];
    this.#byId.clear();
    this.open = this.recovered = this.lent = this.returned = 0;
    this.lastReturn = null;
    this.lentTo = {};
    this.question = null;
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
   * Most scans are answered before: that they were sent would take as long to draw as what comes of them, and be gone
   * before anybody has looked.
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
    row.delayedView = null;
    this.#count(scan, 1);
    this.#wait();
    if (this.question?.id === scan.id && !scan.question) this.question = null;
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
    if (result?.kind === 'lent') this.#countLent(result.userId, by);
    if (by === 1 && scan.question && scan.order >= (this.question?.order ?? 0)) this.question = scan;
    if (result?.kind === 'undone') this.#countLent(result.userId, by === 1 ? -1 : 1);
    if (result?.kind !== 'returned') return;
    this.returned += by;
    if (by === 1 && scan.order >= (this.lastReturn?.order ?? 0)) this.lastReturn = scan;
  }

  #countLent(userId: string, by: 1 | -1): void {
    this.lent += by;
    this.lentTo = { ...this.lentTo, [userId]: (this.lentTo[userId] ?? 0) + by };
  }
}
