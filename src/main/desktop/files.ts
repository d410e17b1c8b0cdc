import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserWindow, Dialog, OpenDialogOptions, Shell } from 'electron';
import { Failed, invalid } from '../failure.ts';
import type { FileDialogOptions, Files, FileType, FileUse, OpenedFile } from '../ports.ts';

/** A length that every file system accepts, in any script. */
const maxNameLength = 80;

/** Names that Windows reserves for devices, with any extension. */
const deviceNames = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Makes a file's name from elsewhere safe for this machine's file systems: it has no folder, no character that a file
 * system refuses or that reverses the direction of the text, and keeps its extension.
 */
export function safeFileName(name: string): string {
  const { name: stem, ext } = path.posix.parse(
    name
      .replaceAll('\\', '/')
      .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu, '')
      .replace(/[. ]+$/, ''),
  );
  const short = Array.from(stem.replace(/^[. ]+/, ''))
    .slice(0, maxNameLength)
    .join('')
    .trim();
  const whole = `${short === '' ? 'file' : short}${ext.slice(0, 20)}`;
  return deviceNames.test(whole) ? `_${whole}` : whole;
}

export interface FilesOptions {
  readonly dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'>;
  readonly shell: Pick<Shell, 'openPath'>;
  readonly windowOf: (window: number) => BrowserWindow | null;
  /**
   * The folder for copies that are only viewed. It belongs to this program, and is emptied at start and end; a patron's
   * copies are deleted when the patron leaves.
   */
  readonly folder: string;
  readonly places: FilePlaces;
}

/** The folders that the dialogs open with, by purpose. */
export interface FilePlaces {
  of(use: FileUse): string | null;
  keep(use: FileUse, folder: string): void;
}

/** How long to wait for a folder that may not respond, as on a missing drive. */
const folderTimeoutMs = 500;

/** A copy for viewing, in its own folder. */
interface Copy {
  readonly folder: string;
  /** The patron has left. */
  isReleased: boolean;
}

/** The user's files, in the system's dialogs. */
export class DesktopFiles implements Files {
  readonly #options: FilesOptions;
  readonly #emptied: Promise<void>;
  /** The copies, by patron. */
  readonly #copies = new Map<string, readonly Copy[]>();
  /** Folders of patrons who have left that could not be deleted yet. */
  readonly #foldersToDelete = new Set<string>();

  constructor(options: FilesOptions) {
    this.#options = options;
    this.#emptied = this.#empty();
  }

  async choose(window: number, options: FileDialogOptions): ReturnType<Files['choose']> {
    const chosen = await this.#ask(window, options, ['openFile']);
    if (chosen === null) return null;
    this.#options.places.keep(options.use, path.dirname(chosen));
    const stats = await orFailed('fileNotRead', stat(chosen));
    if (!stats.isFile()) throw invalid('file', 'fileNotRead', 'EISDIR');
    return {
      name: path.basename(chosen),
      size: stats.size,
      read: () => orFailed('fileNotRead', readOf(chosen, stats.size)),
    };
  }

  async folder(window: number, options: FileDialogOptions): Promise<string | null> {
    const chosen = await this.#ask(window, options, ['openDirectory', 'createDirectory']);
    if (chosen !== null) this.#options.places.keep(options.use, chosen);
    return chosen;
  }

  async placeFor(
    window: number,
    { use, title, name, type }: Parameters<Files['placeFor']>[1],
  ): Promise<string | null> {
    const { dialog, places } = this.#options;
    const last = await this.#lastFolder(use);
    const parent = this.#options.windowOf(window);
    if (parent === null) return null;
    const { canceled, filePath } = await dialog.showSaveDialog(parent, {
      title,
      defaultPath: path.join(last ?? '', safeFileName(name)),
      ...filtersOf(type),
    });
    if (canceled || filePath === '') return null;
    places.keep(use, path.dirname(filePath));
    return filePath;
  }

  async write(place: string, content: Uint8Array | string): Promise<void> {
    await orFailed('fileNotWritten', writeWhole(place, content));
  }

