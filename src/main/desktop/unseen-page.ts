import type { BrowserWindow } from 'electron';
import type { Clock } from '../ports.ts';

/** Milliseconds that an unseen window is kept after its last page: the slips of a queue at the desk share one. */
const keptMs = 60_000;

const blank = 'data:text/html;charset=utf-8,';

/** Writes a page over the one that is there, and waits until its pictures are too. It needs a window no script of its own. */
const written = (page: string): string => `new Promise((done) => {
  document.open();
  addEventListener('load', () => done(null), { once: true });
  document.write(${JSON.stringify(page)});
  document.close();
})`;

export interface UnseenPageOptions {
  /** Opens a window that nobody sees. */
  readonly open: () => BrowserWindow;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Whether a window is worth keeping: not where it would be the program's only one. */
  readonly keep: () => boolean;
}

/**
 * A window that nobody sees, for one page after the other. A window costs a process, which takes longer to come than a
 * page takes to be printed: it is kept for a while, empty, and left at once where anything went wrong with a page.
 */
export class UnseenPage {
  readonly #options: UnseenPageOptions;
  #window: BrowserWindow | null = null;
  #kept = new AbortController();
  /** The window that a page is in. */
  #inUse: BrowserWindow | null = null;

  constructor(options: UnseenPageOptions) {
    this.#options = options;
  }

  /** Does something with a page in a window. The window is gone once the signal aborts. */
  async with<T>(page: string, act: (window: BrowserWindow) => Promise<T>, signal: AbortSignal): Promise<T> {
    this.#kept.abort();
    const window = (this.#inUse = this.#opened());
    const drop = (): void => this.#drop(window);
    signal.addEventListener('abort', drop, { once: true });
    try {
      if (window.webContents.getURL() === '') await window.loadURL(blank);
      signal.throwIfAborted();
      await window.webContents.executeJavaScript(written(page));
      signal.throwIfAborted();
      const done = await act(window);
      void this.#wipe(window);
      return done;
    } catch (error) {
      drop();
      throw error;
    } finally {
      signal.removeEventListener('abort', drop);
      if (this.#inUse === window) {
        this.#inUse = null;
        this.rest();
      }
    }
  }

  /** Leaves the window where it is not worth keeping, now or after a while; not while a page is in it. */
  rest(): void {
    if (this.#inUse !== null || this.#window === null) return;
    this.#kept.abort();
    if (!this.#options.keep()) {
      this.#drop(this.#window);
      return;
    }
    const { signal } = (this.#kept = new AbortController());
    const window = this.#window;
    this.#options.clock.sleep(keptMs, signal).then(
      () => this.#drop(window),
      () => undefined, // another page came
    );
  }

  #opened(): BrowserWindow {
    if (this.#window?.isDestroyed() === false) return this.#window;
    const window = (this.#window = this.#options.open());
    window.webContents.once('render-process-gone', () => this.#drop(window));
    return window;
  }

  /** Whose slip it was is nobody's business afterwards. What was done is done, whether this comes about or not. */
  async #wipe(window: BrowserWindow): Promise<void> {
    try {
      await window.webContents.executeJavaScript(written(''));
    } catch {
      this.#drop(window);
    }
  }

  #drop(window: BrowserWindow): void {
    if (this.#window === window) this.#window = null;
    if (!window.isDestroyed()) window.destroy();
  }
}
