import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { OpenedView } from '../../contract/opened.ts';
import type { StationView } from '../../contract/station.ts';
import { isAbout } from '../command-line/link.ts';
import { Emitter } from '../emitter.ts';
import type { Log } from '../ports.ts';
import { readOpened, type ReadFile } from './read-opened.ts';

/** A file for one window, or for the first that asks. */
interface Pending {
  readonly window: number | null;
  readonly id: string;
  readonly file: string;
  /** As it was when it was opened: what is shown is what is used. */
  readonly read: ReadFile;
}

/**
 * The file that was opened last outside the program, until a person is done with it. A later one takes its place. Nothing
 * is done with it here: a window shows it.
 */
export class OpenedFiles {
  /** Emits when there is another file, or none any more. */
  readonly changes = new Emitter<null>();
  readonly #log: Log;
  #pending: Pending | null = null;
  /** The one that was opened last, also while it is read. */
  #newest = '';

  constructor(log: Log) {
    this.#log = log;
  }

  /** A file was opened, for this window; null: for the first window that asks. Resolves once it was read. */
  async offer(file: string, window: number | null): Promise<void> {
    const id = randomUUID();
    this.#newest = id;
    const read = await readOpened(file);
    if (this.#newest !== id) return;
    this.#log.line('opened.file', { kind: read.kind });
    this.#pending = { window, id, file, read };
    this.changes.emit(null);
  }

  /** What a window is to show; null for nothing. */
  of(window: number, station: Pick<StationView, 'mode' | 'institution'>): OpenedView | null {
    if (this.#pending === null) return null;
    this.#pending = { ...this.#pending, window: this.#pending.window ?? window };
    const { window: whose, id, file, read } = this.#pending;
    if (whose !== window) return null;
    const about = { id, file, name: path.basename(file) };
    if (read.kind !== 'list') return { ...about, ...read };
    const { library, settings, codes } = read.list;
    if (!isAbout({ library }, station)) return { ...about, kind: 'noList', why: 'otherLibrary', detail: '' };
    return { ...about, kind: 'list', settings, codes };
  }

  /** A person is done with it. */
  done(id: string): void {
    if (this.#pending?.id !== id) return;
    this.#pending = null;
    this.changes.emit(null);
  }

  /** Its window is closed: the next one has it. */
  closed(window: number): void {
    if (this.#pending?.window === window) this.#pending = { ...this.#pending, window: null };
  }
}
