import path from 'node:path';
import { getCACertificates } from 'node:tls';
import {
  app,
  clipboard,
  crashReporter,
  dialog,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
} from 'electron';
import { awakeClock } from './clock.ts';
import { appScheme, originOf, serveApp } from './desktop/app-protocol.ts';
import { WindowEvents } from './desktop/calls.ts';
import { Closing } from './desktop/closing.ts';
import { askAboutLostPage, diagnosticsHost, keepDumps, markRun } from './desktop/diagnostics-host.ts';
import { type Externals, out, ownExternals } from './desktop/externals.ts';
import { connectIpc } from './desktop/ipc.ts';
import { serveSecondStarts, startsDesk } from './desktop/command-line.ts';
import { Links } from './links/links.ts';
import { OpenedFiles } from './opened/opened-files.ts';
import type { PolicySystem } from './policy/source.ts';
import { endInOrder, endOnDefects, stopWith, themeSourceOf, watchPower } from './desktop/lifecycle.ts';
import { menuActions, menuTemplate } from './desktop/menu.ts';
import { createPrinter } from './desktop/printer.ts';
import { WindowPrinting } from './desktop/printing.ts';
import { hardenContents, hardenProgram, hardenSession } from './desktop/security.ts';
import { startProcess } from './desktop/own-process.ts';
import { startOrGoBack } from './desktop/start.ts';
import { systemPrinters } from './desktop/system-printers.ts';
import { updatesSetup } from './desktop/updates-setup.ts';
import { openFiles } from './desktop/user-files.ts';
import { HiddenPage } from './desktop/hidden-page.ts';
import { openHiddenWindow, Windows } from './desktop/windows.ts';
import { authorityInForce } from './network/authorities.ts';
import { openLog } from './log.ts';
import type { Backend } from './backend-options.ts';
import type { Clock, Keychain, Log } from './ports.ts';
import { openPolicy } from './policy/open.ts';
import { effectiveSettings } from './policy/settings.ts';
import { createKeychain } from './station/keychain.ts';
import { ownFolder } from './own-files.ts';
import { useLocalProfile, moveProfile } from './station/profile-folder.ts';
import { openSettings } from './station/settings-file.ts';
import type { Starts } from './way-back/starts.ts';

/** The practice library's process starts this long after the page: started together, both would be slow. */
const pageFirstMs = 500;

/**
 * Creates the whole program: first what must exist before Electron is ready, then a window, and while it opens the
 * backend for its calls.
 */
export function startWorkstation(overrides: Partial<Externals> = {}): void {
  const externals = { ...ownExternals(), ...overrides };
  const { loadKeytar, machineFolder, trust, policies, installation } = externals;
  hardenProgram(app, process.env);
  protocol.registerSchemesAsPrivileged([appScheme]);
  // Before the single-instance lock, because the lock is in this folder.
  const roaming = useLocalProfile(app, process.platform, process.env);
  const keychain = createKeychain({ service: 'Carrel', load: loadKeytar });
  const request = startsDesk({ app, keychain, machineFolder, trust, policies });
  if (request === null) return;
  const userData = app.getPath('userData');
  const clock = awakeClock();
  const log = openLog(path.join(userData, 'logs'), clock, process.stderr);
  const folder = roaming === null ? userData : moveProfile(roaming, userData, log);
  endOnDefects(app, dialog, log);
  ownFolder(folder);
  startOrGoBack(
    {
      ...{ app, dialog, folder, clock, log },
      hasInstaller: installation() === 'nsis',
      args: process.argv.slice(1),
    },
    (starts) => {
      const system = policies();
      const open = (): void =>
        openProgram({ externals, system, keychain, request, clock, log, folder, starts });
      // At once, where nothing has to be loaded first.
      const loading = system.prepare?.() ?? null;
      if (loading === null) open();
      else void loading.catch((error: unknown) => log.defect(error)).then(open);
    },
  );
}

interface ProgramStart {
  readonly externals: Externals;
  readonly system: PolicySystem;
  readonly keychain: Keychain;
  readonly request: NonNullable<ReturnType<typeof startsDesk>>;
  readonly clock: Clock;
  readonly log: Log;
  readonly folder: string;
  readonly starts: Starts;
}

