import path from 'node:path';
import { getCACertificates } from 'node:tls';
import {
  app,
  clipboard,
  dialog,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  session,
  shell,
  utilityProcess,
  webContents,
} from 'electron';
import { systemClock } from './clock.ts';
import { appScheme, originOf, serveApp } from './desktop/app-protocol.ts';
import { WindowEvents } from './desktop/calls.ts';
import { Closing } from './desktop/closing.ts';
import { defaultPrinterOf, run } from './desktop/default-printer.ts';
import { DesktopFiles } from './desktop/files.ts';
import { connectIpc } from './desktop/ipc.ts';
import { endInOrder, endOnDefects, stopWith, themeSourceOf, watchPower } from './desktop/life.ts';
import { menuActions, menuTemplate } from './desktop/menu.ts';
import { createPrinter } from './desktop/printer.ts';
import { Printers } from './desktop/printers.ts';
import { WindowPrinting } from './desktop/printing.ts';
import { hardenContents, hardenProgram, hardenSession } from './desktop/security.ts';
import { UnseenPage } from './desktop/unseen-page.ts';
import { openUnseen, Windows } from './desktop/windows.ts';
import { openLog } from './log.ts';
import type { Backend } from './backend.ts';
import type { Clock, Log } from './ports.ts';
import { createKeychain, type Keytar } from './station/keychain.ts';
import { ownFolder } from './own-files.ts';
import type { PracticeProcess } from './station/practice.ts';
import { keepOnMachine, movedProfile } from './station/profile-folder.ts';
import { openSettings } from './station/settings-file.ts';
import type { SettingsStore } from './station/settings.ts';

const out = path.resolve(import.meta.dirname, '..');

/** The practice library's process starts so long after the page: side by side, both would be late. */
const pageFirstMs = 500;

/** What the program takes from outside its own code. An entry other than `index.ts` may give something else. */
export interface Outside {
  /** The native module that speaks to the system's keychain. */
  readonly loadKeytar: () => Promise<Keytar>;
  /** The program that is run as the practice library. */
  readonly practiceLibrary: string;
}

const usual: Outside = {
  loadKeytar: async () => (await import('keytar')).default,
  practiceLibrary: path.join(out, 'main/practice-library.js'),
};

/**
 * Puts the program together, once: what has to be there before Electron is ready, then a window, and beside it what
 * that window will ask.
 */
