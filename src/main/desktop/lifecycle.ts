import type { App, Dialog, PowerMonitor } from 'electron';
import type { Appearance } from '../../contract/station.ts';
import { m } from '../../messages/compiled/messages.js';
import type { Log } from '../ports.ts';

/**
 * Handles uncaught errors. An unhandled rejection is logged. An uncaught exception ends the program, because its state
 * is then unknown, and the journal has everything important.
 */
export function endOnDefects(app: Pick<App, 'exit'>, dialog: Pick<Dialog, 'showErrorBox'>, log: Log): void {
  // The terminal that started the program may be closed.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  // Node's own listener writes the whole warning, which for a rejection contains the error's message.
  process.removeAllListeners('warning');
  process.on('warning', ({ name }) => log.line('warning', { name }));
  process.on('unhandledRejection', (error) => void log.defect(error));
  process.on('uncaughtException', (error) => stopWith(error, app, dialog, log));
}

/** Tells the user that the program has to stop, with the id of the error in the log; then stops. */
export function stopWith(
  error: unknown,
  app: Pick<App, 'exit'>,
  dialog: Pick<Dialog, 'showErrorBox'>,
  log: Log,
): void {
  dialog.showErrorBox(m.desktop_defect_title(), m.desktop_defect({ id: log.defect(error) }));
  app.exit(1);
}

/** Lets `close` finish before the process exits. */
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
 * Calls `onAway` when the machine is locked, asleep or another user's, and `onBack` when the user may be back. The
 * systems report different parts of this: Linux only sleep.
 */
export function watchPower(
  monitor: PowerMonitor,
  {
    onAway,
    onBack,
    onWake,
  }: { readonly onAway: () => void; readonly onBack: () => void; readonly onWake: () => void },
): void {
  monitor.on('lock-screen', onAway);
  monitor.on('suspend', onAway);
  monitor.on('user-did-resign-active', onAway);
  monitor.on('resume', () => {
    onWake();
    onBack();
  });
  monitor.on('unlock-screen', onBack);
  monitor.on('user-did-become-active', onBack);
}

/**
 * The theme of the system's parts of a window. High contrast is only in the page: the system's parts stay light or
 * dark.
 */
export function themeSourceOf({ theme }: Pick<Appearance, 'theme'>): 'system' | 'light' | 'dark' {
  return theme === 'contrast' ? 'system' : theme;
}