/** Opens a window, and while it opens the backend for its calls. */
function openProgram(start: ProgramStart): void {
  const { externals, system, keychain, request, clock, log, folder, starts } = start;
  const { practiceLibrary, machineFolder, trust } = externals;
  const { isPackaged } = app;
  const links = new Links(log);
  if (request.link !== null) links.offer(request.link, null);
  const opened = new OpenedFiles(log);
  if (request.file !== undefined) void opened.offer(request.file, null);
  const origin = originOf({ isPackaged, rendererUrl: process.env.ELECTRON_RENDERER_URL });
  keepDumps(crashReporter, app, { clock, log });
  const { lastRun } = markRun(app, folder, clock);
  const policy = openPolicy(folder, clock, log, system);
  const ownSettings = openSettings(folder, clock, log);
  const settings = effectiveSettings(ownSettings, policy);

  const hiddenPage = new HiddenPage({
    open: openHiddenWindow,
    clock,
    keep: () => windows.focused() !== null,
  });
  const events = new WindowEvents();
  const windows: Windows = new Windows({
    origin,
    log,
    preload: path.join(out, 'preload/index.cjs'),
    savedBounds: () => settings.now.window,
    saveBounds: (window) => settings.change({ window }),
    mayClose: (id) => closing.mayClose(id),
    onPageGone: (id) => {
      closing.gone(id);
      withBackend((backend) => {
        backend.router.abortAll(id);
        backend.pageGone(id);
      });
    },
    onClosed: (id) => {
      hiddenPage.release(); // when the last window closes, the hidden window must not keep the program running
      withBackend((backend) => backend.windowClosed(id));
    },
    onPageLost: (window) => askAboutLostPage(window, dialog),
  });
  const windowOf = (id: number) => windows.byId(id);
  const closing: Closing = new Closing({
    ...{ events, clock, windowOf },
    all: () => windows.all,
    quit: () => app.quit(),
  });
  const files = openFiles({ folder, settings, log, windowOf });
  const printer = createPrinter(hiddenPage, systemPrinters(clock), clock);
  const choice = () => settings.now.slips.pages;
  const printing = new WindowPrinting({ windowOf, files, printer, choice, dialog, log });
  const menu = menuTemplate(
    menuActions({ windows, closing, events, printing }),
    process.platform === 'darwin',
  );

  serveSecondStarts(app, {
    ...{ folder, log },
    answers: async () => (await backend).answers,
    show: ({ link, file }) => {
      const window = windows.focused()?.id ?? null;
      if (link !== null) links.offer(link, window);
      if (file !== undefined) void opened.offer(file, window);
      if (app.isReady()) windows.show();
    },
  });
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
      onAway: () => events.sendAll({ type: 'left' }),
      onBack: () => events.sendAll({ type: 'back' }),
      onWake: () => withBackend((backend) => backend.woke()),
    });
    windows.open().webContents.once('did-finish-load', () => firstPage.resolve(undefined));
    app.on('activate', () => windows.show());
  });
  // Loaded while the window opens, because opening it does not need the backend.
  const backend = firstWindow.then(async () => {
    const { openBackend } = await import('./backend.ts');
    return openBackend({
      ...{ clock, log, policy, folder, printer, files },
      settings: ownSettings,
      network: {
        proxyFor(url) {
          const { proxy } = settings.now.network;
          return proxy === '' ? session.defaultSession.resolveProxy(url) : Promise.resolve(proxy);
        },
        authorities: () => [...getCACertificates('system'), ...authorityInForce(policy, settings)],
      },
      ...{ keychain, links, opened, machineFolder, trust },
      desktop: {
        print: (id, to) => printing.print(id, to),
        copy: (text) => clipboard.writeText(text),
      },
      windows: {
        events,
        open: () => windows.all.map(({ id }) => id),
        close: (id) => closing.close(id),
        stay: (id) => closing.stay(id),
      },
      startPractice: () => startProcess(practiceLibrary, 'Carrel practice library'),
      startTransform: () => startProcess(path.join(out, 'main/letter-preview.js'), 'Carrel letter preview'),
      host: { name: 'Electron', version: process.versions.electron },
      updates: updatesSetup(externals, folder),
      version: app.getVersion(),
      reported: diagnosticsHost({ app, screen: () => screen, windows: () => windows.all }),
      lastRun,
    });
  });
  // If the backend cannot be created, the program ends below.
  const withBackend = (use: (backend: Backend) => void): void => void backend.then(use, () => undefined);
  connectIpc({
    origin,
    log,
    router: backend.then(({ router }) => router),
    windowOf: (contents) => windows.idOf(contents),
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
      void firstPage.promise.then(() => starts.succeeded());
      void firstPage.promise.then(() => clock.sleep(pageFirstMs)).then(warmUp);
    },
    (error: unknown) => stopWith(error, app, dialog, log),
  );
}
