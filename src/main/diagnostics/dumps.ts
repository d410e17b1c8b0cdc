import fs from 'node:fs';
import path from 'node:path';

/** So many stay on this machine, and so long: names and the key may be in them. */
const mostKept = 5;
const keptMs = 30 * 24 * 60 * 60 * 1000;
/** More, or larger ones, are not put into a report. */
const most = 3;
const mostBytes = 20_000_000;

export interface Dump {
  readonly name: string;
  readonly at: string;
  readonly bytes: number;
  readonly file: string;
}

/** The crash dumps of this machine's user, the newest first. They are on this machine and nowhere else. */
export function dumpsIn(folder: string | null): readonly Dump[] {
  if (folder === null) return [];
  try {
    return fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.dmp'))
      .map((name) => {
        const file = path.join(folder, name);
        const { size, mtime } = fs.statSync(file);
        return { name: path.basename(name), at: mtime.toISOString(), bytes: size, file };
      })
      .toSorted((a, b) => b.at.localeCompare(a.at));
  } catch {
    return []; // there never was one, or it cannot be read
  }
}

/** Removes the dumps that are too old or too many. */
export function pruneDumps(folder: string | null, now: Date): void {
  for (const [nth, { at, file }] of dumpsIn(folder).entries())
    // What Crashpad keeps beside a dump says nothing without it.
    if (nth >= mostKept || now.getTime() - Date.parse(at) > keptMs) fs.rmSync(file, { force: true });
}

/** The newest dumps with their content, as they stand in the file of a report. */
export const dumpContents = (dumps: readonly Dump[]): readonly object[] =>
  dumps
    .filter(({ bytes }) => bytes <= mostBytes)
    .slice(0, most)
    .map(({ name, at, bytes, file }) => ({ name, at, bytes, base64: fs.readFileSync(file, 'base64') }));
