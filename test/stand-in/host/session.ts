import { chromium } from './chromium.ts';
import { net } from './net.ts';
import { type CheckHandler, type RequestHandler, settle } from './permissions.ts';
import { preventable } from './preventable.ts';
import { createProtocol } from './protocol.ts';
import { loud, LoudEmitter } from './refuse.ts';
import { systemProxy } from './system-proxy.ts';
import { createWebRequest } from './web-request.ts';
import { fromWireUrl } from './wire-url.ts';

/** `session`: one partition's handlers. All partitions share one throw-away Chromium profile. */
export class Session extends LoudEmitter {
  protected static override readonly events = new Set(['will-download']);

  /** Told when every window has to renew what it intercepts, or what it may do. */
  readonly changed = new Set<() => void>();
  readonly #protocol = createProtocol();
  readonly #webRequest = createWebRequest(() => this.#tell());
  readonly protocol = this.#protocol.api;
  readonly webRequest = this.#webRequest.api;
  #request: RequestHandler | null = null;
  #check: CheckHandler | null = null;

  #tell(): void {
    for (const one of this.changed) one();
  }

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.#request = handler;
    this.#tell();
  }
  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#check = handler;
    this.#tell();
  }
  /** No device is ever offered here. */
  setDevicePermissionHandler(): void {
    // See above.
  }
  /** Chromium without a display, or with `--app`, has no dictionary here. */
  setSpellCheckerEnabled(): void {
    // See above.
  }
  resolveProxy(url: string): Promise<string> {
    return Promise.resolve(systemProxy(url, process.env));
  }
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    return net.fetch(input, init);
  }

  /** For the stand-in's own parts: the other side of the handlers. */
  get gate() {
    return { answer: this.#protocol.answer, webRequest: this.#webRequest };
  }
  settlePermissions(webContents: unknown, url: string): Promise<void> {
    return settle({ request: this.#request, check: this.#check }, webContents, url);
  }
  /** The app is told of downloads, and may refuse them; none is kept here either way. */
  async watchDownloads(): Promise<void> {
    const { browser } = chromium().connection;
    browser.on('Browser.downloadWillBegin', ({ url, suggestedFilename }) => {
      const item = loud('DownloadItem', {
        getURL: () => fromWireUrl(url),
        getFilename: () => suggestedFilename,
        cancel: (): void => undefined,
      });
      this.emit('will-download', preventable({}), item, null);
    });
    await browser.send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true });
  }
}

const defaultSession = new Session();
const partitions = new Map<string, Session>();

/** Electron's `session`. */
export const session = loud('session', {
  defaultSession,
  fromPartition(partition: string): Session {
    if (partition === '') return defaultSession;
    const known = partitions.get(partition) ?? new Session();
    partitions.set(partition, known);
    return known;
  },
});
