import { firstTab, patronTabs, type PatronTab, type PatronTabId } from './tabs.ts';

interface Opened {
  readonly userId: string;
  readonly tab: PatronTabId;
  /** The rare tab that was opened last. */
  readonly rare: PatronTabId | null;
}

/** Which tab of the patron is open. The next patron begins with the first one, and no rare one was chosen. */
export class OpenTab {
  #opened = $state.raw<Opened | null>(null);
  readonly #userId: () => string;
  readonly #current = $derived.by(() => (this.#opened?.userId === this.#userId() ? this.#opened : null));
  readonly id = $derived.by((): PatronTabId => this.#current?.tab ?? firstTab);
  readonly rare = $derived.by(() => this.#current?.rare ?? null);

  constructor(userId: () => string) {
    this.#userId = userId;
  }

  /** The user opened one, of whichever patron. */
  get wasChosen(): boolean {
    return this.#opened !== null;
  }

  /** Another visit begins with the first one. */
  forget(): void {
    this.#opened = null;
  }

  open(tab: PatronTabId): void {
    const isRare = patronTabs.some((entry: PatronTab) => entry.id === tab && entry.rare);
    this.#opened = { userId: this.#userId(), tab, rare: isRare ? tab : this.rare };
  }
}
