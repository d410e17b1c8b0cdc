import { isOpen } from '../../shared/scan-state.ts';
import type { Day } from '../forms/fields.ts';
import type { Scan } from '../journal/port.ts';
import type { ScanList } from '../scans/scan-list.ts';

interface Due {
  /** As it was typed. */
  readonly text: string;
  readonly day: Day;
  /**
   * How many END commands were scanned before the day was set and are not done yet: the day is for the session after
   * them.
   */
  readonly behind: number;
}

/** The day of a scan, as it was when the scan was made, and up to which session it counts. */
export interface ScannedDue {
  readonly day: Day | null;
  readonly lastSession: number;
}

/** The day, set by hand, on which everything that is lent is due; it ends with its session. */
export class DueByHand {
  readonly #scans: ScanList;
  #due: Due | null = null;
  /** How many sessions are over. */
  #session = 0;

  constructor(scans: ScanList) {
    this.#scans = scans;
  }

  /** As it was typed; `''` where there is none for what is scanned now. */
  get text(): string {
    return this.#now?.text ?? '';
  }

  /** The day for what is scanned now. */
  get day(): Day | null {
    return this.#now?.day ?? null;
  }

  set(due: Pick<Due, 'text' | 'day'> | null): void {
    this.#due = due && { ...due, behind: this.#endsToCome };
  }

  /**
   * The day for a scan that is made now; `dayOf` reads it when the scan's turn has come. Later changes do not count. A
   * scan that is in the next session by then has no day, unless the day was set after END.
   */
  scanned(): ScannedDue {
    const { day = null, behind = 0 } = this.#now ?? {};
    return { day, lastSession: this.#session + behind };
  }

  dayOf({ day, lastSession }: ScannedDue): Day | null {
    return this.#session <= lastSession ? day : null;
  }

  /** The session is over. */
  endSession(): void {
    const { behind = 0 } = this.#due ?? {};
    this.#due = this.#due && behind > 0 ? { ...this.#due, behind: behind - 1 } : null;
    this.#session += 1;
  }

  /** Null if an END that was scanned later is still to be done: it takes the day away. */
  get #now(): Due | null {
    return this.#due && this.#due.behind >= this.#endsToCome ? this.#due : null;
  }

  get #endsToCome(): number {
    return this.#scans.all().filter((scan) => isEnd(scan) && isOpen(scan)).length;
  }
}

/** Whether a scan asks for the end of the session. */
export const isEnd = ({ result }: Scan): boolean => result?.kind === 'command' && result.command === 'END';
