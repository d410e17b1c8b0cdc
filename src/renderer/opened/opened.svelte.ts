import type { OpenedView } from '../../contract/opened.ts';
import { call, watch } from '../api.ts';
import { reasonsOf } from '../app/work-report.ts';
import type { Shell } from '../app/shell.svelte.ts';

/** The file that was opened outside the program: shown where nothing is in the way, and offered otherwise. */
export class OpenedFile {
  view = $state.raw<OpenedView | null>(null);
  /** It is looked at. */
  isShown = $state(false);
  readonly #shell: Shell;

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** Follows main until the function it answers is called. */
  start(): () => void {
    return watch('opened.watch', (view) => {
      if (view?.id === this.view?.id && view?.kind === this.view?.kind) return;
      // A dialog would take the next scan: with a patron at the desk it is a person who opens it. Where another file is
      // looked at, this one takes its place.
      const isFree = this.isShown || (this.#shell.desk.isEmpty && reasonsOf(this.#shell).length === 0);
      this.view = view;
      this.isShown = view !== null && view.kind !== 'noList' && isFree;
    });
  }

  show(): void {
    this.isShown = true;
  }

  /** A person is done with it, or does not want it. */
  close(): void {
    if (this.view) void call('opened.done', { id: this.view.id });
    this.view = null;
    this.isShown = false;
  }
}
