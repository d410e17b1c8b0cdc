import { record } from './journal.ts';
import { loud, LoudEmitter } from './refuse.ts';

/** An asynchronous member that is recorded, and answers the same each time. */
const recorded =
  <T>(name: string, answer: T) =>
  (...args: unknown[]): Promise<T> => {
    record(name, ...args);
    return Promise.resolve(answer);
  };

/** `dialog`: nobody is there to answer, so every dialog is dismissed. A test puts its own function in its place. */
export const dialog = loud('dialog', {
  showOpenDialog: recorded('dialog.showOpenDialog', { canceled: true, filePaths: [] }),
  showSaveDialog: recorded('dialog.showSaveDialog', { canceled: true, filePath: '' }),
  showMessageBox: (...args: unknown[]) => {
    record('dialog.showMessageBox', ...args);
    const options = args.at(-1) as { cancelId?: number; defaultId?: number };
    return Promise.resolve({ response: options.cancelId ?? options.defaultId ?? 0, checkboxChecked: false });
  },
  showErrorBox: (title: string, content: string): void => {
    record('dialog.showErrorBox', title, content);
    console.error(`${title}\n${content}`);
  },
});

/** `shell`: nothing leaves the program. */
export const shell = loud('shell', {
  openExternal: recorded('shell.openExternal', undefined),
  openPath: recorded('shell.openPath', ''),
  showItemInFolder: (file: string): void => record('shell.showItemInFolder', file),
  beep: (): void => record('shell.beep'),
});

let copied = '';
/** `clipboard`: text, for this process only. */
export const clipboard = loud('clipboard', {
  readText: (): string => copied,
  writeText: (text: string): void => void (copied = text),
  clear: (): void => void (copied = ''),
});

const area = { x: 0, y: 0, width: 1920, height: 1080 };
const display = {
  ...{ id: 1, label: 'stand-in', bounds: area, workArea: area, size: area, workAreaSize: area },
  ...{ scaleFactor: 1, rotation: 0, internal: false },
};
class Screen extends LoudEmitter {
  protected static override readonly events = new Set([
    'display-added',
    'display-removed',
    'display-metrics-changed',
  ]);
  readonly getPrimaryDisplay = () => display;
  readonly getAllDisplays = () => [display];
  readonly getDisplayMatching = () => display;
  readonly getDisplayNearestPoint = () => display;
}
/** `screen`: one display of 1920 × 1080. */
export const screen = new Screen();

class PowerMonitor extends LoudEmitter {
  protected static override readonly events = new Set([
    ...['suspend', 'resume', 'on-ac', 'on-battery', 'shutdown', 'lock-screen', 'unlock-screen'],
    ...['user-did-become-active', 'user-did-resign-active'],
  ]);
  readonly getSystemIdleTime = (): number => 0;
  readonly getSystemIdleState = (): string => 'active';
  readonly isOnBatteryPower = (): boolean => false;
}
/** `powerMonitor`: a machine that never sleeps. A test emits `suspend`, `lock-screen` and so on itself. */
export const powerMonitor = new PowerMonitor();

/** `safeStorage`: never available here. */
export const safeStorage = loud('safeStorage', { isEncryptionAvailable: (): boolean => false });

/** `crashReporter`: nothing is collected. */
export const crashReporter = loud('crashReporter', {
  start: (options: object): void => record('crashReporter', options),
});
