import type { HandlersOf } from '../router.ts';
import type { WindowEvent } from '../../contract/window.ts';
import { Emitter, listenUntil } from '../emitter.ts';

/** Sends events to the pages of the windows, to each about its own window. */
export class WindowEvents {
  readonly #pages = new Map<number, Emitter<WindowEvent>>();

  /** Reports events to a window's page until the signal is aborted. */
  watch(window: number, signal: AbortSignal, report: (event: WindowEvent) => void): Promise<null> {
    const page = new Emitter<WindowEvent>();
    if (!signal.aborted) this.#pages.set(window, page);
    const remove = (): void => {
      if (this.#pages.get(window) === page) this.#pages.delete(window);
    };
    signal.addEventListener('abort', remove, { once: true });
    return listenUntil(page, signal, report);
  }

  /** Returns whether a page of the window listens. */
  send(window: number, event: WindowEvent): boolean {
    const page = this.#pages.get(window);
    page?.emit(event);
    return page !== undefined;
  }

  sendAll(event: WindowEvent): void {
    for (const page of this.#pages.values()) page.emit(event);
  }
}

/** What the pages can do with their windows. */
export interface WindowControls {
  readonly events: Pick<WindowEvents, 'watch' | 'send'>;
  /** The windows that are open. */
  readonly open: () => readonly number[];
  /** Closes the window, whatever is open in it. */
  readonly close: (window: number) => void;
  /** Keeps the window open. */
  readonly stay: (window: number) => void;
}

/** The calls of a page about its own window. */
export const windowHandlers = ({
  events,
  close,
  stay,
}: Omit<WindowControls, 'open'>): HandlersOf<'window'> => ({
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
