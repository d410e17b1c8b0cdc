import { untrack } from 'svelte';

/** The dialogs that are open in this window. */
class OpenDialogs {
  #open = $state.raw<readonly HTMLElement[]>([]);
  /** What the head of the top dialog says beside its title; `''` for nothing. */
  notice = $state('');

  /** The dialog that lies over everything else; null for none. */
  get top(): HTMLElement | null {
    return this.#open.at(-1) ?? null;
  }

  /** A dialog has opened; it is closed when the function that this answers is called. */
  enter(dialog: HTMLElement): () => void {
    const change = (next: (open: readonly HTMLElement[]) => readonly HTMLElement[]): void =>
      untrack(() => {
        this.#open = next(this.#open);
      });
    change((open) => [...open, dialog]);
    return () => change((open) => open.filter((other) => other !== dialog));
  }
}

export const openDialogs = new OpenDialogs();
