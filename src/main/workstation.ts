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
  utilityProcess,
  webContents,
} from 'electron';
import { systemClock } from './clock.ts';
import { appScheme, originOf, serveApp } from './desktop/app-protocol.ts';
import { WindowEvents } from './desktop/calls.ts';
import { Closing } from './desktop/closing.ts';
import { defaultPrinterOf, run } from './desktop/default-printer.ts';
import { askAboutLostPage, diagnosticsHost, keepDumps, markRun } from './desktop/diagnostics-host.ts';
import { DesktopFiles } from './desktop/files.ts';
import { connectIpc } from './desktop/ipc.ts';
import { serveSecondStarts, startsDesk } from './desktop/command-line.ts';
import { Links } from './links/links.ts';
import { OpenedFiles } from './opened/opened-files.ts';
import type { PolicySystem } from './policy/source.ts';
import type { Trust } from './policy/trust.ts';
import { machineFolderOf, machineTrust } from './command-line/machine-folder.ts';
import { endInOrder, endOnDefects, stopWith, themeSourceOf, watchPower } from './desktop/lifecycle.ts';
import { menuActions, menuTemplate } from './desktop/menu.ts';
import { createPrinter } from './desktop/printer.ts';
import { Printers } from './desktop/printers.ts';
import { WindowPrinting } from './desktop/printing.ts';
import { hardenContents, hardenProgram, hardenSession } from './desktop/security.ts';
import { originalFiles } from './desktop/original-files.ts';
import { ownProgram } from './desktop/own-program.ts';
import { startOrGoBack } from './desktop/start.ts';
import { UpdateInstaller } from './desktop/update-installer.ts';
import { HiddenPage } from './desktop/hidden-page.ts';
import { openHiddenWindow, Windows } from './desktop/windows.ts';
import { installationOf } from './installation.ts';
import { openLog } from './log.ts';
import type { Backend } from './backend.ts';
import type { Clock, Keychain, Log } from './ports.ts';
import { openPolicy, policySystem } from './policy/open.ts';
import { effectiveSettings } from './policy/settings.ts';
import { createKeychain, type Keytar } from './station/keychain.ts';
import { ownFolder } from './own-files.ts';
import type { PracticeProcess } from './station/practice.ts';
import { useLocalProfile, moveProfile } from './station/profile-folder.ts';
import { openSettings } from './station/settings-file.ts';
import type { SettingsStore } from './station/settings.ts';
import { type Pinned, pinned } from './updates/pinned.ts';
import type { UpdatesSetup } from './updates/station-updates.ts';
import type { Starts } from './way-back/starts.ts';

const out = path.resolve(import.meta.dirname, '..');

/** The practice library's process starts this long after the page: started together, both would be slow. */
const pageFirstMs = 500;

/** What comes from outside this program's own code. An entry other than `index.ts` may replace it. */
export interface Externals {
  /** The native module for the system's keychain. */
  readonly loadKeytar: () => Promise<Keytar>;
  /** The file that runs as the practice library. */
  readonly practiceLibrary: string;
  /** The folder of the machine that only an administrator may write. */
  readonly machineFolder: string;
  /** Says who else could change a file there. */
  readonly trust: Trust;
  /** Where this system keeps policies. */
  readonly policies: () => PolicySystem;
  /** How this copy came onto the machine. */
  readonly installation: () => UpdatesSetup['kind'];
  /** Where updates come from, and whose signature they have. */
  readonly pinned: Pinned;
  /** What is kept of this copy when another version takes its place. */
  readonly program: () => UpdatesSetup['program'];
}

const machine = machineFolderOf(process.platform, process.env);

const defaults: Externals = {
  loadKeytar: async () => (await import('keytar')).default,
  practiceLibrary: path.join(out, 'main/practice-library.js'),
  machineFolder: machine,
  trust: machineTrust(process.platform, machine),
  policies: () => policySystem(process.platform),
  installation: () => installationOf({ isPackaged: app.isPackaged, resourcesPath: process.resourcesPath }),
  pinned,
  program: () => ownProgram(app.getPath('exe'), process.platform),
};

/**
 * Creates the whole program: first what must exist before Electron is ready, then a window, and while it opens the
 * backend for its calls.
 */
export function startWorkstation(overrides: Partial<Externals> = {}): void {
  const externals = { ...defaults, ...overrides };
  const { loadKeytar, machineFolder, trust, policies, installation } = externals;
  hardenProgram(app, process.env);
  protocol.registerSchemesAsPrivileged([appScheme]);
  // Before the single-instance lock, because the lock is in this folder.
  const roaming = useLocalProfile(app, process.platform, process.env);
  const keychain = createKeychain({ service: 'Carrel', load: loadKeytar });
  const request = startsDesk({ app, keychain, machineFolder, trust, policies });
  if (request === null) return;
  const userData = app.getPath('userData');
  const clock = systemClock;
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
    (starts) => openProgram({ externals, keychain, request, log, folder, starts }),
  );
}

interface ProgramStart {
  readonly externals: Externals;
  readonly keychain: Keychain;
  readonly request: NonNullable<ReturnType<typeof startsDesk>>;
  readonly log: Log;
  readonly folder: string;
  readonly starts: Starts;
}

/** Opens a window, and while it opens the backend for its calls. */
function openProgram({ externals, keychain, request, log, folder, starts }: ProgramStart): void {
  const { practiceLibrary, machineFolder, trust, policies } = externals;
  const { isPackaged } = app;
  const clock = systemClock;
  const links = new Links(log);
  if (request.link !== null) links.offer(request.link, null);
  const opened = new OpenedFiles(log);
  if (request.file !== undefined) opened.offer(request.file, null);
  const origin = originOf({ isPackaged, rendererUrl: process.env.ELECTRON_RENDERER_URL });
  keepDumps(crashReporter, log);
  const { lastRun } = markRun(app, folder, clock);
  const policy = openPolicy(folder, clock, log, policies());
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
      if (file !== undefined) opened.offer(file, window);
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
        proxyFor: (url) => Promise.resolve(policy.value('proxy') ?? session.defaultSession.resolveProxy(url)),
        authorities: () => [...getCACertificates('system'), ...policy.authorities],
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

/** How this copy is updated. */
const updatesSetup = ({ installation, pinned, program }: Externals, folder: string): UpdatesSetup => ({
  ...{ kind: installation(), pinned, program: program(), files: originalFiles },
  ...{ system: process.platform, arch: process.arch },
  installer: (way) =>
    new UpdateInstaller({ ...way, app, folder, kind: process.platform === 'darwin' ? 'zip' : 'nsis' }),
});

/** The user's files. Each dialog opens in the folder that was used last. */
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
          log.defect(error); // on a full disk the dialog still works, and opens elsewhere next time
        }
      },
    },
  });
}

/** The printers of the system. */
function systemPrinters(clock: Clock): Printers {
  const { platform, env } = process;
  const systemRoot = env.SystemRoot ?? String.raw`C:\Windows`;
  return new Printers({
    // Any page will do: the list is the same for all.
    read: async () => {
      const page = webContents.getAllWebContents().find((contents) => !contents.isDestroyed());
      return (await page?.getPrintersAsync()) ?? [];
    },
    defaultOf: (all) => defaultPrinterOf(all, { platform, systemRoot, run }),
    clock,
  });
}

/** Starts a process of its own. What it is to do comes in a message, never on a command line: there may be a key in it. */
function startProcess(file: string, serviceName: string): PracticeProcess {
  const child = utilityProcess.fork(file, [], { serviceName, stdio: 'inherit' });
  return {
    post: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    kill: () => void child.kill(),
  };
}
