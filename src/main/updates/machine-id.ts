import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { windowsRegistry } from '../policy/registry.ts';

const cryptography = String.raw`SOFTWARE\Microsoft\Cryptography`;

/** The id that the system has for this machine; `''` if it has none. */
async function ofSystem(platform: NodeJS.Platform): Promise<string> {
  if (platform === 'win32')
    return String(windowsRegistry().values('HKLM', cryptography)?.get('MachineGuid') ?? '');
  if (platform === 'darwin') {
    const args = ['-rd1', '-c', 'IOPlatformExpertDevice'];
    const { stdout } = await promisify(execFile)('/usr/sbin/ioreg', args, { timeout: 5000 });
    return /"IOPlatformUUID" = "([^"]+)"/.exec(stdout)?.[1] ?? '';
  }
  return fs.readFileSync('/etc/machine-id', 'utf8').trim();
}

/** An id of our own, kept in the program's folder. */
function ofFolder(folder: string): string {
  const file = path.join(folder, 'machine-id');
  try {
    const kept = fs.readFileSync(file, 'utf8').trim();
    if (kept !== '') return kept;
  } catch {
    // The first time.
  }
  const id = randomUUID();
  try {
    fs.writeFileSync(file, id, { mode: 0o600 });
  } catch {
    // Then the machine is in another ring after the next start: an update comes earlier or later, and nothing else.
  }
  return id;
}

/** An id that stays the same on this machine. It never leaves it: only its place among the rings is made of it. */
export async function machineId(platform: NodeJS.Platform, folder: string): Promise<string> {
  try {
    const id = await ofSystem(platform);
    if (id !== '') return id;
  } catch {
    // A machine without one, as an image that was never started.
  }
  return ofFolder(folder);
}
