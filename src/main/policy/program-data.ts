import path from 'node:path';
import type { Registry } from './registry.ts';

/** Where Windows keeps the place of ProgramData. The environment would say it too, and a user can change that. */
const shellFolders = String.raw`Software\Microsoft\Windows\CurrentVersion\Explorer\Shell Folders`;

const usual = String.raw`C:\ProgramData`;

/** The program's folder in ProgramData, as Windows itself names it: the usual place, where Windows does not say. */
export function programDataFolder(registry: Registry): string {
  try {
    const named = registry.values('HKLM', shellFolders)?.get('Common AppData');
    return path.win32.join(typeof named === 'string' && named !== '' ? named : usual, 'Carrel');
  } catch {
    return path.win32.join(usual, 'Carrel');
  }
}
