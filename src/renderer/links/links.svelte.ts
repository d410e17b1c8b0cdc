import type { LinkView } from '../../contract/links.ts';
import { call, watch } from '../api.ts';
import { reasonsOf } from '../app/work-report.ts';
import type { Shell } from '../app/shell.svelte.ts';

/** The link that was followed outside the program: it is opened where nothing is in the way, and offered otherwise. */
export class Links {
  /** What the user is asked about, or told. */
  shown = $state.raw<LinkView | null>(null);
  readonly #shell: Shell;

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** Follows main until the function it answers is called. */
  start(): () => void {
    return watch('links.watch', (link) => {
      this.shown = link;
      if (link && 'target' in link && this.#isFree()) void this.open();
    });
  }

  /** Opens what the link names. */
  async open(): Promise<void> {
    const link = this.shown;
    if (link === null || !('target' in link)) return;
    const { kind, id } = link.target;
    this.dismiss();
    if (kind === 'patron') {
      this.#shell.toDesk();
      const failure = await this.#shell.desk.open(id);
      this.#shell.desk.failure = failure;
      return;
    }
    const { ordersRoom } = await import('../orders/orders-room.svelte.ts');
    this.#shell.showAcquisitions('orders', 'name');
    ordersRoom(this.#shell).open(id);
  }

  dismiss(): void {
    if (this.shown) void call('links.done', { id: this.shown.id });
    this.shown = null;
  }

  /**
   * Nothing is open, and nobody is in the middle of a pile of books: with another patron on the screen, the next book
   * would be lent to them.
   */
  #isFree(): boolean {
    return this.#shell.desk.isEmpty && reasonsOf(this.#shell).length === 0;
  }
}
