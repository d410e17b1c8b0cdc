import fs from 'node:fs';

/** The name under which a file that cannot be used is kept. */
export const asideName = (file: string, now: Date): string =>
  `${file}.aside-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;

/** Renames a file, and what belongs to it. */
export function moveAside(file: string, keptAs: string, companions: readonly string[] = []): void {
  for (const suffix of ['', ...companions]) {
    if (fs.existsSync(file + suffix)) fs.renameSync(file + suffix, keptAs + suffix);
  }
}

/** Renames a file that cannot be used, so that somebody can look into it later. */
export function setAside(file: string, now: Date): string {
  const keptAs = asideName(file, now);
  moveAside(file, keptAs);
  return keptAs;
}
