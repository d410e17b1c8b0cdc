/** What the rest of the stand-in needs to know of a BrowserWindow. */
export interface Window {
  readonly id: number;
  close: () => void;
  /** Resolves to whether the last `close()` really closed it. */
  closing: () => Promise<boolean>;
  /** Chromium has taken it away. */
  gone: () => void;
  focus: () => void;
}

const open = new Set<Window>();
let focused: Window | undefined;

/** Every open window, oldest first, and the one that has the focus. */
export const windows = {
  all: (): Window[] => [...open],
  focused: (): Window | undefined => focused,
  add(window: Window): void {
    open.add(window);
  },
  focus(window: Window): void {
    focused = window;
  },
  remove(window: Window): void {
    open.delete(window);
    if (focused === window) focused = [...open].at(-1);
    if (open.size === 0) lifecycle.onLastWindowGone();
  },
};

const { promise, resolve }: PromiseWithResolvers<void> = Promise.withResolvers();

/** The two moments that other parts wait for. */
export const lifecycle = {
  ready: false,
  whenReady: promise,
  becomeReady(): void {
    lifecycle.ready = true;
    resolve();
  },
  onLastWindowGone: (): void => undefined,
};
