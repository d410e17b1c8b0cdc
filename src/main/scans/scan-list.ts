import { randomUUID } from 'node:crypto';
import type { Room, ScanView } from '../../contract/scans.ts';
import { isOpen } from '../../shared/scan-state.ts';
import type { Clock, Journal, Log, ScanEntry, Standing } from '../ports.ts';

/** Everything about a scan that can change. */
export type ScanChange = Partial<
  Pick<ScanView, 'kind' | 'action' | 'state' | 'result' | 'title' | 'failure' | 'question'>
>;

type Mode = ScanEntry['mode'];

interface Ports {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Pick<Log, 'defect'>;
  readonly standing: Pick<Standing, 'library'>;
}

interface Kept {
  view: ScanView;
  /** Where it was scanned. */
  readonly library: string;
  readonly mode: Mode;
  readonly settled: PromiseWithResolvers<void>;
}

/**
 * The scans of one working session, in the order in which they came. A scan is in the journal before `add` returns,
 * and again when it is settled; what happens between is told by the command's own entry, which has the scan's id.
 */
export class ScanList {
  readonly #room: Room;
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #log: Ports['log'];
  readonly #library: () => string;
  readonly #tell: (scan: ScanView) => void;
  #session: string = randomUUID();
  #kept = new Map<string, Kept>();
  #open = 0;

  constructor(room: Room, { journal, clock, log, standing }: Ports, tell: (scan: ScanView) => void) {
    this.#room = room;
    this.#journal = journal;
    this.#clock = clock;
    this.#log = log;
    this.#library = () => standing.library()?.id ?? '';
    this.#tell = tell;
  }

  /** How many are not settled. */
  get open(): number {
    return this.#open;
  }

  views(): readonly ScanView[] {
    return Array.from(this.#kept.values(), ({ view }) => view);
  }

  get(id: string): ScanView | null {
    return this.#kept.get(id)?.view ?? null;
  }

  isOpen(id: string): boolean {
    const view = this.get(id);
    return view !== null && isOpen(view);
  }

  /** Resolves once the scan is settled. */
  settled(id: string): Promise<void> {
    return this.#kept.get(id)?.settled.promise ?? Promise.resolve();
  }

  /** Resolves once every scan before this one is settled; at once where this one is, or is gone. */
  async settledBefore(id: string): Promise<void> {
    const own = this.#kept.get(id);
    if (!own) return;
    const before = (): Kept[] =>
      [...this.#kept.values()].filter(({ view }) => isOpen(view) && view.order < own.view.order);
    for (let open = before(); open.length > 0 && isOpen(own.view); open = before()) {
      const settled = Promise.all(open.map((kept) => kept.settled.promise));
      await Promise.race([own.settled.promise, settled]);
    }
  }

  add(
    scan: Pick<ScanView, 'id' | 'text' | 'kind' | 'action' | 'state' | 'failure'> &
      Partial<Pick<ScanView, 'result'>>,
    mode: Mode,
  ): ScanView {
    const order = this.#kept.size + 1;
    const at = this.#clock.now().toISOString();
    return this.#keep(
      { result: null, ...scan, order, at, title: '', question: null, recovered: false },
      mode,
    );
  }

  /** Takes over a scan of an earlier run, at the end of the list. */
  adopt(view: ScanView, { library, mode }: Pick<ScanEntry, 'library' | 'mode'>): ScanView {
    return this.#keep({ ...view, order: this.#kept.size + 1, recovered: true }, mode, library);
  }

  /** Notes what became of a scan, and tells it. Nothing happens where the scan is not of this session any more. */
  change(id: string, change: ScanChange): void {
    const kept = this.#kept.get(id);
    if (!kept) return;
    const { view: before } = kept;
    const wasOpen = isOpen(before);
    kept.view = { ...before, ...change };
    const over = !isOpen(kept.view);
    // What came of the command stands in its own entry; what the scan asks for, in the scan only.
    if (over || kept.view.action !== before.action) this.#written(() => this.#save(kept));
    if (over && wasOpen) this.#open -= 1;
    if (over) kept.settled.resolve();
    this.#tell(kept.view);
  }

  /** The session is over: its scans are history. What was scanned for the next one begins that. */
  end(forNext: readonly string[] = []): void {
    const ended = this.#session;
    const kept = this.#kept;
    this.#session = randomUUID();
    this.#kept = new Map();
    this.#open = 0;
    for (const id of forNext) {
      const one = kept.get(id);
      if (!one) continue;
      one.view = { ...one.view, order: this.#kept.size + 1 };
      this.#written(() => this.#save(one));
      this.#kept.set(id, one);
      if (isOpen(one.view)) this.#open += 1;
    }
    // Should it not be written, the next run shows them once more.
    this.#written(() => this.#journal.endSession(ended));
  }

  #keep(view: ScanView, mode: Mode, library = this.#library()): ScanView {
    const kept: Kept = { view, library, mode, settled: Promise.withResolvers() };
    // One of an earlier run is on the disk already; a new one is taken only once it is.
    if (view.recovered) this.#written(() => this.#save(kept));
    else this.#save(kept);
    this.#kept.set(view.id, kept);
    if (isOpen(view)) this.#open += 1;
    else kept.settled.resolve();
    this.#tell(view);
    return view;
  }

  /** A journal that cannot be written now must not hold up the scans behind, nor end the program. */
  #written(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#log.defect(error);
    }
  }

  #save({ view, library, mode }: Kept): void {
    this.#journal.saveScan({ session: this.#session, library, room: this.#room, view, mode });
  }
}
