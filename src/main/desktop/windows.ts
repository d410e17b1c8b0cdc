import path from 'node:path';
import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import type { Log } from '../ports.ts';
import type { Settings } from '../station/settings.ts';
import type { Origin } from './origin.ts';

type Placed = NonNullable<Settings['window']>;

export interface WindowsOptions {
  readonly origin: Origin;
  readonly preload: string;
  readonly log: Log;
  /** How the last window stood; null at a first start. */
  readonly remembered: () => Settings['window'];
  readonly remember: (placed: Placed) => void;
  /** The page was left or is gone: what it asked for is not wanted any more. */
  readonly onPageGone: (window: number) => void;
  readonly onClosed: (window: number) => void;
}

const size = { width: 1280, height: 800 };
const smallest = { minWidth: 1024, minHeight: 700 };

/** Each further window stands a little aside, so that it is seen. */
const asideBy = 32;

/** A page that crashed is shown again, but not for ever: so many times in a row, within so many milliseconds. */
const mostReloads = 3;
const reloadsWithinMs = 60_000;

/** The paper of the page, so that a window does not flash while it opens. */
const paper = { light: '#fcfbf8', dark: '#15191a' };

/** What every page of ours is held to. */
const shut = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
} as const;

/**
 * A window that nobody sees, for a page that is to be printed: no window of the desk, and nothing to talk to. Wider than
 * any roll, so that a slip is measured as it will be printed.
 */
export function openUnseen(): BrowserWindow {
  return new BrowserWindow({ show: false, focusable: false, width: 960, height: 640, webPreferences: shut });
}

/** Whether enough of a window's bar is on a screen to be taken hold of. */
export function isReachable(
  placed: Placed,
  areas: readonly { x: number; y: number; width: number; height: number }[],
): boolean {
  return areas.some(
    ({ x, y, width, height }) =>
      placed.x + placed.width > x + 100 &&
      placed.x < x + width - 100 &&
      placed.y >= y &&
      placed.y < y + height - 60,
  );
}

/** The windows of the program. Each is a working session of its own. */
export class Windows {
  readonly #options: WindowsOptions;
  readonly #open = new Map<number, BrowserWindow>();

  constructor(options: WindowsOptions) {
    this.#options = options;
  }

  open(): BrowserWindow {
    const { origin, preload, log } = this.#options;
    const { maximized, ...bounds } = this.#placeForNext();
    const window = new BrowserWindow({
      ...bounds,
      ...smallest,
      show: false,
      autoHideMenuBar: true,
      backgroundColor: nativeTheme.shouldUseDarkColors ? paper.dark : paper.light,
      webPreferences: { ...shut, preload: path.resolve(preload) },
    });
    const { id } = window;
    this.#open.set(id, window);
    const show = (): void => {
      if (window.isVisible()) return;
      if (maximized) window.maximize();
      window.show();
    };
    // On Wayland the first may never come for a window that is not shown yet. Source: electron#48859.
    window.once('ready-to-show', show);
    window.webContents.once('did-finish-load', show);
    window.on('close', () => this.#remember(window));
    window.on('closed', () => {
      this.#open.delete(id);
      this.#options.onPageGone(id);
      this.#options.onClosed(id);
    });
    this.#follow(window);
    window.loadURL(origin.start).catch((error: unknown) => log.defect(error));
    return window;
  }

  /** The window in front, or null. */
  focused(): BrowserWindow | null {
    const all = [...this.#open.values()];
    return all.find((window) => window.isFocused()) ?? all.at(-1) ?? null;
  }

  byId(id: number): BrowserWindow | null {
    return this.#open.get(id) ?? null;
  }

  idOf(contents: WebContents): number | null {
    const window = BrowserWindow.fromWebContents(contents);
    return window !== null && this.#open.get(window.id) === window ? window.id : null;
  }

  /** Brings the program to the front, with a window if it had none. */
  show(): void {
    const window = this.focused() ?? this.open();
    if (window.isMinimized()) window.restore();
    if (!window.isVisible()) window.show();
    window.focus();
  }

  #follow(window: BrowserWindow): void {
    const { log, onPageGone } = this.#options;
    const { id, webContents } = window;
    const reloads: number[] = [];
    webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) onPageGone(id);
    });
    webContents.on('preload-error', (_event, _file, error) => log.defect(error));
    webContents.on('unresponsive', () => log.line('window.unresponsive', { window: id }));
    webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      log.line('window.gone', { window: id, reason, exitCode });
      onPageGone(id);
      const now = performance.now();
      const recent = reloads.filter((at) => now - at < reloadsWithinMs);
      if (reason === 'clean-exit' || recent.length >= mostReloads || window.isDestroyed()) return;
      reloads.push(now);
      webContents.reload();
    });
  }

  #remember(window: BrowserWindow): void {
    if (window.isMinimized()) return;
    try {
      this.#options.remember({ ...window.getNormalBounds(), maximized: window.isMaximized() });
    } catch (error) {
      this.#options.log.defect(error); // a window still closes on a full disk
    }
  }

  #placeForNext(): Partial<Placed> {
    const beside = this.focused();
    if (beside !== null) {
      const { x, y, ...same } = beside.getNormalBounds();
      return { ...same, x: x + asideBy, y: y + asideBy };
    }
    const remembered = this.#options.remembered();
    const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
    if (remembered !== null && isReachable(remembered, areas)) return remembered;
    return remembered === null ? size : { width: remembered.width, height: remembered.height };
  }
}
