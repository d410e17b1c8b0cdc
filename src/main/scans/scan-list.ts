import { randomUUID } from 'node:crypto';
import type { Room } from '../../contract/scans.ts';
import { isOpen } from '../../shared/scan-state.ts';
import type { Clock, Log, Connection } from '../ports.ts';
import type { Journal, Scan, ScanEntry } from '../journal/port.ts';
import type { NewScan, ScanChange } from './scan.ts';

type Mode = ScanEntry['mode'];

interface ScanListPorts {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Pick<Log, 'defect'>;
  readonly connection: Pick<Connection, 'library'>;
}

interface ListedScan {
  scan: Scan;
  /** The id of the library where it was scanned. */
  readonly library: string;
  readonly mode: Mode;
  readonly settled: PromiseWithResolvers<void>;
}

/**
 * The scans of one session, in order. A scan is in the journal before `add` returns, and is written again when it is
 * settled. What happens in between is in the entry of its command, which has the same id.
 */
export class ScanList {
  readonly #room: Room;
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #log: ScanListPorts['log'];
  readonly #library: () => string;
  readonly #onChange: (scan: Scan) => void;
  #session: string = randomUUID();
  #listed = new Map<string, ListedScan>();
  #open = 0;

  /** `onChange` is called with each scan that is added or changes. */
  constructor(
    room: Room,
    { journal, clock, log, connection }: ScanListPorts,
    onChange: (scan: Scan) => void,
  ) {
    this.#room = room;
    this.#journal = journal;
    this.#clock = clock;
    this.#log = log;
    this.#library = () => connection.library()?.id ?? '';
    this.#onChange = onChange;
  }

  /** How many scans are not settled. */
  get open(): number {
    return this.#open;
  }

  all(): readonly Scan[] {
    return Array.from(this.#listed.values(), ({ scan }) => scan);
  }

  get(id: string): Scan | null {
    return this.#listed.get(id)?.scan ?? null;
  }

  /** The id of the library where it was scanned; `''` where that was not known. */
  libraryOf(id: string): string {
    return this.#listed.get(id)?.library ?? '';
  }

  isOpen(id: string): boolean {
    const scan = this.get(id);
    return scan !== null && isOpen(scan);
  }

  /** Resolves once the scan is settled. */
  whenSettled(id: string): Promise<void> {
    return this.#listed.get(id)?.settled.promise ?? Promise.resolve();
  }

  /** Resolves when every scan before this one is settled, or when this one is settled or no longer in the list. */
  async whenAllBeforeSettled(id: string): Promise<void> {
    const own = this.#listed.get(id);
    if (!own) return;
    const before = (): ListedScan[] =>
      [...this.#listed.values()].filter(({ scan }) => isOpen(scan) && scan.order < own.scan.order);
    for (let open = before(); open.length > 0 && isOpen(own.scan); open = before()) {
      const settled = Promise.all(open.map((one) => one.settled.promise));
      await Promise.race([own.settled.promise, settled]);
    }
  }

  add(scan: NewScan, mode: Mode): Scan {
    const order = this.#listed.size + 1;
    const at = this.#clock.now().toISOString();
    const rest = { order, at, title: '', question: null, recovered: false };
    return this.#list({ code: scan.text, by: 'barcode', result: null, ...scan, ...rest }, mode);
  }

  /** Adds a scan of an earlier run at the end of the list. */
  adopt(scan: Scan, { library, mode }: Pick<ScanEntry, 'library' | 'mode'>): Scan {
    return this.#list({ ...scan, order: this.#listed.size + 1, recovered: true }, mode, library);
  }

  /** Changes a scan. Does nothing if the scan is no longer in this session. */
  change(id: string, change: ScanChange): void {
    const listed = this.#listed.get(id);
    if (!listed) return;
    const { scan: before } = listed;
    const wasOpen = isOpen(before);
    listed.scan = { ...before, ...change };
    const isOver = !isOpen(listed.scan);
    // The command's own entry has its outcome too, but only the scan's row has its action.
    if (isOver || listed.scan.action !== before.action) this.#write(() => this.#save(listed));
    if (isOver && wasOpen) this.#open -= 1;
    if (isOver) listed.settled.resolve();
    this.#onChange(listed.scan);
  }

  /** Ends the session: its scans are history. The scans with the ids `idsForNext` are the first of the next session. */
  end(idsForNext: readonly string[] = []): void {
    const ended = this.#session;
    const before = this.#listed;
    this.#session = randomUUID();
    this.#listed = new Map();
    this.#open = 0;
    for (const id of idsForNext) {
      const one = before.get(id);
      if (!one) continue;
      one.scan = { ...one.scan, order: this.#listed.size + 1 };
      this.#write(() => this.#save(one));
      this.#listed.set(id, one);
      if (isOpen(one.scan)) this.#open += 1;
    }
    // If this cannot be written, the next run shows these scans again.
    this.#write(() => this.#journal.endSession(ended));
  }

  #list(scan: Scan, mode: Mode, library = this.#library()): Scan {
    const listed: ListedScan = { scan, library, mode, settled: Promise.withResolvers() };
    // A scan of an earlier run is on the disk already. A new one is accepted only after it was written.
    if (scan.recovered) this.#write(() => this.#save(listed));
    else this.#save(listed);
    this.#listed.set(scan.id, listed);
    if (isOpen(scan)) this.#open += 1;
    else listed.settled.resolve();
    this.#onChange(scan);
    return scan;
  }

  /** Writes to the journal. If that fails, the following scans and the program continue. */
  #write(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#log.defect(error);
    }
  }

  #save({ scan, library, mode }: ListedScan): void {
    this.#journal.saveScan({ session: this.#session, library, room: this.#room, scan, mode });
  }
}
