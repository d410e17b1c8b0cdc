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

/** The name under which a file that cannot be used is kept. */
export const asideName = (file: string, now: Date): string =>
  `${file}.aside-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;

/** Renames a file, and what belongs to it. Whoever made it: from now on it is its user's only. */
export function moveAside(file: string, keptAs: string, companions: readonly string[] = []): void {
  for (const suffix of ['', ...companions]) {
    if (!fs.existsSync(file + suffix)) continue;
    fs.renameSync(file + suffix, keptAs + suffix);
    fs.chmodSync(keptAs + suffix, fs.statSync(keptAs + suffix).isDirectory() ? 0o700 : 0o600);
  }
}

/** Renames a file that cannot be used, so that somebody can look into it later. */
export function setAside(file: string, now: Date): string {
  const keptAs = asideName(file, now);
  moveAside(file, keptAs);
  return keptAs;
}
