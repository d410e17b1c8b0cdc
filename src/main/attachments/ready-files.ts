import { randomUUID } from 'node:crypto';
import type { ReadyFile } from '../../contract/attachments.ts';
import { invalid } from '../failure.ts';
import type { ChosenFile } from '../ports.ts';

/**
 * The largest file that can be attached. The description names no limit. A service holds a whole file in memory, and
 * one of this size takes a minute over the slow line of a branch.
 */
const maxBytes = 10 * 1024 * 1024;

interface StoredFile extends ReadyFile {
  readonly content: () => Promise<Uint8Array>;
  /** The pieces of a dropped file that have arrived; null for a chosen file. */
  readonly pieces: Uint8Array[] | null;
  received: number;
}

/** The file in each window that is ready to be attached to a patron's record: one per window. */
export class ReadyFiles {
  readonly #ofWindow = new Map<number, StoredFile>();

  chosen(window: number, file: ChosenFile): ReadyFile {
    const { name, size } = file;
    return this.#put(window, { name, size, content: () => file.read(), pieces: null });
  }

  begin(window: number, { name, size }: { readonly name: string; readonly size: number }): ReadyFile {
    const pieces: Uint8Array[] = [];
    return this.#put(window, { name, size, pieces, content: () => Promise.resolve(Buffer.concat(pieces)) });
  }

  piece(window: number, file: string, bytes: string): number {
    const ready = this.#get(window, file);
    const piece = Buffer.from(bytes, 'base64');
    // The file was changed while it was read.
    if (ready.pieces === null || ready.received + piece.byteLength > ready.size)
      throw invalid('file', 'fileNotRead');
    ready.pieces.push(piece);
    return (ready.received += piece.byteLength);
  }

  /**
   * The file's name and content. The file stays ready, so that the user can try again with another type after a
   * refusal.
   */
  async read(window: number, file: string): Promise<{ name: string; content: Uint8Array }> {
    const { name, size, content } = this.#get(window, file);
    const bytes = await content();
    if (bytes.byteLength !== size) throw invalid('file', 'fileNotRead');
    return { name, content: bytes };
  }

  forget(window: number, file: string): void {
    if (this.#ofWindow.get(window)?.file === file) this.#ofWindow.delete(window);
  }

  /** The window was closed: forgets its file. */
  closed(window: number): void {
    this.#ofWindow.delete(window);
  }

  #put(window: number, source: Omit<StoredFile, 'file' | 'received'>): ReadyFile {
    const { name, size } = source;
    this.#ofWindow.delete(window);
    if (size === 0) throw invalid('file', 'fileEmpty');
    if (size > maxBytes) throw invalid('file', 'fileTooLarge');
    const file = randomUUID();
    this.#ofWindow.set(window, { ...source, file, received: 0 });
    return { file, name, size };
  }

  #get(window: number, file: string): StoredFile {
    const ready = this.#ofWindow.get(window);
    if (ready?.file !== file) throw invalid('file', 'fileNotRead');
    return ready;
  }
}
