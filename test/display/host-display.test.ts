import { describe, expect, test } from 'vitest';
import { displayEnvironment, displayFor } from './host-display.ts';

describe('where the windows of a test go', () => {
  test.each<[...Parameters<typeof displayFor>, ReturnType<typeof displayFor>]>([
    ['stand-in', 'linux', {}, 'none'],
    ['stand-in', 'linux', { DISPLAY: ':0' }, 'none'],
    ['electron', 'linux', { DISPLAY: ':0' }, 'given'],
    ['electron', 'linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'given'],
    ['electron', 'linux', {}, 'own'],
    ['electron', 'linux', { DISPLAY: '', WAYLAND_DISPLAY: '' }, 'own'],
    ['electron', 'darwin', {}, 'given'],
    ['electron', 'win32', {}, 'given'],
  ])('%s on %s, with %j: %s', (kind, platform, env, where) => {
    expect(displayFor(kind, platform, env)).toBe(where);
  });

  test('the stand-in is told of none, though there is one', async () => {
    expect(await displayEnvironment('stand-in')).toEqual({ DISPLAY: '', WAYLAND_DISPLAY: '' });
  });
});
