import type { ReadyFile } from '../../contract/attachments.ts';
import { ReadyFiles } from '../attachments/ready-files.ts';
import type { ChosenFile } from '../ports.ts';

/** A file that was chosen or dropped. */
export interface FileToImport extends ReadyFile {
  readonly bytes: Uint8Array;
}

/**
 * The file in each window that is being imported: one per window. It is read once, so that what is taken over is what
 * was shown, whatever happens to the file meanwhile.
 */
export class ImportFiles {
  readonly #ready = new ReadyFiles();
  readonly #read = new Map<number, FileToImport>();

  async chosen(window: number, file: ChosenFile): Promise<FileToImport> {
    return this.read(window, this.#ready.chosen(window, file).file);
  }

  begin(window: number, file: { readonly name: string; readonly size: number }): ReadyFile {
    return this.#ready.begin(window, file);
  }

  piece(window: number, file: string, bytes: string): number {
    return this.#ready.piece(window, file, bytes);
  }

  /** Throws `gone` where the window has another file, or none. */
  async read(window: number, file: string): Promise<FileToImport> {
    const read = this.#read.get(window);
    if (read?.file === file) return read;
    const { name, content: bytes } = await this.#ready.read(window, file);
    this.#ready.forget(window, file);
    const whole = { file, name, size: bytes.byteLength, bytes };
    this.#read.set(window, whole);
    return whole;
  }

  forget(window: number, file: string): void {
    this.#ready.forget(window, file);
    if (this.#read.get(window)?.file === file) this.#read.delete(window);
  }

  /** The window was closed. */
  closed(window: number): void {
    this.#ready.closed(window);
    this.#read.delete(window);
  }
}
