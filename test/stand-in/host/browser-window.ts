import { app } from './app.ts';
import { alive, chromium, openTarget } from './chromium.ts';
import type { Devtools } from './cdp.ts';
import { preventable } from './preventable.ts';
import { loud, LoudEmitter, refuse } from './refuse.ts';
import { type Frame, WebContents } from './web-contents.ts';
import { type Bounds, WindowBounds } from './window-bounds.ts';
import { checkOptions, type WindowOptions } from './window-options.ts';
import { lifecycle, type Window, windows } from './windows.ts';

const byTarget = new Map<string, BrowserWindow>();
const byContents = new WeakMap<WebContents, BrowserWindow>();
let watching = false;

/** `BrowserWindow`: a window of the machine's Chromium. */
export class BrowserWindow extends LoudEmitter implements Window, Frame {
  protected static override readonly events = new Set([
    ...['ready-to-show', 'show', 'hide', 'focus', 'blur', 'close', 'closed', 'resize', 'move', 'maximize'],
    ...['unmaximize', 'minimize', 'restore', 'enter-full-screen', 'leave-full-screen', 'page-title-updated'],
    ...['resized', 'moved', 'unresponsive', 'responsive', 'session-end', 'query-session-end'],
  ]);

  readonly webContents: WebContents;
  readonly id: number;
  readonly attached: Promise<void>;
  readonly #bounds: WindowBounds;
  #devtools: Devtools | undefined;
  #title: string;
  #visible: boolean;
  /** Never to be shown. */
  readonly unseen: boolean;
  #state: 'normal' | 'maximized' | 'minimized' = 'normal';
  #fullScreen = false;
  #painted = false;
  #destroyed = false;
  #closing: Promise<boolean> = Promise.resolve(false);

