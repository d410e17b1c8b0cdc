import { call } from '../api.ts';

/** What somebody would lose sight of with the window. */
export type OpenThing = 'typed' | 'underWay' | 'patron';

/** Somebody wants to close this window: it goes, or the person is asked about what is open in it. */
export class Closing {
  /** What the person is asked about; empty where they are not asked. */
  asks = $state.raw<readonly OpenThing[]>([]);
  readonly #open: () => readonly OpenThing[];

  constructor(open: () => readonly OpenThing[]) {
    this.#open = open;
  }

  /** Main has been asked to close it. */
  asked(): void {
    const open = this.#open();
    if (open.length === 0) this.go();
    else {
      this.asks = open;
      void call('window.stay', {});
    }
  }

  stay(): void {
    this.asks = [];
  }

  go(): void {
    void call('window.close', {});
  }
}
