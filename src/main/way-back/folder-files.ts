import type * as fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

type System = Pick<typeof fs, 'copyFile' | 'mkdir' | 'readdir' | 'readlink' | 'rmdir' | 'symlink' | 'unlink'>;

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | null)?.code;

/**
 * Copies and deletes folders file by file, by the functions of one file system. Electron's own takes an archive of the
 * program for a folder, and would neither copy nor delete it as the file that it is.
 */
export class FolderFiles {
  readonly #system: System;

  constructor(system: System) {
    this.#system = system;
  }

  /** Copies a folder to a place where nothing is. Links stay links. */
  async copy(from: string, to: string): Promise<void> {
    const { copyFile, mkdir, readlink, symlink } = this.#system;
    await promisify(mkdir)(to);
    for (const { name, kind } of await this.#in(from)) {
      const [source, target] = [path.join(from, name), path.join(to, name)];
      if (kind === 'folder') await this.copy(source, target);
      else if (kind === 'link')
        await promisify(symlink)(await promisify<string, string>(readlink)(source), target, null);
      else await promisify<string, string>(copyFile)(source, target);
    }
  }

  /** Deletes a folder with all that is in it; nothing happens where there is none. */
  async remove(folder: string): Promise<void> {
    const { unlink, rmdir } = this.#system;
    let entries: readonly Entry[];
    try {
      entries = await this.#in(folder);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return;
      throw error;
    }
    for (const { name, kind } of entries) {
      const place = path.join(folder, name);
      if (kind === 'folder') await this.remove(place);
      else await promisify(unlink)(place);
    }
    await promisify<string>(rmdir)(folder);
  }

  #in(folder: string): Promise<readonly Entry[]> {
    return new Promise((resolve, reject) => {
      this.#system.readdir(folder, { withFileTypes: true }, (error, entries) => {
        if (error) reject(error);
        else resolve(entries.map(entryOf));
      });
    });
  }
}

interface Entry {
  readonly name: string;
  readonly kind: 'folder' | 'link' | 'file';
}

function entryOf(entry: fs.Dirent): Entry {
  if (entry.isSymbolicLink()) return { name: entry.name, kind: 'link' };
  return { name: entry.name, kind: entry.isDirectory() ? 'folder' : 'file' };
}
