import type { HandlersOf } from '../router.ts';
import type { WindowEvent } from '../../contract/window.ts';
import { Emitter, listenUntil } from '../emitter.ts';

/** What is told to the pages of the windows, each of its own window. */
export class WindowEvents {
  readonly #pages = new Map<number, Emitter<WindowEvent>>();

  /** A window's page is told until the signal is aborted. */
  watch(window: number, signal: AbortSignal, report: (event: WindowEvent) => void): Promise<null> {
    const page = new Emitter<WindowEvent>();
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
    page?.emit(event);
    return page !== undefined;
  }

  tellAll(event: WindowEvent): void {
    for (const page of this.#pages.values()) page.emit(event);
  }
}

/** The windows, as far as their pages have to do with them. */
export interface WindowDoor {
  readonly events: Pick<WindowEvents, 'watch'>;
  /** Closes it, whatever is open in it. */
  readonly close: (window: number) => void;
  /** It is not closed for now. */
  readonly stay: (window: number) => void;
}

/** The calls of a page about its own window. */
export const windowHandlers = ({ events, close, stay }: WindowDoor): HandlersOf<'window'> => ({
  'window.watch': (_, { window, signal, report }) => events.watch(window, signal, report),
  'window.close': (_, { window }) => {
    close(window);
    return Promise.resolve(null);
  },
  'window.stay': (_, { window }) => {
    stay(window);
    return Promise.resolve(null);
  },
});
