import fs from 'node:fs';

/** Renames a file that cannot be used, and what belongs to it, so that somebody can look into it later. */
export function setAside(file: string, now: Date, companions: readonly string[] = []): string {
  const keptAs = `${file}.aside-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
  for (const suffix of ['', ...companions]) {
    if (fs.existsSync(file + suffix)) fs.renameSync(file + suffix, keptAs + suffix);
  }
  return keptAs;
}
