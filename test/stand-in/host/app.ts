import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startChromium, stopChromium } from './chromium.ts';
import { appCommandLine, commandLine } from './command-line.ts';
import { getPath, nameInManifest, setPath } from './paths.ts';
import { preventable } from './preventable.ts';
import { LoudEmitter } from './refuse.ts';
import { session } from './session.ts';
import { SingleInstance } from './single-instance.ts';
import { lifecycle, windows } from './windows.ts';

const locale = (process.env.LC_ALL ?? process.env.LANG ?? '').split('.')[0]?.replace('_', '-');
const language = !locale || locale === 'C' || locale === 'POSIX' ? 'en-US' : locale;

/** `app`: the life of the program. */
class App extends LoudEmitter {
  protected static override readonly events = new Set([
    ...[
      'will-finish-launching',
      'ready',
      'activate',
      'window-all-closed',
      'before-quit',
      'will-quit',
      'quit',
    ],
    ...['second-instance', 'web-contents-created', 'browser-window-created', 'child-process-gone'],
    ...['render-process-gone', 'browser-window-focus', 'browser-window-blur', 'open-file', 'open-url'],
    ...['certificate-error', 'login', 'select-client-certificate'],
  ]);

  readonly commandLine = appCommandLine;
  readonly isPackaged = commandLine.isPackaged;
  name = nameInManifest;
  #instance: SingleInstance | undefined;
  #quitting = false;

  getName(): string {
    return this.name;
  }
  setName(name: string): void {
    this.name = name;
  }
  getVersion(): string {
    return commandLine.manifest.version ?? '0.0.0';
  }
  getAppPath(): string {
    return commandLine.appPath;
  }
  getPath(name: string): string {
    return getPath(name, this.name);
  }
  setPath(name: string, value: string): void {
    setPath(name, value);
  }
  whenReady(): Promise<void> {
    return lifecycle.whenReady;
  }
  isReady(): boolean {
    return lifecycle.ready;
  }
  getLocale(): string {
    return language;
  }
  getSystemLocale(): string {
    return language;
  }
  getPreferredSystemLanguages(): string[] {
    return [language];
  }
  /** Always so here: there is no window that is not sandboxed as far as Chromium may be (not as root). */
  enableSandbox(): void {
    if (lifecycle.ready) throw new Error('app.enableSandbox() can only be called before app is ready');
    appCommandLine.appendSwitch('enable-sandbox'); // by which Electron, too, tells that it was asked
  }
  setAppUserModelId(): void {
    // Windows' own.
  }
  setAboutPanelOptions(): void {
    // There is no panel here.
  }
  focus(): void {
    windows.focused()?.focus();
  }

  requestSingleInstanceLock(additionalData?: unknown): boolean {
    this.#instance ??= new SingleInstance(this.getPath('userData'), (second) =>
      this.emit('second-instance', {}, second.argv, second.workingDirectory, second.additionalData),
    );
    return this.#instance.request(additionalData);
  }
  hasSingleInstanceLock(): boolean {
    return this.#instance?.held ?? false;
  }
  releaseSingleInstanceLock(): void {
    this.#instance?.release();
  }

  /** Asks every window, then the app, and ends unless one says no. */
  quit(): void {
    if (this.#quitting) return;
    this.#quitting = true;
    void this.#askAndQuit().then((done) => (this.#quitting = done));
  }
  async #askAndQuit(): Promise<boolean> {
    const before = preventable({});
    this.emit('before-quit', before);
    if (before.defaultPrevented) return false;
    for (const window of windows.all()) {
      window.close();
      if (!(await window.closing())) return false;
    }
    const will = preventable({});
    this.emit('will-quit', will);
    if (will.defaultPrevented) return false;
    this.exit(0);
    return true;
  }
  /** Ends without asking. */
  exit(code = 0): void {
    this.#quitting = true;
    this.emit('quit', {}, code);
    this.#instance?.release();
    void stopChromium().finally(() => process.exit(code));
  }
  /** Called as the last window goes. */
  lastWindowGone(): void {
    if (this.#quitting) return;
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed');
    else this.quit();
  }
}

/** Electron's `app`. */
export const app = new App();
lifecycle.onLastWindowGone = () => app.lastWindowGone();

/** Writes where Chromium can be debugged into the app's folder, as Electron's does. */
function tellPort(devtoolsUrl: string): void {
  const { port, pathname } = new URL(devtoolsUrl);
  fs.writeFileSync(path.join(app.getPath('userData'), 'DevToolsActivePort'), `${port}\n${pathname}`);
}

/** Starts Chromium, and makes the app ready once that runs and the app's main module has been loaded. */
export function start(mainLoaded: Promise<unknown>): void {
  Promise.all([startChromium(), mainLoaded]).then(
    ([{ connection, devtoolsUrl }]) => {
      void connection.gone.then(() => windows.all().forEach((window) => window.gone()));
      fs.mkdirSync(app.getPath('userData'), { recursive: true });
      if (commandLine.driven) tellPort(devtoolsUrl);
      void session.defaultSession.watchDownloads().catch(() => undefined); // Chromium has gone again
      app.emit('will-finish-launching');
      lifecycle.becomeReady();
      app.emit('ready', {}, {});
      process.stderr.write(`\nDevTools listening on ${devtoolsUrl}\n`); // Playwright waits for this line
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    },
  );
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    let query = Infinity;
    process.on(signal, () => {
      // One Ctrl+C can arrive twice, from the terminal and from whoever started us; a second one means it.
      if (!lifecycle.ready || Date.now() - query > 1000) app.exit(128 + os.constants.signals[signal]);
      query = Math.min(query, Date.now());
      app.quit();
    });
  }
}
