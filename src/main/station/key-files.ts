import fs from 'node:fs';
import path from 'node:path';

/** The files that keep keys on a machine without a keychain: readable by the OS user only. */
export class KeyFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What the file of this key says; null where there is none. `''` is the one from before keys had ids. */
  read(id: string): string | null {
    try {
      return fs.readFileSync(this.#file(id), 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Keeps a key under its id. Throws where there is a file of that name: no key is ever written over. */
  write(id: string, key: string): void {
    fs.writeFileSync(this.#file(id), key, { mode: 0o600, flag: 'wx', flush: true });
  }

  remove(...ids: readonly string[]): void {
    for (const id of ids) fs.rmSync(this.#file(id), { force: true });
  }

  #file(id: string): string {
    return path.join(this.#folder, id === '' ? 'journal.key' : `journal-${id}.key`);
  }
}
