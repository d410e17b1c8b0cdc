import type { ScanLog } from '../scan/scan-log.svelte.ts';

/** The return whose book is still in the hand: where the book goes next is shown over everything. */
export class ShownReturn {
  /** The newest scan, where that is a return and was not dismissed. */
  readonly scan = $derived.by(() => {
    const { lastReturn, rows } = this.#log;
    const newest = rows.find((row) => row.view.state !== 'dropped')?.id;
    return lastReturn && lastReturn.id === newest && lastReturn.id !== this.#dismissed ? lastReturn : null;
  });
  #dismissed = $state('');
  readonly #log: ScanLog;

  constructor(log: ScanLog) {
    this.#log = log;
  }

  /** The book is put away: the patron who is open is shown again. */
  dismiss(): void {
    this.#dismissed = this.#log.lastReturn?.id ?? '';
  }
}
