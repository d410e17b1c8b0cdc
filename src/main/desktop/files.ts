import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserWindow, Dialog, OpenDialogOptions, Shell } from 'electron';
import { Failed, invalid } from '../failure.ts';
import type { FileQuestion, Files, FileType, FileUse, OpenedFile } from '../ports.ts';

/** As long as every file system takes it, in any script. */
const longest = 80;

/** Names that Windows keeps for devices, with any extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A file's name as it came from elsewhere, made fit for this machine's file systems: it leaves no folder, has no sign
 * that one of them refuses or that turns the direction of the text round, and keeps its extension.
 */
export function safeFileName(name: string): string {
  const { name: stem, ext } = path.posix.parse(
    name
      .replaceAll('\\', '/')
      .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu, '')
      .replace(/[. ]+$/, ''),
  );
  const short = Array.from(stem.replace(/^[. ]+/, ''))
    .slice(0, longest)
    .join('')
    .trim();
  const whole = `${short === '' ? 'file' : short}${ext.slice(0, 20)}`;
  return devices.test(whole) ? `_${whole}` : whole;
}

export interface FilesOptions {
  readonly dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'>;
  readonly shell: Pick<Shell, 'openPath'>;
  readonly windowOf: (window: number) => BrowserWindow | null;
  /** Where copies that are only looked at are put. It is this program's own, and emptied at its start and its end; a patron's go with the patron. */
  readonly folder: string;
  /** Where each dialog was left the last time. */
  readonly places: FilePlaces;
}

/** The folders that the dialogs open with. */
export interface FilePlaces {
  of(use: FileUse): string | null;
  keep(use: FileUse, folder: string): void;
}

/** A folder that has not answered after so long, as on a drive that is not there, is not waited for. */
const folderPatienceMs = 500;

/** A copy that is looked at, in a folder of its own. */
interface Copy {
  readonly folder: string;
  /** The patron has gone. */
  isLeft: boolean;
}

/** Files of the person's own, in the system's dialogs. */
export class DesktopFiles implements Files {
  readonly #options: FilesOptions;
  readonly #emptied: Promise<void>;
  /** What was opened, by whose it is. */
  readonly #copies = new Map<string, readonly Copy[]>();
  /** Folders of those who have gone, as long as they could not be taken away. */
  readonly #left = new Set<string>();

  constructor(options: FilesOptions) {
    this.#options = options;
    this.#emptied = this.#empty();
  }

  async choose(window: number, question: FileQuestion): ReturnType<Files['choose']> {
    const chosen = await this.#ask(window, question, ['openFile']);
    if (chosen === null) return null;
    this.#options.places.keep(question.use, path.dirname(chosen));
    const about = await orFailed('fileNotRead', stat(chosen));
    if (!about.isFile()) throw invalid('file', 'fileNotRead', 'EISDIR');
    return {
      name: path.basename(chosen),
      size: about.size,
      read: () => orFailed('fileNotRead', readFile(chosen)),
    };
  }

  async folder(window: number, question: FileQuestion): Promise<string | null> {
    const chosen = await this.#ask(window, question, ['openDirectory', 'createDirectory']);
    if (chosen !== null) this.#options.places.keep(question.use, chosen);
    return chosen;
  }

  async placeFor(
    window: number,
    { use, title, name, type }: Parameters<Files['placeFor']>[1],
  ): Promise<string | null> {
    const { dialog, places } = this.#options;
    const last = await this.#lastFolder(use);
    const over = this.#options.windowOf(window);
    if (over === null) return null;
    const { canceled, filePath } = await dialog.showSaveDialog(over, {
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
    const copy: Copy = { folder: path.join(this.#options.folder, randomUUID()), isLeft: false };
    this.#copies.set(userId, [...(this.#copies.get(userId) ?? []), copy]);
    const { name, content } = await read();
    const mayStay = (): void => {
      if (copy.isLeft) throw new Failed({ kind: 'cancelled' });
    };
    mayStay();
    const file = path.join(copy.folder, safeFileName(name));
    await orFailed('fileNotWritten', mkdir(copy.folder, { recursive: true, mode: 0o700 }));
    // Only to be looked at: what is changed in it would be lost when the patron goes.
    await orFailed('fileNotWritten', writeFile(file, content, { mode: 0o400 }));
    if (copy.isLeft) await this.#sweep();
    mayStay();
    const said = await this.#options.shell.openPath(file);
    if (said !== '') throw invalid('file', 'fileNotOpened', said);
  }

  async forgetOpened(userId: string): Promise<void> {
    for (const copy of this.#copies.get(userId) ?? []) {
      copy.isLeft = true;
      this.#left.add(copy.folder);
    }
    this.#copies.delete(userId);
    await this.#sweep();
  }

  /** Takes away the copies that were looked at. */
  async close(): Promise<void> {
    await this.#empty();
  }

  /** Takes away the copies of those who have gone. Some systems keep a file that a program has open: until the next time. */
  async #sweep(): Promise<void> {
    for (const folder of [...this.#left]) {
      await rm(folder, { recursive: true, force: true }).then(
        () => this.#left.delete(folder),
        () => undefined,
      );
    }
  }

  async #ask(
    window: number,
    { use, title, type }: FileQuestion,
    properties: NonNullable<OpenDialogOptions['properties']>,
  ): Promise<string | null> {
    const last = await this.#lastFolder(use);
    const over = this.#options.windowOf(window);
    if (over === null) return null;
    const { canceled, filePaths } = await this.#options.dialog.showOpenDialog(over, {
      title,
      properties,
      ...(last !== null && { defaultPath: last }),
      ...filtersOf(type),
    });
    return canceled ? null : (filePaths[0] ?? null);
  }

  /** Where this dialog was left, if that is there still: else the system has a place of its own. */
  async #lastFolder(use: FileUse): Promise<string | null> {
    const last = this.#options.places.of(use);
    if (last === null) return null;
    const isThere = stat(last).then(
      (about) => about.isDirectory(),
      () => false,
    );
    return (await Promise.race([isThere, sleep(folderPatienceMs, false, { ref: false })])) ? last : null;
  }

  /** A program that still has one open may keep it: the next start takes it away. */
  async #empty(): Promise<void> {
    await rm(this.#options.folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/**
 * Beside its place first, and there in one step: a full disk leaves no half of a file, and none less of one that was
 * there before.
 */
async function writeWhole(place: string, content: Uint8Array | string): Promise<void> {
  const beside = path.join(path.dirname(place), `.${randomUUID()}.part`);
  try {
    await writeFile(beside, content, { flag: 'wx', flush: true });
    await rename(beside, place);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}

const filtersOf = (type: FileType | undefined): Pick<OpenDialogOptions, 'filters'> =>
  type ? { filters: [{ name: type.name, extensions: [...type.extensions] }] } : {};

/** The file system's own code for what went wrong is all that is kept: its message has the path in it. */
async function orFailed<T>(reason: 'fileNotRead' | 'fileNotWritten', work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw invalid('file', reason, error instanceof Error && 'code' in error ? String(error.code) : '');
  }
}
