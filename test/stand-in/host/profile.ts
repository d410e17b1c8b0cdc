import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const prefix = 'carrel-stand-in-';

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function remove(folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  } catch {
    // A dying Chromium still writes in it: the next start takes it away.
  }
}

/** Profiles whose stand-in was killed before it could take them away. */
function removeLeftovers(): void {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : NaN;
    if (Number.isInteger(pid) && !isRunning(pid)) remove(path.join(os.tmpdir(), name));
  }
}

/** Chromium's own folder, thrown away at the end; the app's files are in its userData. */
export const profile = fs.mkdtempSync(path.join(os.tmpdir(), `${prefix}${process.pid}-`));

export function dropProfile(): void {
  remove(profile);
  removeLeftovers();
}
