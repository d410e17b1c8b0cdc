import { randomUUID } from 'node:crypto';
import type { ReadyFile } from '../../contract/attachments.ts';
import { invalid } from '../failure.ts';
import type { ChosenFile } from '../ports.ts';

/**
 * The largest file that is taken. The description names no limit; a service holds a whole record in memory, and one of
 * this size takes a minute over a branch's slow line.
 */
const largest = 10 * 1024 * 1024;

interface Ready extends ReadyFile {
  readonly content: () => Promise<Uint8Array>;
  /** The pieces of a dropped file that have come. */
  readonly pieces: Uint8Array[] | null;
  received: number;
}

/** The file that stands ready in each window to be kept with a patron's record: one at a time. */
export class ReadyFiles {
  readonly #ofWindow = new Map<number, Ready>();

  chosen(window: number, file: ChosenFile): ReadyFile {
    const { name, size } = file;
    return this.#put(window, { name, size, content: () => file.read(), pieces: null });
  }

  begin(window: number, { name, size }: { readonly name: string; readonly size: number }): ReadyFile {
    const pieces: Uint8Array[] = [];
    return this.#put(window, { name, size, pieces, content: () => Promise.resolve(Buffer.concat(pieces)) });
  }

  piece(window: number, file: string, bytes: string): number {
    const ready = this.#of(window, file);
    const piece = Buffer.from(bytes, 'base64');
    // A file that is written to while it is read is none that could be kept.
    if (ready.pieces === null || ready.received + piece.byteLength > ready.size)
      throw invalid('file', 'fileNotRead');
    ready.pieces.push(piece);
    return (ready.received += piece.byteLength);
  }

  /** The file's name and content. It stays ready: what the service refuses may be tried again as something else. */
  async read(window: number, file: string): Promise<{ name: string; content: Uint8Array }> {
    const { name, size, content } = this.#of(window, file);
    const bytes = await content();
    if (bytes.byteLength !== size) throw invalid('file', 'fileNotRead');
    return { name, content: bytes };
  }

  forget(window: number, file: string): void {
    if (this.#ofWindow.get(window)?.file === file) this.#ofWindow.delete(window);
  }

  /** The window is gone, and its file with it. */
  closed(window: number): void {
    this.#ofWindow.delete(window);
  }

  #put(window: number, given: Omit<Ready, 'file' | 'received'>): ReadyFile {
    const { name, size } = given;
    this.#ofWindow.delete(window);
    if (size === 0) throw invalid('file', 'fileEmpty');
    if (size > largest) throw invalid('file', 'fileTooLarge');
    const file = randomUUID();
    this.#ofWindow.set(window, { ...given, file, received: 0 });
    return { file, name, size };
  }

  #of(window: number, file: string): Ready {
    const ready = this.#ofWindow.get(window);
    if (ready?.file !== file) throw invalid('file', 'fileNotRead');
    return ready;
  }
}
