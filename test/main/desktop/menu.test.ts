import { describe, expect, test, vi } from 'vitest';
import { menuTemplate } from '../../../src/main/desktop/menu.ts';
import { themeSourceOf } from '../../../src/main/desktop/lifecycle.ts';

describe('the menu', () => {
  const actions = {
    newWindow: vi.fn(),
    print: vi.fn(),
    closeWindow: vi.fn(),
    quit: vi.fn(),
    zoom: vi.fn(),
    help: vi.fn(),
  };
  const itemsOf = (isMac: boolean) =>
    menuTemplate(actions, isMac).flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));

  test.each([
    ['macOS', true],
    ['the others', false],
  ])('on %s: does what it says, and cannot reload a page by mistake', (_, isMac) => {
    vi.clearAllMocks();
    const items = itemsOf(isMac);
    for (const { click } of items) (click as (() => void) | undefined)?.();
    for (const act of ['newWindow', 'closeWindow', 'quit', 'help'] as const)
      expect(actions[act]).toHaveBeenCalledOnce();
    expect(actions.print.mock.calls).toEqual([['paper'], ['pdf']]);
    expect(actions.zoom.mock.calls).toEqual([['in'], ['out'], ['reset']]);
    const roles = items.map(({ role }) => role);
    for (const role of ['reload', 'forceReload', 'toggleDevTools']) expect(roles).not.toContain(role);
    // A role of its own would close what something is open in, or end the program, and ask nobody.
    for (const role of ['close', 'quit']) expect(roles).not.toContain(role);
    for (const { label, type } of items) expect(label !== undefined || type === 'separator').toBe(true);
  });

  test('has what every program of macOS has', () => {
    const menus = menuTemplate(actions, true);
    expect(menus.map(({ label, role }) => role ?? label)).toEqual([
      ...['Carrel', 'File', 'Edit', 'View', 'window', 'help'],
    ]);
    const roles = itemsOf(true).flatMap(({ role }) => role ?? []);
    for (const role of [
      ...['about', 'services', 'hide', 'hideOthers', 'unhide', 'minimize', 'zoom', 'front'],
      ...['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'togglefullscreen'],
    ])
      expect(roles).toContain(role);
    expect(menuTemplate(actions, false).map(({ label }) => label)).toEqual(['File', 'Edit', 'View', 'Help']);
  });

  test('leaves its letters to the page: none is taken by Alt', () => {
    const menus = [...menuTemplate(actions, false), ...itemsOf(false)];
    for (const { label = '' } of menus) expect(label).not.toContain('&');
  });
});

describe('the host', () => {
  test('follows the appearance; high contrast is the page’s own', () => {
    const themes = (['system', 'light', 'dark', 'contrast'] as const).map((theme) =>
      themeSourceOf({ theme }),
    );
    expect(themes).toEqual(['system', 'light', 'dark', 'system']);
  });
});
