import type { WindowEvent } from '../../contract/window.ts';
import { Listeners, listenUntil } from '../commands/listeners.ts';

/** What is told to the pages of the windows, each of its own window. */
export class WindowEvents {
  readonly #pages = new Map<number, Listeners<WindowEvent>>();

  /** A window's page is told until the signal is aborted. */
  watch(window: number, signal: AbortSignal, report: (event: WindowEvent) => void): Promise<null> {
    const page = new Listeners<WindowEvent>();
    if (!signal.aborted) this.#pages.set(window, page);
    const gone = (): void => {
      if (this.#pages.get(window) === page) this.#pages.delete(window);
    };
    signal.addEventListener('abort', gone, { once: true });
    return listenUntil(page, signal, report);
  }

  /** Answers whether there is a page that hears it. */
  tell(window: number, event: WindowEvent): boolean {
    const page = this.#pages.get(window);
    page?.tell(event);
    return page !== undefined;
  }

  tellAll(event: WindowEvent): void {
    for (const page of this.#pages.values()) page.tell(event);
  }
}
