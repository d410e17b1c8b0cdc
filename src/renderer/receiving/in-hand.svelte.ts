import type { ScanView } from '../../contract/scans.ts';
import type { OrderChoice } from '../../contract/trolley.ts';
import type { ScanLog, ScanRow } from '../scan/scan-log.svelte.ts';
import { isSettled } from '../../shared/scan-state.ts';

/** Order lines that a scan has found, where they are several. */
interface FoundOrders {
  readonly id: string;
  readonly orders: readonly OrderChoice[];
}

/** The book in the hand: the newest scan, and what it says about the order line on the screen. */
export class InHand {
  readonly #log: ScanLog;
  /** The scan that found nothing, or several order lines, and was dismissed, by its id. */
  #dismissed = $state('');

  constructor(log: ScanLog) {
    this.#log = log;
  }

  /** The newest scan while it is looked up: the order line that is open may not be that of the book in the hand. */
  get lookingUp(): ScanView | null {
    const scan = this.#newest;
    return scan && !isSettled(scan) ? scan : null;
  }

  /**
   * The newest scan, if it found nothing. It covers the order line that was open before, so that this is not taken for
   * the book in the hand.
   */
  get nothingFound(): ScanView | null {
    const scan = this.#newest;
    return scan && (scan.state === 'refused' || scan.state === 'unclear') && scan.id !== this.#dismissed
      ? scan
      : null;
  }

  /** The order lines that the newest scan has found, if they are several. */
  get found(): FoundOrders | null {
    const scan = this.#newest;
    if (scan?.result?.kind !== 'orders' || scan.id === this.#dismissed) return null;
    return { id: scan.id, orders: scan.result.orders };
  }

  /** Goes back to the order line behind a scan that found nothing, or several. */
  dismiss(): void {
    this.#dismissed = (this.nothingFound ?? this.found)?.id ?? this.#dismissed;
  }

  /**
   * Without command barcodes, without books of the trolley, which say themselves what becomes of them, and without scans
   * that still wait: their books are not in the hand yet.
   */
  get #newest(): ScanView | null {
    const isInHand = ({ view }: ScanRow): boolean =>
      view.kind !== 'command' &&
      view.result?.kind !== 'book' &&
      view.state !== 'dropped' &&
      view.state !== 'waiting';
    return this.#log.rows.find(isInHand)?.view ?? null;
  }
}
