import fs from 'node:fs';

/** Makes sure of a folder of this program's own, which only its user can look into. What fails here is told by what needs it. */
export function ownFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.chmodSync(folder, 0o700);
  } catch {
    // A folder that cannot be had is told where something is to be written to it.
  }
}
