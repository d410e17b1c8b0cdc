import path from 'node:path';
import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import type { Log } from '../ports.ts';
import type { Origin } from './app-protocol.ts';
import { type Area, reachableBounds, firstSize, type WindowBounds, smallestSize } from './window-bounds.ts';
import { type Zoom, zoomOfKey, nextZoom } from './zoom.ts';

export interface WindowsOptions {
  readonly origin: Origin;
  readonly preload: string;
  readonly log: Log;
  /** The bounds of the last window; null at the first start. */
  readonly savedBounds: () => WindowBounds | null;
  readonly saveBounds: (placed: WindowBounds) => void;
  /** The page was left or is gone: its calls are no longer needed. */
  readonly onPageGone: (window: number) => void;
  /** Whether a window may close now. */
  readonly mayClose: (window: number) => boolean;
  readonly onClosed: (window: number) => void;
  /** The page fails again and again, and is not tried any more by itself: what is to happen. */
  readonly onPageLost?: (window: BrowserWindow) => Promise<'again' | 'close'>;
}

/** Each further window is moved by this much, so that it is visible. */
const offset = 32;

/** A page that crashed is reloaded, but only this often within this many milliseconds. */
const maxReloads = 3;
const reloadsWithinMs = 60_000;

/** The background of the page, so that a window does not flash while it opens. */
const backgrounds = { light: '#fcfbf8', dark: '#15191a' };

/** The security settings of every page. */
const securePreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
} as const;

/**
 * A hidden window for a page to print: it is no window of the desk, and has no preload. It is wider than any roll, so
 * that a slip is measured as it will be printed.
 */
export function openHiddenWindow(): BrowserWindow {
  return new BrowserWindow({
    show: false,
    focusable: false,
    width: 960,
    height: 640,
    webPreferences: securePreferences,
  });
}

const workAreas = (): Area[] => screen.getAllDisplays().map(({ workArea }) => workArea);

/** The windows of the program. Each has its own sessions. */
export class Windows {
  readonly #options: WindowsOptions;
  readonly #open = new Map<number, BrowserWindow>();
  /** The function that shows each window with its saved bounds, if it is not visible yet. */
  readonly #shows = new Map<number, () => void>();

  constructor(options: WindowsOptions) {
    this.#options = options;
  }

  open(): BrowserWindow {
    const { origin, preload, log } = this.#options;
    const { maximized, ...bounds } = this.#boundsForNext();
    const window = new BrowserWindow({
      ...bounds,
      minWidth: smallestSize.width,
      minHeight: smallestSize.height,
      show: false,
      autoHideMenuBar: true,
      backgroundColor: nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light,
      webPreferences: { ...securePreferences, preload: path.resolve(preload) },
    });
    const { id } = window;
    this.#open.set(id, window);
    const show = (): void => {
      if (window.isVisible()) return;
      if (maximized) window.maximize();
      window.show();
    };
    // On Wayland `ready-to-show` may never come for a hidden window. Source: electron#48859.
    this.#shows.set(id, show);
    window.once('ready-to-show', show);
    window.webContents.once('did-finish-load', show);
    window.on('close', (event) => {
      if (this.#options.mayClose(id)) this.#saveBounds(window);
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

  /** The focused window, otherwise the newest one, or null. */
  focused(): BrowserWindow | null {
    const { all } = this;
    return all.find((window) => window.isFocused()) ?? all.at(-1) ?? null;
  }

  /** The open windows of the desk. */
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

  /** Zooms a page in, out, or back to 100 %. */
  zoom({ webContents }: Pick<BrowserWindow, 'webContents'>, how: Zoom): void {
    webContents.setZoomFactor(nextZoom(webContents.getZoomFactor(), how));
  }

  /** Moves windows back when their screen is removed or gets another scale. Call it once Electron is ready. */
  followScreens(): void {
    const bringBack = (): void => {
      const areas = workAreas();
      for (const window of this.all) {
        if (window.isMaximized() || window.isMinimized() || window.isFullScreen()) continue;
        const current = window.getBounds();
        const next = reachableBounds(current, areas);
        if (next !== current) window.setBounds(next);
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
      const how = zoomOfKey(input, process.platform === 'darwin');
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
      if (reason === 'clean-exit' || window.isDestroyed()) return;
      if (recent.length >= maxReloads) {
        void this.#onPageLost(window, reloads);
        return;
      }
      reloads.push(now);
      webContents.reload();
    });
  }

  async #onPageLost(window: BrowserWindow, reloads: number[]): Promise<void> {
    const { log, onPageLost } = this.#options;
    try {
      const wanted = await onPageLost?.(window);
      if (wanted === undefined || window.isDestroyed()) return;
      if (wanted === 'close') {
        window.destroy(); // its page cannot be asked
        return;
      }
      reloads.length = 0;
      window.webContents.reload();
    } catch (error) {
      log.defect(error);
    }
  }

  #saveBounds(window: BrowserWindow): void {
    if (window.isMinimized()) return;
    try {
      this.#options.saveBounds({ ...window.getNormalBounds(), maximized: window.isMaximized() });
    } catch (error) {
      this.#options.log.defect(error); // the window closes even if the disk is full
    }
  }

  #boundsForNext(): Partial<WindowBounds> {
    const areas = workAreas();
    const beside = this.focused();
    if (beside !== null) {
      const { x, y, ...same } = beside.getNormalBounds();
      return reachableBounds({ ...same, x: x + offset, y: y + offset }, areas);
    }
    const remembered = this.#options.savedBounds();
    return remembered ? reachableBounds(remembered, areas) : firstSize(screen.getPrimaryDisplay().workArea);
  }
}
