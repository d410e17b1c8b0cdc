import type { WhichView } from '../../contract/desk.ts';

type Answer = 'patron' | 'item';

/**
 * Codes that are a patron's and an item's at once: a person says which is meant, once in a session for each code. What
 * is scanned meanwhile waits as it does for any card.
 */
export class WhichOne {
  readonly #asked = new Map<string, { readonly view: WhichView; readonly answer: (is: Answer) => void }>();
  readonly #known = new Map<string, Answer>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** What is asked now, the oldest first. */
  get view(): WhichView | null {
    const [first] = this.#asked.values();
    return first?.view ?? null;
  }

  async ask(view: WhichView): Promise<Answer> {
    const known = this.#known.get(view.code);
    if (known) return known;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#asked.set(view.id, { view, answer: resolve });
    this.#changed();
    const is = await promise;
    this.#known.set(view.code, is);
    return is;
  }

  answer(id: string, is: Answer): void {
    const asked = this.#asked.get(id);
    if (!asked) return;
    this.#asked.delete(id);
    asked.answer(is);
    this.#changed();
  }

  /** The session is over, and what was said in it. */
  forget(): void {
    this.#known.clear();
  }
}
