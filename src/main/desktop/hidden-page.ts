import type { BrowserWindow } from 'electron';
import type { Clock } from '../ports.ts';

/** How long the hidden window stays after its last page, in milliseconds: the slips of several patrons share it. */
const keepOpenMs = 60_000;

const blank = 'data:text/html;charset=utf-8,';

/** The script that replaces the page and waits for its pictures. The page itself needs no script. */
const writeScript = (page: string): string => `new Promise((done) => {
  document.open();
  addEventListener('load', () => done(null), { once: true });
  document.write(${JSON.stringify(page)});
  document.close();
})`;

export interface HiddenPageOptions {
  /** Opens a hidden window. */
  readonly open: () => BrowserWindow;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Whether to keep the window open: not if it would be the program's only one. */
  readonly keep: () => boolean;
}

/**
 * A hidden window that shows one page after the other. A window needs a process, which takes longer to start than a
 * page takes to print. So it is kept for a while, empty, and closed at once after an error.
 */
export class HiddenPage {
  readonly #options: HiddenPageOptions;
  #window: BrowserWindow | null = null;
  #keepOpen = new AbortController();
  /** The window while a page is in it. */
  #inUse: BrowserWindow | null = null;
  /** The page before is being removed. */
  #clearing: Promise<void> = Promise.resolve();
  /** Called when the window of that is gone: what runs in it may never answer. */
  #stopClearing: () => void = () => undefined;

  constructor(options: HiddenPageOptions) {
    this.#options = options;
  }

  /** Calls `act` with the page in the window. The window is destroyed when the signal is aborted. */
  async with<T>(page: string, act: (window: BrowserWindow) => Promise<T>, signal: AbortSignal): Promise<T> {
    this.#keepOpen.abort();
    let used = this.#window;
    const destroy = (): void => {
      if (used) this.#destroy(used);
    };
    signal.addEventListener('abort', destroy, { once: true });
    // Another document would break that off, and cost the window.
    await this.#clearing;
    signal.throwIfAborted();
    const window = (used = this.#inUse = this.#openWindow());
    try {
      // Each page in a document of its own: one that is only written over keeps the policy of the page before, which
      // refuses the style of another.
      await window.loadURL(blank);
      signal.throwIfAborted();
      await window.webContents.executeJavaScript(writeScript(page));
      signal.throwIfAborted();
      const done = await act(window);
      this.#clearing = this.#clear(window);
      return done;
    } catch (error) {
      destroy();
      throw error;
    } finally {
      signal.removeEventListener('abort', destroy);
      if (this.#inUse === window) {
        this.#inUse = null;
        this.release();
      }
    }
  }

  /** Closes the window, now or after a while; not while a page is in it. */
  release(): void {
    if (this.#inUse !== null || this.#window === null) return;
    this.#keepOpen.abort();
    if (!this.#options.keep()) {
      this.#destroy(this.#window);
      return;
    }
    const { signal } = (this.#keepOpen = new AbortController());
    const window = this.#window;
    this.#options.clock.sleep(keepOpenMs, signal).then(
      () => this.#destroy(window),
      () => undefined, // the next page needs the window
    );
  }

  #openWindow(): BrowserWindow {
    if (this.#window?.isDestroyed() === false) return this.#window;
    const window = (this.#window = this.#options.open());
    window.webContents.once('render-process-gone', () => this.#destroy(window));
    return window;
  }

  /** Removes the slip, which names a patron. If that fails, the job is still done. */
  async #clear(window: BrowserWindow): Promise<void> {
    const { promise: gone, resolve } = Promise.withResolvers<undefined>();
    this.#stopClearing = () => resolve(undefined);
    try {
      await Promise.race([window.webContents.executeJavaScript(writeScript('')), gone]);
    } catch {
      this.#destroy(window);
    }
  }

  #destroy(window: BrowserWindow): void {
    if (this.#window === window) this.#window = null;
    this.#stopClearing();
    if (!window.isDestroyed()) window.destroy();
  }
}
