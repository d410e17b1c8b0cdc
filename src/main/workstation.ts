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
  webContents,
} from 'electron';
import type { BrowserWindow } from 'electron';
import { systemClock } from './clock.ts';
import { appScheme, serveApp } from './desktop/app-protocol.ts';
import { Closing } from './desktop/closing.ts';
import { DesktopFiles } from './desktop/files.ts';
import { hostOf } from './desktop/host.ts';
import { connectIpc } from './desktop/ipc.ts';
import { endInOrder, endOnDefects, stopWith } from './desktop/life.ts';
import { menuTemplate } from './desktop/menu.ts';
import { originOf } from './desktop/origin.ts';
import { watchPower } from './desktop/power.ts';
import { startPracticeProcess } from './desktop/practice-process.ts';
import { defaultPrinterOf, run } from './desktop/default-printer.ts';
import { createPrinter } from './desktop/printer.ts';
import { Printers } from './desktop/printers.ts';
import { printFromMenu, printWindow } from './desktop/printing.ts';
import { hardenContents, hardenProgram, hardenSession } from './desktop/security.ts';
import { themeSourceOf } from './desktop/theme.ts';
import { UnseenPage } from './desktop/unseen-page.ts';
import { openUnseen, Windows } from './desktop/windows.ts';
import { openLog } from './log.ts';
import { ownFolder } from './station/own-folder.ts';
import type { Parts } from './parts.ts';
import { keepOnMachine, movedProfile } from './station/profile-folder.ts';
import { createKeychain, keychainFor } from './station/keychain.ts';
import { rehearsalIn } from './station/practice.ts';
import { openSettings } from './station/settings-file.ts';
import { WindowEvents } from './desktop/window-events.ts';

const out = path.resolve(import.meta.dirname, '..');

/** The practice library's process starts so long after the page: side by side, both would be late. */
const pageFirstMs = 500;

/**
 * Puts the program together, once: what has to be there before Electron is ready, then a window, and beside it what
 * that window will ask.
 */
export function startWorkstation(): void {
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
      withParts(({ router }) => router.abortAll(id));
    },
    onClosed: (id) => {
      unseen.rest(); // the last window of the desk ends the program
      withParts((all) => all.windowClosed(id));
    },
  });
  const closing: Closing = new Closing({
    ...{ events, clock },
    windowOf: (id) => windows.byId(id),
    all: () => windows.all,
    quit: () => app.quit(),
  });
  /** Where a window or a dialog was: no reason to fail for, on a full disk. */
  const keepPlace = (keep: () => void): void => {
    try {
      keep();
    } catch (error) {
      log.defect(error);
    }
  };
  const files = new DesktopFiles({
    dialog,
    shell,
    windowOf: (window) => windows.byId(window),
    folder: path.join(folder, 'looked-at'),
    places: {
      of: (use) => settings.now.folders[use] ?? null,
      keep: (use, place) =>
        keepPlace(() => settings.change({ folders: { ...settings.now.folders, [use]: place } })),
    },
  });
  const { platform, env } = process;
  const printers = new Printers({
    // Of any page: they are all told the same.
    read: async () => {
      const page = webContents.getAllWebContents().find((one) => !one.isDestroyed());
      return (await page?.getPrintersAsync()) ?? [];
    },
    defaultOf: (all) =>
      defaultPrinterOf(all, { platform, systemRoot: env.SystemRoot ?? String.raw`C:\Windows`, run }),
    clock,
  });
  const printer = createPrinter(unseen, printers, clock);
  const print = (id: number, to: 'paper' | 'pdf') =>
    printWindow({ id, window: windows.byId(id) }, to, {
      ...{ files, printer, choice: settings.now.slips.pages },
    });
  const onFocused = (act: (window: BrowserWindow) => void): void => {
    const window = windows.focused();
    if (window) act(window);
  };
  const menu = menuTemplate(
    {
      newWindow: () => void windows.open(),
      print(to) {
        const window = windows.focused();
        if (window === null) return;
        void printFromMenu(() => print(window.id, to), to, { window, dialog, log });
      },
      closeWindow: () => windows.focused()?.close(),
      quit: () => closing.quit(),
      zoom: (how) => onFocused((window) => windows.zoom(window, how)),
      help: () => onFocused(({ id }) => void events.tell(id, { type: 'help' })),
    },
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
      woke: () => withParts((all) => all.woke()),
    });
    windows.open().webContents.once('did-finish-load', () => firstPage.resolve(undefined));
    app.on('second-instance', () => windows.show());
    app.on('activate', () => windows.show());
  });
  // Read from the disk while the window opens, which needs none of it.
  const parts = firstWindow.then(async () => {
    const { openParts } = await import('./parts.ts');
    return openParts({
      clock,
      log,
      settings,
      folder,
      network: {
        proxyFor: (url) => session.defaultSession.resolveProxy(url),
        authorities: () => getCACertificates('system'),
      },
      keychain: keychainFor({ isPackaged, asked: process.env.CARREL_KEYCHAIN }, () =>
        createKeychain({ service: 'Carrel', load: async () => (await import('keytar')).default }),
      ),
      desktop: { print, copy: (text) => clipboard.writeText(text) },
      windows: { events, close: (id) => closing.close(id), stay: (id) => closing.stay(id) },
      printer,
      files,
      startPractice: () => startPracticeProcess(path.join(out, 'main/practice-library.js')),
      rehearsal: isPackaged ? {} : rehearsalIn(process.env.CARREL_PRACTICE),
      host: hostOf(process.versions),
      version: app.getVersion(),
    });
  });
  // Should the parts not come about, the program ends below.
  const withParts = (act: (all: Parts) => void): void => void parts.then(act, () => undefined);
  connectIpc({
    origin,
    log,
    router: parts.then(({ router }) => router),
    windowOf: (one) => windows.idOf(one),
  });
  const end = async (): Promise<void> => {
    await Promise.all([(await parts).close(), files.close()]);
  };
  endInOrder(app, end, log);

  parts.then(
    ({ watchStation, warmUp }) => {
      watchStation((event) => {
        if (event.type === 'station') nativeTheme.themeSource = themeSourceOf(event.station.appearance);
      });
      void firstPage.promise.then(() => clock.sleep(pageFirstMs)).then(warmUp);
    },
    (error: unknown) => stopWith(error, app, dialog, log),
  );
}
