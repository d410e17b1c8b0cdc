import fs from 'node:fs';
import path from 'node:path';
import { ownFolder } from '../own-files.ts';
import { takeLock } from '../journal/file.ts';
import type { Log } from '../ports.ts';

/** The part of Electron's `app` for the place of the profile. */
interface Host {
  getPath(name: 'userData'): string;
  setPath(name: 'userData', folder: string): void;
  readonly commandLine: { hasSwitch(name: string): boolean };
}

const journal = 'journal.sqlite';

/** Whether a file is this program's own. The log and Chromium's files are not: they are created again. */
const isOurs = (name: string): boolean => /^(?:journal[.-]|settings\.json|practice\.sqlite)/.test(name);

/**
 * On Windows, moves the profile to the part that stays on the machine. Call it before anything uses the folder. The
 * roaming part would be on a share, where the journal's log does not work, and would travel to other desks. Returns the
 * previous folder; null if nothing changes. A folder from the command line is not changed.
 */
export function useLocalProfile(
  app: Host,
  platform: NodeJS.Platform,
  { LOCALAPPDATA: local = '' }: Readonly<Record<string, string | undefined>>,
): string | null {
  if (platform !== 'win32' || local === '' || app.commandLine.hasSwitch('user-data-dir')) return null;
  const before = app.getPath('userData');
  app.setPath('userData', path.join(local, path.basename(before)));
  return before;
}

/** Each of these files shows that a folder has a journal: during a salvage, only the second exists. */
const journalFiles = [journal, `${journal}.salvage`];
const hasJournal = (folder: string): boolean =>
  journalFiles.some((name) => fs.existsSync(path.join(folder, name)));

/** Flushes a file to the disk. */
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

/** This program's own files in a folder; the files that show that it has a journal come last. */
function ownFilesIn(folder: string): string[] {
  const names = fs.readdirSync(folder).filter((name) => isOurs(name) && name !== `${journal}.lock`);
  return [
    ...names.filter((name) => !journalFiles.includes(name)),
    ...journalFiles.filter((name) => names.includes(name)),
  ];
}

/** Copies all files. The journal is renamed last, after it is on the disk: if it exists, everything exists. */
function copyAll(from: string, to: string): void {
  // Removes files of an interrupted attempt: an old log does not belong to the current journal.
  for (const name of ownFilesIn(to)) fs.rmSync(path.join(to, name), { recursive: true });
  for (const name of ownFilesIn(from)) {
    const unfinished = path.join(to, `${name}.moving`);
    copy(path.join(from, name), unfinished);
    fs.renameSync(unfinished, path.join(to, name));
    if (journalFiles.includes(name)) flush(path.join(to, name));
  }
}

/** Removes the old files. A file that cannot be removed is no longer needed; the log names it. */
function removeAll(from: string, log: Log): void {
  for (const name of [...ownFilesIn(from).toReversed(), 'logs']) {
    try {
      fs.rmSync(path.join(from, name), { recursive: true, force: true });
    } catch {
      log.line('profile.leftBehind', { name });
    }
  }
}

/**
 * Moves this program's files from an earlier folder into the current one, once: if the current folder has a journal, or
 * the earlier one has none, nothing is moved. Returns the folder to use: the earlier one as long as it cannot be moved,
 * because nothing may be lost.
 */
export function moveProfile(before: string, now: string, log: Log): string {
  if (path.resolve(before) === path.resolve(now) || hasJournal(now) || !hasJournal(before)) return now;
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
