import type { App, BrowserWindow, CrashReporter, Dialog, Screen } from 'electron';
import { m } from '../../messages/compiled/messages.js';
import { dumpsIn, pruneDumps } from '../diagnostics/dumps.ts';
import { readFuses } from '../diagnostics/fuses.ts';
import { hostVersions } from '../diagnostics/host-versions.ts';
import type { DiagnosticsHost } from '../diagnostics/report.ts';
import { RunMarker } from '../diagnostics/run-marker.ts';
import { installationOf } from '../installation.ts';
import type { Clock, Log } from '../ports.ts';

interface HostParts {
  readonly app: Pick<App, 'getPath' | 'getLocale' | 'isPackaged' | 'on'>;
  readonly screen: () => Pick<Screen, 'getAllDisplays'>;
  readonly windows: () => readonly BrowserWindow[];
}

/** What Electron says of itself in a report. */
export function diagnosticsHost({ app, screen, windows }: HostParts): DiagnosticsHost {
  return {
    ...hostVersions(),
    locale: app.getLocale(),
    installedAs: installationOf({ isPackaged: app.isPackaged, resourcesPath: process.resourcesPath }),
    fuses: () => readFuses(process.execPath),
    dumps: () => dumpsIn(dumpsFolder(app)),
    windows: () =>
      windows().map((window) => {
        const { width, height } = window.getBounds();
        return { width, height, zoom: window.webContents.getZoomFactor(), maximized: window.isMaximized() };
      }),
    screens: () =>
      screen()
        .getAllDisplays()
        .map(({ size, scaleFactor }) => ({ width: size.width, height: size.height, scale: scaleFactor })),
  };
}

function dumpsFolder(app: HostParts['app']): string | null {
  try {
    return app.getPath('crashDumps');
  } catch {
    return null; // a host that keeps none
  }
}

/** From now on a crash leaves a dump on this machine, for a while. Nothing is ever sent. */
export function keepDumps(
  crashReporter: Pick<CrashReporter, 'start'>,
  app: HostParts['app'],
  { clock, log }: { readonly clock: Pick<Clock, 'now'>; readonly log: Log },
): void {
  try {
    pruneDumps(dumpsFolder(app), clock.now());
    crashReporter.start({ uploadToServer: false, ignoreSystemCrashHandler: false });
  } catch (error) {
    log.defect(error);
  }
}

/** Marks the run, and removes the mark at an end in order, also where the system ends the session. */
export function markRun(app: HostParts['app'], folder: string, clock: Pick<Clock, 'now'>): RunMarker {
  const marker = new RunMarker(folder, clock.now());
  process.on('exit', (code) => {
    if (code === 0) marker.ended();
  });
  // On Windows no code of the program runs after this.
  if (process.platform === 'win32')
    app.on('browser-window-created', (_event, window) => window.on('session-end', () => marker.ended()));
  return marker;
}

/** A page that fails again and again is no longer tried: its user says what is to happen. */
export async function askAboutLostPage(
  window: BrowserWindow,
  dialog: Pick<Dialog, 'showMessageBox'>,
): Promise<'again' | 'close'> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: m.diagnostics_page_lost(),
    detail: m.diagnostics_page_lost_note(),
    buttons: [m.diagnostics_page_lost_again(), m.diagnostics_page_lost_close()],
    ...{ defaultId: 0, cancelId: 1, noLink: true },
  });
  return response === 0 ? 'again' : 'close';
}
