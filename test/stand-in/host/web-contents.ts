import { randomBytes } from 'node:crypto';
import type { WindowRequest } from '../page/messages.ts';
import { alive, chromium, headed } from './chromium.ts';
import type { Devtools } from './cdp.ts';
import { IpcChannel } from './ipc-channel.ts';
import { IpcMain } from './ipc-main.ts';
import { record } from './journal.ts';
import { nativeTheme } from './native-theme.ts';
import { followPage } from './page-life.ts';
import {
  browserKeysScript,
  isolatedWorld,
  isolatedWorldScript,
  mainWorldScript,
  readPreload,
} from './page-scripts.ts';
import { pdfOptions, type PdfOptions } from './pdf-options.ts';
import { pressPdf } from './pdf-press.ts';
import { preventable } from './preventable.ts';
import { LoudEmitter } from './refuse.ts';
import { RequestGate } from './request-gate.ts';
import type { Session } from './session.ts';
import { createMainFrame } from './web-frame.ts';
import { pngImage, sessionOf, type WebPreferences } from './window-options.ts';
import { fromWireUrl, toWireUrl } from './wire-url.ts';

/** What a page needs of the window around it. */
export interface Frame {
  attached: Promise<void>;
  readonly unseen: boolean;
  close: () => void;
  firstPaint: () => void;
  /** The size of the page in CSS pixels, and how much it is magnified. */
  setZoom: (factor: number) => Promise<void>;
  getTitle: () => string;
  pageTitled: (title: string) => void;
}

/** The one printer there is, as CUPS has a default one: by a bit of its type. Nothing comes out of it. */
const onlyPrinter = {
  ...{ name: 'stand-in', displayName: 'Stand-in', description: '' },
  options: { 'printer-type': String(0x2_00_00) },
};

type OpenHandler = (details: WindowRequest) => {
  action: 'allow' | 'deny';
};

let lastId = 0;

/** `webContents`: the page in a window. */
export class WebContents extends LoudEmitter {
  protected static override readonly events = new Set([
    ...['will-navigate', 'will-frame-navigate', 'will-redirect', 'did-start-loading', 'did-stop-loading'],
    ...['did-start-navigation', 'did-navigate', 'did-navigate-in-page', 'dom-ready', 'did-finish-load'],
    ...['did-fail-load', 'render-process-gone', 'console-message', 'preload-error', 'destroyed'],
    ...['page-title-updated', 'will-attach-webview', 'will-prevent-unload', 'context-menu', 'unresponsive'],
    ...['responsive', 'certificate-error', 'select-bluetooth-device', 'before-input-event'],
  ]);

  readonly id = ++lastId;
  readonly ipc = new IpcMain();
  readonly session: Session;
  readonly mainFrame = createMainFrame(this, () => this.getOSProcessId());
  targetId = '';
  readonly #frame: Frame;
  readonly #preload: string | undefined;
  readonly #channel: IpcChannel;
  #devtools: Devtools | undefined;
  #url = '';
  #loading: PromiseWithResolvers<void> | undefined;
  #openHandler: OpenHandler | undefined;
  #zoom = 1;
  #destroyed = false;
  #detach = (): void => undefined;

