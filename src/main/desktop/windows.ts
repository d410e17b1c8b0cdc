import path from 'node:path';
import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import type { Log } from '../ports.ts';
import type { Origin } from './app-protocol.ts';
import { type Area, broughtBack, firstSize, type Placed, smallest } from './place.ts';
import { type Zoom, zoomAskedBy, zoomed } from './zoom.ts';

export interface WindowsOptions {
  readonly origin: Origin;
  readonly preload: string;
  readonly log: Log;
  /** How the last window stood; null at a first start. */
  readonly remembered: () => Placed | null;
  readonly remember: (placed: Placed) => void;
  /** The page was left or is gone: what it asked for is not wanted any more. */
  readonly onPageGone: (window: number) => void;
  /** Whether a window that is about to close may do so now. */
  readonly mayClose: (window: number) => boolean;
  readonly onClosed: (window: number) => void;
}

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

const workAreas = (): Area[] => screen.getAllDisplays().map(({ workArea }) => workArea);

/** The windows of the program. Each is a working session of its own. */
export class Windows {
  readonly #options: WindowsOptions;
  readonly #open = new Map<number, BrowserWindow>();
  /** What shows each window as it stood when it was closed last, where it is not shown yet. */
  readonly #shows = new Map<number, () => void>();

  constructor(options: WindowsOptions) {
    this.#options = options;
  }

  open(): BrowserWindow {
    const { origin, preload, log } = this.#options;
    const { maximized, ...bounds } = this.#placeForNext();
    const window = new BrowserWindow({
      ...bounds,
      minWidth: smallest.width,
      minHeight: smallest.height,
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
    this.#shows.set(id, show);
    window.once('ready-to-show', show);
    window.webContents.once('did-finish-load', show);
    window.on('close', (event) => {
      if (this.#options.mayClose(id)) this.#remember(window);
      else event.preventDefault();
    });
    window.on('closed', () => {
      this.#open.delete(id);
      this.#shows.delete(id);
      this.#options.onPageGone(id);
      this.#options.onClosed(id);
    });
    this.#follow(window);
    window.loadURL(origin.start).catch((error: unknown) => log.defect(error));
    return window;
  }

  /** The window in front, or null. */
  focused(): BrowserWindow | null {
    const { all } = this;
    return all.find((window) => window.isFocused()) ?? all.at(-1) ?? null;
  }

  /** Those of the desk. */
  get all(): readonly BrowserWindow[] {
    return [...this.#open.values()];
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
    this.#shows.get(window.id)?.();
    window.focus();
  }

  /** A page's texts and all, larger, smaller, or as they are usually. */
  zoom({ webContents }: Pick<BrowserWindow, 'webContents'>, how: Zoom): void {
    webContents.setZoomFactor(zoomed(webContents.getZoomFactor(), how));
  }

  /** Once the program is ready: a window whose screen is taken away, or is shown at another scale, comes back. */
  followScreens(): void {
    const bringBack = (): void => {
      const areas = workAreas();
      for (const window of this.all) {
        if (window.isMaximized() || window.isMinimized() || window.isFullScreen()) continue;
        const now = window.getBounds();
        const then = broughtBack(now, areas);
        if (then !== now) window.setBounds(then);
      }
    };
    screen.on('display-removed', bringBack);
    screen.on('display-metrics-changed', bringBack);
  }

  #follow(window: BrowserWindow): void {
    const { log, onPageGone } = this.#options;
    const { id, webContents } = window;
    const reloads: number[] = [];
    webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) onPageGone(id);
    });
    webContents.on('before-input-event', (event, input) => {
      const how = zoomAskedBy(input, process.platform === 'darwin');
      if (how === null) return;
      event.preventDefault();
      this.zoom(window, how);
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
    const areas = workAreas();
    const beside = this.focused();
    if (beside !== null) {
      const { x, y, ...same } = beside.getNormalBounds();
      return broughtBack({ ...same, x: x + asideBy, y: y + asideBy }, areas);
    }
    const remembered = this.#options.remembered();
    return remembered ? broughtBack(remembered, areas) : firstSize(screen.getPrimaryDisplay().workArea);
  }
}
