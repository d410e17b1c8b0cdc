import { describe, expect, test, vi } from 'vitest';
import { hostOf } from '../../../src/main/desktop/host.ts';
import { menuTemplate } from '../../../src/main/desktop/menu.ts';
import { themeSourceOf } from '../../../src/main/desktop/theme.ts';

describe('the menu', () => {
  test('prints and opens windows, and cannot reload a page by mistake', () => {
    const actions = { newWindow: vi.fn(), print: vi.fn() };
    const items = menuTemplate(actions, false).flatMap(({ submenu }) =>
      Array.isArray(submenu) ? submenu : [],
    );
    for (const { click } of items) (click as (() => void) | undefined)?.();
    expect(actions.newWindow).toHaveBeenCalledOnce();
    expect(actions.print.mock.calls).toEqual([['paper'], ['pdf']]);
    const roles = items.map(({ role }) => role);
    expect(roles).toContain('quit');
    for (const role of ['reload', 'forceReload', 'toggleDevTools']) expect(roles).not.toContain(role);
  });
});

describe('the host', () => {
  test('names itself', () => {
    expect(hostOf({ electron: '45.4.1' })).toEqual({ name: 'Electron', version: '45.4.1' });
    expect(hostOf({ electron: '45.4.1', 'stand-in': '1' })).toEqual({ name: 'stand-in', version: '1' });
  });

  test('follows the appearance; high contrast is the page’s own', () => {
    const themes = (['system', 'light', 'dark', 'contrast'] as const).map((theme) =>
      themeSourceOf({ theme }),
    );
    expect(themes).toEqual(['system', 'light', 'dark', 'system']);
  });
});
