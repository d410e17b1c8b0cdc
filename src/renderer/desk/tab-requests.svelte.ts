import type { DeskSession } from './session.svelte.ts';
import { takesScans, type TabRequest } from './tab-actions.ts';

/** What a key of the desk or the palette asks a tab of the patron to do. One request waits at a time. */
export class TabRequests {
  /** Waits until the patron is there and their tab has taken it. */
  pending = $state.raw<TabRequest | null>(null);
  /** How many requests for a form that takes scans wait for main to say whether a patron comes. */
  #formsBeforeMain = $state(0);
  /** Who was at the desk, and whether a card was being looked up, when the request was made. */
  #madeFor: { readonly userId: string; readonly opening: boolean } = { userId: '', opening: false };
  readonly #desk: DeskSession;

  constructor(desk: DeskSession) {
    this.#desk = desk;
  }

  /**
   * Asks a tab of the patron who is at the desk. Where a card was just scanned, main first says whether a patron comes.
   */
  make(request: TabRequest): void {
    const forms = takesScans(request) ? 1 : 0;
    this.#formsBeforeMain += forms;
    void this.#desk.lastSubmission.then(() => {
      this.#formsBeforeMain -= forms;
      this.#hold(request);
    });
  }

  /** A form that takes scans was asked for and is not there yet: what is scanned now is for that form. */
  get isFormPending(): boolean {
    return this.#formsBeforeMain > 0 || (this.pending !== null && takesScans(this.pending));
  }

  /** Resolves once that form is there, or does not come. */
  formSettled(): Promise<void> {
    return new Promise((resolve) => {
      const stop = $effect.root(() => {
        $effect(() => {
          if (this.isFormPending) return;
          resolve();
          queueMicrotask(() => stop());
        });
      });
    });
  }

  /** Drops the request where its patron is not at the desk any more. Called after each report of main. */
  dropForOthers(): void {
    if (!this.#desk.opening && !this.#isForCurrentPatron) this.pending = null;
  }

  #hold(request: TabRequest): void {
    const { shown, opening } = this.#desk;
    if (!shown && !opening) return;
    this.#desk.shownReturn.dismiss();
    this.#madeFor = { userId: shown?.userId ?? '', opening };
    this.pending = request;
  }

  /**
   * Whether the request is for the patron who is at the desk: the one of the moment it was made or, where a card was
   * being looked up then, the patron of that card. No other patron's fees are shown for it.
   */
  get #isForCurrentPatron(): boolean {
    const { userId, opening } = this.#madeFor;
    const { patron } = this.#desk;
    return patron !== null && (patron.userId === userId) !== opening;
  }
}
