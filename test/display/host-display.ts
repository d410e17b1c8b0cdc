import type { ElectronHost } from '../../build/electron.ts';
import { Display } from './display.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where the windows of a test go. The stand-in needs none, so that a person's screen stays theirs; Electron on Linux
 * does not start without, and has one of its own where there is none.
 */
export function displayFor(
  kind: ElectronHost['kind'],
  platform: NodeJS.Platform,
  env: Environment,
): 'none' | 'given' | 'own' {
  if (kind === 'stand-in') return 'none';
  const isThere = [env.DISPLAY, env.WAYLAND_DISPLAY].some(Boolean);
  return platform !== 'linux' || isThere ? 'given' : 'own';
}

let own: Promise<Display> | undefined;

/** What a program that a test starts is told of displays. One of our own lasts as long as this process. */
export async function displayEnvironment(kind: ElectronHost['kind']): Promise<Record<string, string>> {
  switch (displayFor(kind, process.platform, process.env)) {
    case 'none':
      return { DISPLAY: '', WAYLAND_DISPLAY: '' };
    case 'given':
      return {};
    case 'own':
      return (await (own ??= Display.open())).env;
  }
}
