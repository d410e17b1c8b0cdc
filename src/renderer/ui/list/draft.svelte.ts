import type { Reply } from '../../../contract/define.ts';
import { isOutcomeUnclear } from './submission.svelte.ts';

/**
 * Something that somebody began. It outlives its dialog, so that neither Esc nor the next card loses it; it is over when
 * it was sent, or when somebody starts over.
 */
export abstract class DraftBase {
  /** It was sent, and nobody knows whether it arrived: to be sent again only with open eyes. */
  unclear = $state(false);
  /** Another one for each start. */
  #start = {};

  /** Somebody has typed something: what was only supposed for them is no loss. */
  abstract get isDirty(): boolean;

  startOver(): void {
    this.#start = {};
    this.unclear = false;
    this.empty();
  }

  /**
   * Follows what was sent of it, also where its dialog has gone by the time that the answer comes: what arrived is no
   * draft any more, and nobody knows whether it did before that.
   */
  async sent<A>(answer: Promise<Reply<A>>): Promise<Reply<A>> {
    const start = this.#start;
    this.unclear = true;
    const reply = await answer;
    if (start !== this.#start) return reply;
    if (reply.ok) this.startOver();
    else this.unclear = isOutcomeUnclear(reply.failure);
    return reply;
  }

  protected abstract empty(): void;
}

const textsIn = (form: object): string =>
  Object.values(form)
    .filter((value) => typeof value === 'string')
    .join('');

/** A form that somebody began to fill in. */
export class Draft<T extends object> extends DraftBase {
  form: T = $state() as T;
  readonly #empty: () => T;
  readonly #typed: (form: T) => string;
  /** @param typed what was typed into the form, in one text: all of its texts, unless some are only supposed */
  constructor(empty: () => T, typed: (form: T) => string = textsIn) {
    super();
    this.#empty = empty;
    this.#typed = typed;
    this.form = empty();
  }

  override get isDirty(): boolean {
    return this.#typed(this.form).trim() !== '';
  }

  protected override empty(): void {
    this.form = this.#empty();
  }
}
