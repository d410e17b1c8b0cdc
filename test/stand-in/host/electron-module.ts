/** What `import … from 'electron'` and `require('electron')` give in the main process. */
import { app } from './app.ts';
import { BrowserWindow, webContents } from './browser-window.ts';
import { clipboard, crashReporter, dialog, powerMonitor, safeStorage, screen, shell } from './desktop.ts';
import { ipcMain } from './ipc-main.ts';
import { Menu } from './menu.ts';
import { nativeTheme } from './native-theme.ts';
import { net } from './net.ts';
import { loud, unsupported } from './refuse.ts';
import { session } from './session.ts';
import { utilityProcess } from './utility-process.ts';

const { protocol } = session.defaultSession;

const electron = loud('electron', {
  ...{ app, BrowserWindow, webContents, clipboard, crashReporter, dialog, powerMonitor, safeStorage, screen },
  ...{ shell, ipcMain, Menu, nativeTheme, net, session, protocol, utilityProcess },
});

export {
  app,
  BrowserWindow,
  webContents,
  clipboard,
  crashReporter,
  dialog,
  powerMonitor,
  safeStorage,
  screen,
};
export { shell, ipcMain, Menu, nativeTheme, net, session, protocol, utilityProcess };
export { electron as default, electron as 'module.exports' };

// An import of a name that does not exist stops the program before it can say why: these say it when used.
export const autoUpdater = unsupported('autoUpdater');
export const BaseWindow = unsupported('BaseWindow');
export const desktopCapturer = unsupported('desktopCapturer');
export const globalShortcut = unsupported('globalShortcut');
export const MenuItem = unsupported('MenuItem');
export const MessageChannelMain = unsupported('MessageChannelMain');
export const nativeImage = unsupported('nativeImage');
export const Notification = unsupported('Notification');
export const powerSaveBlocker = unsupported('powerSaveBlocker');
export const systemPreferences = unsupported('systemPreferences');
export const Tray = unsupported('Tray');
export const webFrameMain = unsupported('webFrameMain');
export const WebContentsView = unsupported('WebContentsView');
