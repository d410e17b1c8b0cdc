import path from 'node:path';
import { programDataFolder } from '../policy/program-data.ts';
import { type Registry, windowsRegistry } from '../policy/registry.ts';
import { posixTrust, type Trust, windowsTrust } from '../policy/trust.ts';

/**
 * The folder of the machine that only an administrator may write: policy, and what installers ask for. Carrel never
 * makes it as an ordinary user, who would then own it.
 */
export function machineFolderOf(platform: NodeJS.Platform, registry: Registry = windowsRegistry()): string {
  if (platform === 'win32') return programDataFolder(registry);
  return platform === 'darwin' ? '/Library/Application Support/Carrel' : '/run/carrel';
}

/** Who else could change a file of that folder, on this system. */
export const machineTrust = (platform: NodeJS.Platform, folder: string): Trust =>
  platform === 'win32' ? windowsTrust(path.win32.dirname(folder)) : posixTrust({ owners: [0] });