  async open(userId: string, read: () => Promise<OpenedFile>): Promise<void> {
    await this.#emptied;
    await this.#sweep();
    const copy: Copy = { folder: path.join(this.#options.folder, randomUUID()), isReleased: false };
    this.#copies.set(userId, [...(this.#copies.get(userId) ?? []), copy]);
    const { name, content } = await read();
    const throwIfReleased = (): void => {
      if (copy.isReleased) throw new Failed({ kind: 'cancelled' });
    };
    throwIfReleased();
    const file = path.join(copy.folder, safeFileName(name));
    await orFailed('fileNotWritten', mkdir(copy.folder, { recursive: true, mode: 0o700 }));
    // Read-only: changes would be lost when the patron leaves.
    await orFailed('fileNotWritten', writeFile(file, content, { mode: 0o400 }));
    if (copy.isReleased) await this.#sweep();
    throwIfReleased();
    const problem = await this.#options.shell.openPath(file);
    if (problem !== '') throw invalid('file', 'fileNotOpened', problem);
  }

  async forgetOpened(userId: string): Promise<void> {
    for (const copy of this.#copies.get(userId) ?? []) {
      copy.isReleased = true;
      this.#foldersToDelete.add(copy.folder);
    }
    this.#copies.delete(userId);
    await this.#sweep();
  }

  /** Deletes all copies. */
  async close(): Promise<void> {
    await this.#empty();
  }

  /**
   * Deletes the copies of patrons who have left. Some systems keep a file that a program has open: then the next call
   * deletes it.
   */
  async #sweep(): Promise<void> {
    for (const folder of [...this.#foldersToDelete]) {
      await rm(folder, { recursive: true, force: true }).then(
        () => this.#foldersToDelete.delete(folder),
        () => undefined,
      );
    }
  }

  async #ask(
    window: number,
    { use, title, type }: FileDialogOptions,
    properties: NonNullable<OpenDialogOptions['properties']>,
  ): Promise<string | null> {
    const last = await this.#lastFolder(use);
    const parent = this.#options.windowOf(window);
    if (parent === null) return null;
    const { canceled, filePaths } = await this.#options.dialog.showOpenDialog(parent, {
      title,
      properties,
      ...(last !== null && { defaultPath: last }),
      ...filtersOf(type),
    });
    return canceled ? null : (filePaths[0] ?? null);
  }

  /** The folder of this dialog's last use, if it still exists: otherwise the system chooses one. */
  async #lastFolder(use: FileUse): Promise<string | null> {
    const last = this.#options.places.of(use);
    if (last === null) return null;
    const isThere = stat(last).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    return (await Promise.race([isThere, sleep(folderTimeoutMs, false, { ref: false })])) ? last : null;
  }

  /** A program may still have a file open: then the next start deletes it. */
  async #empty(): Promise<void> {
    await rm(this.#options.folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** A file of the size that was judged: one that grows meanwhile is read no further than shows it. */
async function readOf(file: string, size: number): Promise<Uint8Array> {
  const bytes = await buffer(createReadStream(file, { end: size }));
  if (bytes.byteLength > size) throw new Error('the file has grown');
  return bytes;
}

/**
 * Writes to a temporary file beside the target and renames it: a full disk leaves no half file, and does not damage an
 * existing one.
 */
async function writeWhole(place: string, content: Uint8Array | string): Promise<void> {
  const temporary = path.join(path.dirname(place), `.${randomUUID()}.part`);
  try {
    await writeFile(temporary, content, { flag: 'wx', flush: true });
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

const filtersOf = (type: FileType | undefined): Pick<OpenDialogOptions, 'filters'> =>
  type ? { filters: [{ name: type.name, extensions: [...type.extensions] }] } : {};

/** Only the file system's code of an error is kept: its message contains the path. */
async function orFailed<T>(reason: 'fileNotRead' | 'fileNotWritten', work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw invalid('file', reason, error instanceof Error && 'code' in error ? String(error.code) : '');
  }
}
