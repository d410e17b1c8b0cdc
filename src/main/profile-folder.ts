import fs from 'node:fs';
import path from 'node:path';
import { ownFolder } from './own-folder.ts';
import { inUseOr, takeLock } from './journal/lock.ts';
import type { Log } from './ports.ts';

/** What Electron says of this run's profile, as far as its place goes. */
interface Host {
  getPath(name: 'userData'): string;
  setPath(name: 'userData', folder: string): void;
  readonly commandLine: { hasSwitch(name: string): boolean };
}

const journal = 'journal.sqlite';

/** What this program keeps in its folder itself, beside its log; the rest is Chromium's, and is made anew. */
const isOurs = (name: string): boolean => /^(?:journal[.-]|settings\.json|practice\.sqlite)/.test(name);

/**
 * Before anything asks for it: on Windows the profile is in the part that stays on the machine. In the part that roams
 * it would be on a share, where the journal's log does not work, and would travel to desks that it says nothing of.
 * Answers where it was before; null where it is as it was. Who names a folder on the command line has that one.
 */
export function keepOnMachine(
  app: Host,
  platform: NodeJS.Platform,
  { LOCALAPPDATA: local = '' }: Readonly<Record<string, string | undefined>>,
): string | null {
  if (platform !== 'win32' || local === '' || app.commandLine.hasSwitch('user-data-dir')) return null;
  const before = app.getPath('userData');
  app.setPath('userData', path.join(local, path.basename(before)));
  return before;
}

/** A copy that a power cut does not undo. */
function copy(from: string, to: string): void {
  fs.copyFileSync(from, to);
  const file = fs.openSync(to, 'r+');
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/** The journal comes last, under its name only once it is whole: with it there, all is there. */
function move(from: string, to: string): void {
  ownFolder(to);
  const lock = takeLock(path.join(from, journal));
  try {
    const names = fs.readdirSync(from).filter((name) => isOurs(name) && name !== `${journal}.lock`);
    for (const name of names) if (name !== journal) copy(path.join(from, name), path.join(to, name));
    const unfinished = path.join(to, `${journal}.moving`);
    copy(path.join(from, journal), unfinished);
    fs.renameSync(unfinished, path.join(to, journal));
    for (const name of [...names, 'logs']) fs.rmSync(path.join(from, name), { recursive: true, force: true });
  } catch (error) {
    throw inUseOr(error);
  } finally {
    lock.close();
  }
}

/**
 * Moves what this program kept in an earlier folder into the one it has now, once: where that has a journal, or the
 * earlier one has none, nothing is moved. Answers the folder to use: the earlier one for as long as it cannot be moved,
 * since nothing of it may be lost.
 */
export function movedProfile(before: string, now: string, log: Log): string {
  const has = (folder: string): boolean => fs.existsSync(path.join(folder, journal));
  if (path.resolve(before) === path.resolve(now) || has(now) || !has(before)) return now;
  try {
    move(before, now);
    log.line('profile.moved');
    return now;
  } catch (error) {
    if (has(now)) return now; // only what was left behind could not be removed
    log.defect(error);
    return before;
  }
}
