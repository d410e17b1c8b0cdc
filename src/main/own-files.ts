import { randomUUID } from 'node:crypto';
import fs from 'node:fs';

/**
 * Creates a folder of this program that only its user can open. Errors are ignored: writing to the folder reports them.
 */
export function ownFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.chmodSync(folder, 0o700);
  } catch {
    // Writing a file into the folder fails with the reason.
  }
}

/**
 * Writes a file whole, or not at all: for whoever reads it meanwhile, and through a power cut. Others may be able to write
 * into the folder, so the unfinished file is a new one, under a name that nobody can have put a link at.
 */
export function writeWhole(file: string, text: string, mode = 0o600): void {
  const part = `${file}.${randomUUID()}.part`;
  try {
    fs.writeFileSync(part, text, { mode, flag: 'wx', flush: true });
    fs.renameSync(part, file);
  } catch (error) {
    fs.rmSync(part, { force: true });
    throw error;
  }
}

/** The new name of a file that cannot be used. */
export const asideName = (file: string, now: Date): string =>
  `${file}.aside-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;

/** Renames a file and its companions. Afterwards only its user can read them, whoever created them. */
export function moveAside(file: string, target: string, companions: readonly string[] = []): void {
  for (const suffix of ['', ...companions]) {
    if (!fs.existsSync(file + suffix)) continue;
    fs.renameSync(file + suffix, target + suffix);
    fs.chmodSync(target + suffix, fs.statSync(target + suffix).isDirectory() ? 0o700 : 0o600);
  }
}

/** Renames a file that cannot be used, so that it can be examined later. Returns the new name. */
export function setAside(file: string, now: Date): string {
  const target = asideName(file, now);
  moveAside(file, target);
  return target;
}
