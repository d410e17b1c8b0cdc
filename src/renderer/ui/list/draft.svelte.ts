import type { Reply } from '../../../contract/define.ts';
import { isOutcomeUnclear } from './submission.svelte.ts';

/**
 * What the user has begun to fill in. It outlives its dialog, so that neither Esc nor the next card loses it. It ends
 * when it is sent, or when the user starts over.
 */
export abstract class DraftBase {
  /** It was sent, and it is not known whether it arrived: the user is warned before it is sent again. */
  unclear = $state(false);
  /** A new object for each start: an answer to an earlier one is ignored. */
  #start = {};

  /** The user has typed something. Values that the program proposed do not count. */
  abstract get isDirty(): boolean;

  startOver(): void {
    this.#start = {};
    this.unclear = false;
    this.empty();
  }

  /**
   * Follows the command that sends the draft, also after its dialog was closed. Until the answer comes the draft is
   * unclear; once it is accepted the draft is empty again.
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

/** A form that the user has begun to fill in. */
export class Draft<T extends object> extends DraftBase {
  form: T = $state() as T;
  readonly #empty: () => T;
  readonly #typed: (form: T) => string;
  /** @param typed what the user typed, in one text: all texts of the form, unless the program proposes some */
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
