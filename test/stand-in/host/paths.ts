import os from 'node:os';
import path from 'node:path';
import { commandLine, givenSwitch } from './command-line.ts';

const chosen = new Map<string, string>();
const homeFolders = new Set(['desktop', 'documents', 'downloads', 'music', 'pictures', 'videos']);

/** `app.setPath()`. */
export function setPath(name: string, value: string): void {
  chosen.set(name, value);
}

/** `app.getPath()`, as Electron answers it on Linux; `appName` names the folder of userData. */
export function getPath(name: string, appName: string): string {
  const own = chosen.get(name);
  if (own !== undefined) return own;
  if (homeFolders.has(name))
    return path.join(os.homedir(), `${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  switch (name) {
    case 'home':
      return os.homedir();
    case 'temp':
      return os.tmpdir();
    case 'exe':
      return process.argv[0] ?? '';
    case 'appData':
      return process.env.XDG_CONFIG_HOME ?? path.join(os.homedir(), '.config');
    case 'userData':
      return path.resolve(givenSwitch('user-data-dir') ?? path.join(getPath('appData', appName), appName));
    case 'sessionData':
      return getPath('userData', appName);
    case 'logs':
      return path.join(getPath('userData', appName), 'logs');
    case 'crashDumps':
      return path.join(getPath('userData', appName), 'Crashpad');
    default:
      throw new Error(`Failed to get '${name}' path`);
  }
}

/** The app's name, before it gives itself another. */
export const nameInManifest = commandLine.manifest.productName ?? commandLine.manifest.name ?? 'app';
