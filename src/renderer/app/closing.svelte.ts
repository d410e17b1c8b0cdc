import { call } from '../api.ts';

/** What the user would lose with the window: text half typed, something under way, a patron at the desk. */
export type OpenWork = 'typed' | 'underWay' | 'patron';

/** Closing the window: it closes at once, or the user is asked first because of open work. */
export class Closing {
  /** What the user is asked about; empty while they are not asked. */
  openWork = $state.raw<readonly OpenWork[]>([]);
  readonly #findOpenWork: () => readonly OpenWork[];

  constructor(findOpenWork: () => readonly OpenWork[]) {
    this.#findOpenWork = findOpenWork;
  }

  /** The user wants to close the window, as main reports. */
  onRequest(): void {
    const openWork = this.#findOpenWork();
    if (openWork.length === 0) this.close();
    else {
      this.openWork = openWork;
      void call('window.stay', {});
    }
  }

  stay(): void {
    this.openWork = [];
  }

  close(): void {
    void call('window.close', {});
  }
}