  constructor(options: WindowOptions = {}) {
    super();
    if (!lifecycle.ready) throw new Error('Cannot create BrowserWindow before app is ready');
    checkOptions(options);
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#visible = options.show ?? true;
    this.unseen = !this.#visible && options.focusable === false;
    this.#bounds = new WindowBounds({ x, y, width, height }, this.unseen);
    this.#title = options.title ?? app.name;
    this.webContents = new WebContents(this, options.webPreferences);
    this.id = this.webContents.id;
    byContents.set(this.webContents, this);
    windows.add(this);
    if (this.#visible) windows.focus(this);
    this.attached = this.#attach(options.x !== undefined || options.y !== undefined);
    this.attached.catch((error: unknown) => {
      if (alive()) console.error('stand-in: a window could not be opened', error);
    });
    app.emit('browser-window-created', {}, this);
    app.emit('web-contents-created', {}, this.webContents);
  }

  /** Where nobody said where, the system places a window, so that its bar is on the screen. */
  async #attach(placed: boolean): Promise<void> {
    watchTargets();
    const { connection } = chromium();
    const { width, height } = this.#bounds.now;
    const targetId = await openTarget(width, height, this.unseen);
    byTarget.set(targetId, this);
    const { sessionId } = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true });
    const devtools = connection.session(sessionId);
    await Promise.all([
      this.webContents.attach(devtools, targetId),
      this.#bounds.apply(devtools, targetId, placed),
    ]);
    this.#devtools = devtools;
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }
  reload(): void {
    this.webContents.reload();
  }
  capturePage() {
    return this.webContents.capturePage();
  }

  /** Asks the app, then closes. The page's `beforeunload` is not asked. */
  close(): void {
    if (this.#destroyed) return;
    const event = preventable({});
    this.emit('close', event);
    if (event.defaultPrevented) this.#closing = Promise.resolve(false);
    else this.destroy();
  }
  destroy(): void {
    if (this.#destroyed) return;
    this.#closing = this.attached
      .then(() =>
        chromium().connection.browser.send('Target.closeTarget', { targetId: this.webContents.targetId }),
      )
      .catch(() => undefined) // it has gone already
      .then(() => {
        this.gone();
        return true;
      });
  }
  closing(): Promise<boolean> {
    return this.#destroyed ? Promise.resolve(true) : this.#closing;
  }
  gone(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    byTarget.delete(this.webContents.targetId);
    this.webContents.gone();
    this.emit('closed');
    windows.remove(this);
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** A page has drawn for the first time. */
  firstPaint(): void {
    if (this.#painted) return;
    this.#painted = true;
    this.emit('ready-to-show');
  }
  show(): void {
    this.showInactive();
    this.focus();
  }
  showInactive(): void {
    this.#checkAlive();
    if (this.unseen) refuse('showing a window that cannot have the focus');
    if (this.#visible) return;
    this.#visible = true;
    this.emit('show');
  }
  hide(): void {
    this.#checkAlive();
    if (!this.#visible) return;
    this.#visible = false;
    this.emit('hide');
  }
  isVisible(): boolean {
    return this.#visible;
  }
  focus(): void {
    this.#checkAlive();
    const before = windows.focused();
    if (before instanceof BrowserWindow && before !== this) before.#blurred();
    windows.focus(this);
    this.emit('focus');
    app.emit('browser-window-focus', {}, this);
    this.#devtools?.send('Page.bringToFront').catch(() => undefined); // it may be closing
  }
  #blurred(): void {
    this.emit('blur');
    app.emit('browser-window-blur', {}, this);
  }
  isFocused(): boolean {
    return windows.focused() === this;
  }

  getTitle(): string {
    return this.#title;
  }
  setTitle(title: string): void {
    this.#title = title;
  }
  pageTitled(title: string): void {
    if (title === this.#title || title === '') return;
    const event = preventable({});
    this.webContents.emit('page-title-updated', event, title, true);
    this.emit('page-title-updated', event, title, true);
    if (!event.defaultPrevented) this.#title = title;
  }

  getBounds(): Bounds {
    return this.#bounds.now;
  }
  getNormalBounds(): Bounds {
    return this.#bounds.now;
  }
  getContentBounds(): Bounds {
    return this.#bounds.now;
  }
  setBounds(bounds: Partial<Bounds>): void {
    this.#checkAlive();
    void this.#bounds.set(bounds, this.#devtools, this.webContents.targetId).catch(() => undefined); // it may be closing
    if (bounds.width !== undefined || bounds.height !== undefined) this.emit('resize');
    if (bounds.x !== undefined || bounds.y !== undefined) this.emit('move');
  }
  getSize(): [number, number] {
    return [this.#bounds.now.width, this.#bounds.now.height];
  }
  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }
  getContentSize(): [number, number] {
    return this.getSize();
  }
  setContentSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }
  async setZoom(factor: number): Promise<void> {
    await this.attached;
    if (this.#devtools) await this.#bounds.zoom(factor, this.#devtools).catch(() => undefined); // it may be closing
  }

  #setState(state: 'normal' | 'maximized' | 'minimized', event: string): void {
    this.#checkAlive();
    this.#state = state;
    this.emit(event);
  }
  maximize(): void {
    this.#setState('maximized', 'maximize');
  }
  unmaximize(): void {
    this.#setState('normal', 'unmaximize');
  }
  isMaximized(): boolean {
    return this.#state === 'maximized';
  }
  minimize(): void {
    this.#setState('minimized', 'minimize');
  }
  restore(): void {
    this.#setState('normal', 'restore');
  }
  isMinimized(): boolean {
    return this.#state === 'minimized';
  }
  setFullScreen(on: boolean): void {
    this.#checkAlive();
    this.#fullScreen = on;
    this.emit(on ? 'enter-full-screen' : 'leave-full-screen');
  }
  isFullScreen(): boolean {
    return this.#fullScreen;
  }
  /** There is no menu bar to draw. */
  setMenuBarVisibility(): void {
    // See above.
  }
  removeMenu(): void {
    // See above.
  }
  setMinimumSize(): void {
    // Nobody drags an edge here.
  }
  flashFrame(): void {
    // Nothing to flash.
  }

  #checkAlive(): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
  }

  static getAllWindows(): BrowserWindow[] {
    return windows.all().filter((window) => window instanceof BrowserWindow);
  }
  static getFocusedWindow(): BrowserWindow | null {
    const window = windows.focused();
    return window instanceof BrowserWindow ? window : null;
  }
  static fromWebContents(contents: WebContents | undefined): BrowserWindow | null {
    return (contents && byContents.get(contents)) ?? null;
  }
  static fromId(id: number): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.id === id) ?? null;
  }
}

/** What Chromium tells of its windows by itself: gone, crashed, opened past our hooks. */
function watchTargets(): void {
  if (watching) return;
  watching = true;
  const { browser } = chromium().connection;
  browser.on('Target.targetDestroyed', ({ targetId }) => byTarget.get(targetId)?.gone());
  browser.on('Target.targetCrashed', ({ targetId, errorCode }) =>
    byTarget.get(targetId)?.webContents.crashed(errorCode),
  );
  browser.on('Target.targetCreated', ({ targetInfo }) => {
    if (targetInfo.type !== 'page' || !targetInfo.openerId || !byTarget.has(targetInfo.openerId)) return;
    browser.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => undefined); // it closed itself
  });
}

/** Electron's `webContents`; `fromDevToolsTargetId` is how Playwright finds a window's. */
export const webContents = loud('webContents', {
  getAllWebContents: (): WebContents[] => BrowserWindow.getAllWindows().map((window) => window.webContents),
  fromId: (id: number): WebContents | undefined => BrowserWindow.fromId(id)?.webContents,
  fromDevToolsTargetId: (targetId: string): WebContents | undefined => byTarget.get(targetId)?.webContents,
});
