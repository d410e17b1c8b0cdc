import fs from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';

/**
 * Says who can change a policy file: the first file or folder on the way to it that is in a user's reach, null if none
 * is. What a user can change is no policy.
 */
export type Trust = (file: string) => string | null;

/** Whose files count, and below which folder the way is looked at. */
export interface PosixTrustOptions {
  /** The users whose files are the system's: root. */
  readonly owners: readonly number[];
  /** Folders above this one are taken as they are; for tests, whose folders are a user's. */
  readonly top?: string;
}

/** More links than any way has: a loop. */
const mostLinks = 40;

/**
 * Every file, folder and link on the way has to belong to the system, and nobody else may write to it: who can write to
 * a folder can put another file in place of any file in it.
 */
export function posixTrust({ owners, top = '/' }: PosixTrustOptions): Trust {
  const isSafe = ({ uid, mode }: fs.Stats): boolean => owners.includes(uid) && (mode & 0o022) === 0;

  return (file) => {
    let links = 0;
    const walk = (whole: string): string | null => {
      const parts = path.resolve(whole).split('/').filter(Boolean);
      for (let length = 0; length <= parts.length; length++) {
        const here = `/${parts.slice(0, length).join('/')}`;
        if (top !== '/' && (here === top || top.startsWith(here === '/' ? here : `${here}/`))) continue;
        const stats = fs.lstatSync(here);
        if (!stats.isSymbolicLink()) {
          if (!isSafe(stats)) return here;
          continue;
        }
        // The permissions of a link say nothing: its folder was judged, and its owner is.
        if (!owners.includes(stats.uid) || ++links > mostLinks) return here;
        const target = path.resolve(path.dirname(here), fs.readlinkSync(here));
        return walk([target, ...parts.slice(length)].join('/'));
      }
      return null;
    };
    return walk(file);
  };
}

/** Tries to write, without changing anything. */
export interface WriteProbe {
  toFile(file: string): boolean;
  toFolder(folder: string): boolean;
}

const succeeds = (act: () => void): boolean => {
  try {
    act();
    return true;
  } catch {
    return false;
  }
};

const probe: WriteProbe = {
  toFile: (file) => succeeds(() => fs.closeSync(fs.openSync(file, 'r+'))),
  toFolder(folder) {
    const tried = path.join(folder, `.carrel-${randomUUID()}`);
    return succeeds(() => {
      fs.mkdirSync(tried);
      fs.rmdirSync(tried);
    });
  },
};

/**
 * On Windows: by place, and by trying. Only the folder that the system itself names counts, and Windows is asked whether
 * this user can write there, because Node does not see who else may.
 */
export const windowsTrust =
  (folder: string, can: WriteProbe = probe): Trust =>
  (file) => {
    if (path.win32.dirname(path.win32.resolve(file)) !== path.win32.resolve(folder)) return file;
    if (can.toFile(file)) return file;
    return can.toFolder(folder) ? folder : null;
  };