  constructor(frame: Frame, preferences: WebPreferences | undefined) {
    super();
    this.#frame = frame;
    this.#preload = preferences?.preload;
    this.session = sessionOf(preferences);
    this.#channel = new IpcChannel({
      ipc: this.ipc,
      event: () => ({
        ...{ type: 'frame', sender: this, senderFrame: this.mainFrame, frameId: 1, ports: [] },
        processId: this.getOSProcessId(),
        reply: (channel: string, ...args: unknown[]) => this.send(channel, ...args),
      }),
      opens: (request) => this.#opens(request),
      titled: (title) => this.#frame.pageTitled(title),
      preloadFailed: (error) => this.#preloadFailed(error),
    });
  }

  /** Makes a fresh target this window's page: scripts, gates and events first, so that its first page meets them. */
  async attach(devtools: Devtools, targetId: string): Promise<void> {
    this.#devtools = devtools;
    this.targetId = targetId;
    const secret = `stand-in-${randomBytes(9).toString('hex')}`;
    const gate = new RequestGate(devtools, {
      webContents: this,
      session: this.session,
      frameId: targetId,
      refusesNavigation: (...query) => this.#refusesNavigation(...query),
      started: (url) => this.#started(url),
      loadURL: (url) => this.#leaveFor(url),
    });
    const renew = (): void => {
      if (!alive() || this.#destroyed) return;
      void Promise.all([gate.open(), this.session.settlePermissions(this, this.#url)]).catch(() => undefined);
    };
    const theme = async (): Promise<void> => {
      const value = nativeTheme.themeSource === 'system' ? '' : nativeTheme.themeSource;
      await devtools.send('Emulation.setEmulatedMedia', {
        features: [{ name: 'prefers-color-scheme', value }],
      });
    };
    const onTheme = (): void => void theme().catch(() => undefined);
    this.session.changed.add(renew);
    nativeTheme.on('updated', onTheme);
    this.#detach = () => {
      this.session.changed.delete(renew);
      nativeTheme.off('updated', onTheme);
    };
    await Promise.all([
      this.#channel.attach(devtools, targetId),
      followPage(devtools, targetId, this.#pageEvents()),
      headed
        ? devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: browserKeysScript })
        : undefined,
      devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldScript(secret) }),
      devtools.send('Page.addScriptToEvaluateOnNewDocument', {
        source: isolatedWorldScript(secret, this.#readPreload()),
        worldName: isolatedWorld,
      }),
      gate.open(),
      nativeTheme.themeSource === 'system' ? undefined : theme(),
    ]);
  }

  #readPreload(): string {
    if (this.#preload === undefined) return '';
    try {
      return readPreload(this.#preload);
    } catch (error) {
      setImmediate(() => this.#preloadFailed(error));
      return '';
    }
  }
  #preloadFailed(error: unknown): void {
    console.error(`Unable to load preload script: ${this.#preload ?? ''}\n`, error);
    this.emit('preload-error', {}, this.#preload, error);
  }

  #pageEvents() {
    return {
      navigated: (url: string): void => {
        this.#url = url;
        this.emit('did-navigate', {}, url, 200, 'OK');
      },
      navigatedInPage: (url: string): void => {
        this.#url = url;
        this.emit('did-navigate-in-page', {}, url, true);
      },
      startedLoading: (): void => void this.emit('did-start-loading', {}),
      domReady: (): void => void this.emit('dom-ready', {}),
      painted: (): void => this.#frame.firstPaint(),
      finished: (): void => {
        this.#loading?.resolve();
        this.#loading = undefined;
        this.emit('did-finish-load', {});
        this.emit('did-stop-loading', {});
      },
      onConsole: (level: string, message: string, lineNumber: number, sourceId: string): void => {
        this.emit('console-message', { level, message, lineNumber, sourceId, frame: this.mainFrame });
      },
    };
  }

  #started(url: string): void {
    const event = { url, isSameDocument: false, isMainFrame: true, frame: this.mainFrame };
    this.emit('did-start-navigation', event, url, false, true);
  }

  #opens(request: WindowRequest): void {
    const url = fromWireUrl(request.url);
    const referrer = { url: this.#url, policy: 'strict-origin-when-cross-origin' };
    const details = { ...request, url, referrer };
    if (this.#openHandler?.(details).action === 'deny') return;
    console.error(`stand-in: a window for ${url}, which the app did not refuse, is not supported`);
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  #refusesNavigation(url: string, isMainFrame: boolean, isRedirect: boolean): boolean {
    const { mainFrame: frame } = this;
    const ask = (name: string): boolean => {
      const event = preventable({ url, isMainFrame, isSameDocument: false, frame, initiator: frame });
      this.emit(name, event, url, false, isMainFrame);
      return event.defaultPrevented;
    };
    if (isRedirect) return ask('will-redirect');
    return ask('will-frame-navigate') || (isMainFrame && ask('will-navigate'));
  }

  /** The page's end of the protocol, once it is there; throws Electron's words once the window has gone. */
  async #live(): Promise<Devtools> {
    this.#checkAlive();
    await this.#frame.attached;
    if (!this.#devtools) throw new Error('stand-in: the window could not be opened');
    return this.#devtools;
  }
  #checkAlive(): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
  }

  send(channel: string, ...args: unknown[]): void {
    this.#checkAlive();
    this.#channel.send(channel, args);
  }
  /** Resolves once the page has loaded; rejects with `code` where it could not. */
  async loadURL(url: string): Promise<void> {
    const loading: PromiseWithResolvers<void> = Promise.withResolvers();
    loading.promise.catch(() => undefined); // whoever awaits loadURL is told below
    const devtools = await this.#live();
    this.#loading?.reject(failure('ERR_ABORTED', url));
    this.#loading = loading;
    if (/^(data|about|blob):/.test(url)) this.#started(url); // others pass the gate
    await this.session.settlePermissions(this, url);
    const { errorText } = await devtools.send('Page.navigate', { url: toWireUrl(url) });
    if (errorText) {
      const code = errorText.replace('net::', '');
      this.#loading = undefined;
      this.emit('did-fail-load', {}, code === 'ERR_ABORTED' ? -3 : -2, code, url, true);
      throw failure(code, url);
    }
    await loading.promise;
  }
  /**
   * Goes where the page wants to. Its own attempt, at a scheme that Chromium does not know, may come later than ours and
   * end it.
   */
  async #leaveFor(url: string): Promise<void> {
    try {
      await this.loadURL(url);
    } catch (error) {
      const isEnded = (error as { code?: string }).code === 'ERR_ABORTED' && this.#loading === undefined;
      if (!isEnded) throw error;
      await this.loadURL(url);
    }
  }
  reload(): void {
    void this.#command('Page.reload');
  }
  stop(): void {
    void this.#command('Page.stopLoading');
  }
  forcefullyCrashRenderer(): void {
    void this.#command('Page.crash');
  }
  async #command(method: 'Page.reload' | 'Page.stopLoading' | 'Page.crash'): Promise<void> {
    const devtools = await this.#live();
    await devtools.send(method).catch(() => undefined); // nobody waits for these in Electron either
  }
  getURL(): string {
    return this.#url;
  }
  getTitle(): string {
    return this.#frame.getTitle();
  }
  isLoading(): boolean {
    return this.#loading !== undefined;
  }

  /** Runs in the page's own world. Gives what JSON can say. */
  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    const devtools = await this.#live();
    const { exceptionDetails, result } = await devtools.send('Runtime.evaluate', {
      ...{ expression: code, awaitPromise: true, returnByValue: true, userGesture },
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    const value = result.value as unknown;
    return value === undefined ? undefined : JSON.parse(fromWireUrl(JSON.stringify(value)));
  }
  async capturePage() {
    const devtools = await this.#live();
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'png' });
    return pngImage(Buffer.from(data, 'base64'));
  }
  async printToPDF(options: PdfOptions = {}): Promise<Buffer> {
    const devtools = await this.#live();
    if (headed && this.#frame.unseen) {
      const page = (await this.executeJavaScript('document.documentElement.outerHTML')) as string;
      return Buffer.from(await pressPdf(`<!doctype html>${page}`, pdfOptions(options)), 'base64');
    }
    const { data } = await devtools.send('Page.printToPDF', pdfOptions(options));
    return Buffer.from(data, 'base64');
  }
  /** Recorded, and answered as printed; a printer that is not listed is refused in Electron's words. */
  print(
    options: { readonly deviceName?: string } = {},
    callback?: (success: boolean, reason: string) => void,
  ): void {
    this.#checkAlive();
    const isListed = [undefined, '', onlyPrinter.name].includes(options.deviceName);
    if (isListed) record('webContents.print', options);
    setImmediate(() => callback?.(isListed, isListed ? '' : 'Invalid deviceName provided'));
  }
  getPrintersAsync(): Promise<object[]> {
    this.#checkAlive();
    return Promise.resolve([onlyPrinter]);
  }
  getZoomFactor(): number {
    return this.#zoom;
  }
  setZoomFactor(factor: number): void {
    this.#checkAlive();
    this.#zoom = factor;
    void this.#frame.setZoom(factor);
  }
  /** Recorded only. */
  openDevTools(): void {
    record('webContents.openDevTools');
  }
  isDevToolsOpened(): boolean {
    return false;
  }
  focus(): void {
    this.#checkAlive();
  }
  getOSProcessId(): number {
    return chromium().process.pid ?? 0;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  close(): void {
    this.#frame.close();
  }

  /** The target has gone. */
  gone(): void {
    this.#destroyed = true;
    this.#detach();
    this.#loading?.reject(failure('ERR_FAILED', this.#url));
    this.emit('destroyed');
  }
  crashed(exitCode: number): void {
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode });
  }
}

function failure(code: string, url: string): Error {
  return Object.assign(new Error(`${code} loading '${url}'`), { code, url });
}
