/**
 * A form that somebody began to fill in. It outlives its dialog, so that Esc loses nothing; it is over when it was
 * sent, or when somebody starts over.
 */
export class Draft<T extends object> {
  form: T = $state() as T;
  /** It was sent, and nobody knows whether it arrived: to be sent again only with open eyes. */
  unclear = $state(false);
  readonly #empty: () => T;
  readonly #typed: (form: T) => string;
  /** @param typed what was typed into the form, in one text */
  constructor(empty: () => T, typed: (form: T) => string) {
    this.#empty = empty;
    this.#typed = typed;
    this.form = empty();
  }

  /** Somebody has typed something: what was only supposed for them is no loss. */
  get begun(): boolean {
    return this.#typed(this.form).trim() !== '';
  }

  startOver(): void {
    this.form = this.#empty();
    this.unclear = false;
  }
}
