import type { ScanLog } from '../scan/scan-log.svelte.ts';

/** An order line that was scanned at the desk, where it is refused: it is taken along to the room in which it belongs. */
export class OrderLineAtDesk {
  readonly #log: ScanLog;
  /** The id of the scan that was taken along last. */
  #taken = '';

  /** @param log the scans at the desk */
  constructor(log: ScanLog) {
    this.#log = log;
  }

  /** Its code, where it was the last scan: once. */
  take(): string | null {
    const newest = this.#log.rows[0]?.view;
    if (newest?.failure?.kind !== 'invalid' || newest.failure.detail !== 'orderLine') return null;
    if (newest.id === this.#taken) return null;
    this.#taken = newest.id;
    return newest.text;
  }
}
