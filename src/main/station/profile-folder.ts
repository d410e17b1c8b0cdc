import fs from 'node:fs';
import path from 'node:path';
import { ownFolder } from '../own-files.ts';
import { takeLock } from '../journal/file.ts';
import type { Log } from '../ports.ts';

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

/** Either file says that a folder has a journal: while one is salvaged, only the second is there. */
const journalFiles = [journal, `${journal}.salvage`];
const has = (folder: string): boolean => journalFiles.some((name) => fs.existsSync(path.join(folder, name)));

/** On the disk, whatever the power does. */
function flush(file: string): void {
  const open = fs.openSync(file, 'r+');
  try {
    fs.fsyncSync(open);
  } finally {
    fs.closeSync(open);
  }
}

function copy(from: string, to: string): void {
  fs.cpSync(from, to, { recursive: true });
  if (fs.statSync(to).isFile()) flush(to);
}

/** What is ours in a folder; what says that a journal is there comes last. */
function oursIn(folder: string): string[] {
  const names = fs.readdirSync(folder).filter((name) => isOurs(name) && name !== `${journal}.lock`);
  return [
    ...names.filter((name) => !journalFiles.includes(name)),
    ...journalFiles.filter((name) => names.includes(name)),
  ];
}

/** The journal comes last, under its name only once it is on the disk: with it there, all is there. */
function copyAll(from: string, to: string): void {
  // Of a try that was cut short: a log of then is none of the journal of now.
  for (const name of oursIn(to)) fs.rmSync(path.join(to, name), { recursive: true });
  for (const name of oursIn(from)) {
    const unfinished = path.join(to, `${name}.moving`);
    copy(path.join(from, name), unfinished);
    fs.renameSync(unfinished, path.join(to, name));
    if (journalFiles.includes(name)) flush(path.join(to, name));
  }
}

/** What cannot be removed is of no use to anybody any more; the log says so. */
function removeAll(from: string, log: Log): void {
  for (const name of [...oursIn(from).toReversed(), 'logs']) {
    try {
      fs.rmSync(path.join(from, name), { recursive: true, force: true });
    } catch {
      log.line('profile.leftBehind', { name });
    }
  }
}

/**
 * Moves what this program kept in an earlier folder into the one it has now, once: where that has a journal, or the
 * earlier one has none, nothing is moved. Answers the folder to use: the earlier one for as long as it cannot be moved,
 * since nothing of it may be lost.
 */
export function movedProfile(before: string, now: string, log: Log): string {
  if (path.resolve(before) === path.resolve(now) || has(now) || !has(before)) return now;
  let lock: ReturnType<typeof takeLock> | null = null;
  try {
    ownFolder(now);
    lock = takeLock(path.join(before, journal));
    copyAll(before, now);
  } catch (error) {
    log.defect(error);
    return before;
  } finally {
    lock?.close();
  }
  log.line('profile.moved');
  removeAll(before, log);
  return now;
}
