import type { App, Dialog, PowerMonitor } from 'electron';
import type { Appearance } from '../../contract/station.ts';
import { m } from '../../messages/compiled/messages.js';
import type { Log } from '../ports.ts';

/**
 * What nobody caught. A promise that nobody waited for is noted; an error that broke out of everything ends the
 * program, since nobody knows what state it is in, and the journal has kept what matters.
 */
export function endOnDefects(app: Pick<App, 'exit'>, dialog: Pick<Dialog, 'showErrorBox'>, log: Log): void {
  // The terminal that the program was started from may have gone.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  // Node's own listener writes a warning out whole, and a rejection's holds the error's message.
  process.removeAllListeners('warning');
  process.on('warning', ({ name }) => log.line('warning', { name }));
  process.on('unhandledRejection', (error) => void log.defect(error));
  process.on('uncaughtException', (error) => stopWith(error, app, dialog, log));
}

/** Says that the program has to stop, and under which id the log says why; then stops. */
export function stopWith(
  error: unknown,
  app: Pick<App, 'exit'>,
  dialog: Pick<Dialog, 'showErrorBox'>,
  log: Log,
): void {
  dialog.showErrorBox(m.desktop_defect_title(), m.desktop_defect({ id: log.defect(error) }));
  app.exit(1);
}

/** Ends in order: `close` has its time before the process goes. */
export function endInOrder(app: Pick<App, 'on' | 'exit'>, close: () => Promise<void>, log: Log): void {
  let ending = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (ending) return;
    ending = true;
    close()
      .catch((error: unknown) => log.defect(error))
      .finally(() => app.exit(0));
  });
}

/**
 * Tells when nobody is at the machine any more, since it is locked, asleep or another user's, and when somebody may be
 * again. Each system tells some of it: Linux only of sleep.
 */
export function watchPower(
  monitor: PowerMonitor,
  { left, back, woke }: { readonly left: () => void; readonly back: () => void; readonly woke: () => void },
): void {
  monitor.on('lock-screen', left);
  monitor.on('suspend', left);
  monitor.on('user-did-resign-active', left);
  monitor.on('resume', () => {
    woke();
    back();
  });
  monitor.on('unlock-screen', back);
  monitor.on('user-did-become-active', back);
}

/** What the OS's own parts of a window follow. High contrast is the page's: its light and dark are the system's. */
export function themeSourceOf({ theme }: Pick<Appearance, 'theme'>): 'system' | 'light' | 'dark' {
  return theme === 'contrast' ? 'system' : theme;
}
