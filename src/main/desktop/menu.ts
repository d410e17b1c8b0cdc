import type { MenuItemConstructorOptions } from 'electron';
import { m } from '../../messages/compiled/messages.js';

export interface MenuActions {
  readonly newWindow: () => void;
  readonly print: (to: 'paper' | 'pdf') => void;
}

const separator = { type: 'separator' } as const;

/**
 * The menu: what every program has, and no more. Its keys keep clear of those of the desk; there is no "reload", since
 * a page that is reloaded by mistake costs a patron's time.
 */
export function menuTemplate(
  { newWindow, print }: MenuActions,
  isMac: boolean,
): MenuItemConstructorOptions[] {
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: m.desktop_menu_file(),
      submenu: [
        { label: m.desktop_menu_new_window(), accelerator: 'CmdOrCtrl+N', click: newWindow },
        separator,
        { label: m.desktop_menu_print(), accelerator: 'CmdOrCtrl+P', click: () => print('paper') },
        { label: m.desktop_menu_save_pdf(), click: () => print('pdf') },
        separator,
        { role: 'close', label: m.desktop_menu_close() },
        ...(isMac ? [] : [{ role: 'quit', label: m.desktop_menu_quit() } as const]),
      ],
    },
    {
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
    },
    {
      label: m.desktop_menu_view(),
      submenu: [
        { role: 'zoomIn', label: m.desktop_menu_zoom_in() },
        { role: 'zoomOut', label: m.desktop_menu_zoom_out() },
        { role: 'resetZoom', label: m.desktop_menu_zoom_reset() },
        separator,
        { role: 'togglefullscreen', label: m.desktop_menu_full_screen() },
      ],
    },
  ];
}