export function startWorkstation(given: Partial<Outside> = {}): void {
  const { loadKeytar, practiceLibrary } = { ...usual, ...given };
  hardenProgram(app, process.env);
  protocol.registerSchemesAsPrivileged([appScheme]);
  // Before the lock of a single instance, which lies in it.
  const roaming = keepOnMachine(app, process.platform, process.env);
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  const { isPackaged } = app;
  const userData = app.getPath('userData');
  const clock = systemClock;
  const log = openLog(path.join(userData, 'logs'), clock, process.stderr);
  const folder = roaming === null ? userData : movedProfile(roaming, userData, log);
  endOnDefects(app, dialog, log);

  const origin = originOf({ isPackaged, rendererUrl: process.env.ELECTRON_RENDERER_URL });
  ownFolder(folder);
  const settings = openSettings(folder, clock, log);

  const unseen = new UnseenPage({ open: openUnseen, clock, keep: () => windows.focused() !== null });
  const events = new WindowEvents();
  const windows: Windows = new Windows({
    origin,
    log,
    preload: path.join(out, 'preload/index.cjs'),
    remembered: () => settings.now.window,
    remember: (window) => settings.change({ window }),
    mayClose: (id) => closing.mayClose(id),
    onPageGone: (id) => {
      closing.gone(id);
      withBackend(({ router }) => router.abortAll(id));
    },
    onClosed: (id) => {
      unseen.rest(); // the last window of the desk ends the program
      withBackend((all) => all.windowClosed(id));
    },
  });
  const windowOf = (id: number) => windows.byId(id);
  const closing: Closing = new Closing({
    ...{ events, clock, windowOf },
    all: () => windows.all,
    quit: () => app.quit(),
  });
  const files = openFiles({ folder, settings, log, windowOf });
  const printer = createPrinter(unseen, systemPrinters(clock), clock);
  const choice = () => settings.now.slips.pages;
  const printing = new WindowPrinting({ windowOf, files, printer, choice, dialog, log });
  const menu = menuTemplate(
    menuActions({ windows, closing, events, printing }),
    process.platform === 'darwin',
  );

  app.on('web-contents-created', (_, contents) => {
    hardenContents(contents, origin, (url) => void shell.openExternal(url));
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' || closing.isQuitting) app.quit();
  });
  app.on('before-quit', () => closing.end());

  const firstPage = Promise.withResolvers<undefined>();
  const firstWindow = app.whenReady().then(() => {
    hardenSession(session.defaultSession, origin);
    serveApp(protocol, path.join(out, 'renderer'));
    nativeTheme.themeSource = themeSourceOf(settings.now.appearance);
    Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
    windows.followScreens();
    watchPower(powerMonitor, {
      left: () => events.tellAll({ type: 'left' }),
      back: () => events.tellAll({ type: 'back' }),
      woke: () => withBackend((all) => all.woke()),
    });
    windows.open().webContents.once('did-finish-load', () => firstPage.resolve(undefined));
    app.on('second-instance', () => windows.show());
    app.on('activate', () => windows.show());
  });
  // Read from the disk while the window opens, which needs none of it.
  const backend = firstWindow.then(async () => {
    const { openBackend } = await import('./backend.ts');
    return openBackend({
      ...{ clock, log, settings, folder, printer, files },
      network: {
        proxyFor: (url) => session.defaultSession.resolveProxy(url),
        authorities: () => getCACertificates('system'),
      },
      keychain: createKeychain({ service: 'Carrel', load: loadKeytar }),
      desktop: {
        print: (id, to) => printing.print(id, to),
        copy: (text) => clipboard.writeText(text),
      },
      windows: { events, close: (id) => closing.close(id), stay: (id) => closing.stay(id) },
      startPractice: () => startProcess(practiceLibrary),
      host: { name: 'Electron', version: process.versions.electron },
      version: app.getVersion(),
    });
  });
  // Should the parts not come about, the program ends below.
  const withBackend = (act: (all: Backend) => void): void => void backend.then(act, () => undefined);
  connectIpc({
    origin,
    log,
    router: backend.then(({ router }) => router),
    windowOf: (one) => windows.idOf(one),
  });
  const end = async (): Promise<void> => {
    await Promise.all([(await backend).close(), files.close()]);
  };
  endInOrder(app, end, log);

  backend.then(
    ({ watchStation, warmUp }) => {
      watchStation((event) => {
        if (event.type === 'station') nativeTheme.themeSource = themeSourceOf(event.station.appearance);
      });
      void firstPage.promise.then(() => clock.sleep(pageFirstMs)).then(warmUp);
    },
    (error: unknown) => stopWith(error, app, dialog, log),
  );
}

/** The files of the person's own; each dialog opens in the folder where it was left. */
function openFiles({
  folder,
  settings,
  log,
  windowOf,
}: {
  readonly folder: string;
  readonly settings: SettingsStore;
  readonly log: Log;
  readonly windowOf: Windows['byId'];
}): DesktopFiles {
  return new DesktopFiles({
    ...{ dialog, shell, windowOf },
    folder: path.join(folder, 'looked-at'),
    places: {
      of: (use) => settings.now.folders[use] ?? null,
      keep(use, place) {
        try {
          settings.change({ folders: { ...settings.now.folders, [use]: place } });
        } catch (error) {
          log.defect(error); // On a full disk the dialog still works, and opens elsewhere the next time.
        }
      },
    },
  });
}

/** The printers that the system has. */
function systemPrinters(clock: Clock): Printers {
  const { platform, env } = process;
  const systemRoot = env.SystemRoot ?? String.raw`C:\Windows`;
  return new Printers({
    // Of any page: they are all told the same.
    read: async () => {
      const page = webContents.getAllWebContents().find((one) => !one.isDestroyed());
      return (await page?.getPrintersAsync()) ?? [];
    },
    defaultOf: (all) => defaultPrinterOf(all, { platform, systemRoot, run }),
    clock,
  });
}

/** Runs the practice library in a process of its own. Its key goes there by message, never on a command line. */
function startProcess(file: string): PracticeProcess {
  const child = utilityProcess.fork(file, [], { serviceName: 'Carrel practice library', stdio: 'inherit' });
  return {
    post: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    kill: () => void child.kill(),
  };
}
