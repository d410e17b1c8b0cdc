import { invalid } from '../failure.ts';

/** So many intents of windows are remembered of which nothing was sent: a refusal leaves one behind. */
const mostAsked = 1000;

/** Where the station stood when a window first asked for something: for that library it is, and no other. */
export class AskedAt {
  readonly #first = new Map<string, { readonly library: string | null; times: number }>();

  note(intent: string, library: string | null): void {
    const before = this.#first.get(intent);
    if (before) before.times += 1;
    else this.#first.set(intent, { library, times: 1 });
    const [oldest = ''] = this.#first.keys();
    if (this.#first.size > mostAsked) this.#first.delete(oldest);
  }

  mustBeAt(intent: string, library: string): void {
    const first = this.#first.get(intent);
    this.#first.delete(intent);
    if (!first || first.library === null || first.library === library) return;
    // Of the same asked for twice, the other may be on its way.
    throw invalid('intent', first.times > 1 ? 'alreadySent' : 'moved');
  }
}
