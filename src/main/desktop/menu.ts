import type { BrowserWindow, MenuItemConstructorOptions } from 'electron';
import { m } from '../../messages/compiled/messages.js';
import type { WindowEvents } from './calls.ts';
import type { Closing } from './closing.ts';
import type { PrintTo, WindowPrinting } from './printing.ts';
import type { Windows } from './windows.ts';
import type { Zoom } from './zoom.ts';

export interface MenuActions {
  readonly newWindow: () => void;
  readonly print: (to: PrintTo) => void;
  /** Closes the window; `quit` closes all. Both ask first if something is open. */
  readonly closeWindow: () => void;
  readonly quit: () => void;
  readonly zoom: (how: Zoom) => void;
  readonly help: () => void;
}

const separator = { type: 'separator' } as const;

const quitItem = ({ quit }: MenuActions): MenuItemConstructorOptions => ({
  label: m.desktop_menu_quit(),
  accelerator: 'CmdOrCtrl+Q',
  click: quit,
});

/** The first menu on macOS. */
const appMenu = (actions: MenuActions): MenuItemConstructorOptions => ({
  label: m.app_name(),
  submenu: [
    { role: 'about', label: m.desktop_menu_about() },
    separator,
    { role: 'services', label: m.desktop_menu_services() },
    separator,
    { role: 'hide', label: m.desktop_menu_hide() },
    { role: 'hideOthers', label: m.desktop_menu_hide_others() },
    { role: 'unhide', label: m.desktop_menu_unhide() },
    separator,
    quitItem(actions),
  ],
});

/** The menu of the windows on macOS, which adds the open windows. */
const windowMenu = (): MenuItemConstructorOptions => ({
  role: 'window',
  label: m.desktop_menu_window(),
  submenu: [
    { role: 'minimize', label: m.desktop_menu_minimize() },
    { role: 'zoom', label: m.desktop_menu_zoom_window() },
    separator,
    { role: 'front', label: m.desktop_menu_front() },
  ],
});

const fileMenu = (actions: MenuActions, isMac: boolean): MenuItemConstructorOptions => ({
  label: m.desktop_menu_file(),
  submenu: [
    { label: m.desktop_menu_new_window(), accelerator: 'CmdOrCtrl+N', click: actions.newWindow },
    separator,
    { label: m.desktop_menu_print(), accelerator: 'CmdOrCtrl+P', click: () => actions.print('paper') },
    { label: m.desktop_menu_save_pdf(), click: () => actions.print('pdf') },
    separator,
    { label: m.desktop_menu_close(), accelerator: 'CmdOrCtrl+W', click: actions.closeWindow },
    ...(isMac ? [] : [quitItem(actions)]),
  ],
});

const editMenu = (): MenuItemConstructorOptions => ({
  label: m.desktop_menu_edit(),
  submenu: [
    { role: 'undo', label: m.desktop_menu_undo() },
    { role: 'redo', label: m.desktop_menu_redo() },
    separator,
    { role: 'cut', label: m.desktop_menu_cut() },
    { role: 'copy', label: m.desktop_menu_copy() },
    { role: 'paste', label: m.desktop_menu_paste() },
    { role: 'selectAll', label: m.desktop_menu_select_all() },
  ],
});

/** The page's input handler takes the keys of the first three before the menu (`zoom.ts`); here they are only shown. */
const viewMenu = ({ zoom }: MenuActions): MenuItemConstructorOptions => ({
  label: m.desktop_menu_view(),
  submenu: [
    { label: m.desktop_menu_zoom_in(), accelerator: 'CmdOrCtrl+Plus', click: () => zoom('in') },
    { label: m.desktop_menu_zoom_out(), accelerator: 'CmdOrCtrl+-', click: () => zoom('out') },
    { label: m.desktop_menu_zoom_reset(), accelerator: 'CmdOrCtrl+0', click: () => zoom('reset') },
    separator,
    { role: 'togglefullscreen', label: m.desktop_menu_full_screen() },
  ],
});

const helpMenu = ({ help }: MenuActions): MenuItemConstructorOptions => ({
  role: 'help',
  label: m.app_help(),
  submenu: [{ label: m.app_key_help(), click: help }],
});

/**
 * The menu, with the usual entries only. Its keys do not conflict with those of the desk. There is no "reload", because
 * a page that is reloaded by mistake costs a patron's time.
 */
export const menuTemplate = (actions: MenuActions, isMac: boolean): MenuItemConstructorOptions[] => [
  ...(isMac ? [appMenu(actions)] : []),
  fileMenu(actions, isMac),
  editMenu(),
  viewMenu(actions),
  ...(isMac ? [windowMenu()] : []),
  helpMenu(actions),
];

interface MenuTargets {
  readonly windows: Windows;
  readonly closing: Closing;
  readonly events: WindowEvents;
  readonly printing: WindowPrinting;
}

/** The actions of the menu, mostly on the focused window. */
export function menuActions({ windows, closing, events, printing }: MenuTargets): MenuActions {
  const inFocused = (act: (window: BrowserWindow) => void): void => {
    const window = windows.focused();
    if (window) act(window);
  };
  return {
    newWindow: () => void windows.open(),
    print: (to) => inFocused((window) => void printing.printFromMenu(window, to)),
    closeWindow: () => inFocused((window) => window.close()),
    quit: () => closing.quit(),
    zoom: (how) => inFocused((window) => windows.zoom(window, how)),
    help: () => inFocused(({ id }) => void events.send(id, { type: 'help' })),
  };
}
