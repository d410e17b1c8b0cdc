import { randomUUID } from 'node:crypto';
import type { LinkView } from '../../contract/links.ts';
import type { StationView } from '../../contract/station.ts';
import { isAbout, readLink } from '../command-line/link.ts';
import { Emitter } from '../emitter.ts';
import type { Log } from '../ports.ts';

/** A link for one window, or for the first that asks. */
interface Pending {
  readonly window: number | null;
  readonly id: string;
  readonly text: string;
}

/**
 * The link that was followed last, until a window has shown it. A later one takes its place: nobody waits for two. It is
 * judged when a window asks, because only then is it known which library is connected.
 */
export class Links {
  /** Emits when there is another link, or none any more. */
  readonly changes = new Emitter<null>();
  readonly #log: Log;
  #pending: Pending | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  /** A link came from outside, for this window; null: for the first window that asks. */
  offer(text: string, window: number | null): void {
    this.#pending = { window, id: randomUUID(), text };
    this.changes.emit(null);
  }

  /** What a window is to show; null for nothing. */
  of(window: number, station: StationView): LinkView | null {
    if (this.#pending === null) return null;
    const { id, text } = this.#pending;
    this.#pending = { ...this.#pending, window: this.#pending.window ?? window };
    if (this.#pending.window !== window) return null;
    const read = readLink(text);
    if ('why' in read) return { id, why: read.why };
    if (!isAbout(read.link, station)) return { id, why: 'otherLibrary' };
    const { kind, id: thing } = read.link;
    return { id, target: { kind, id: thing } };
  }

  /** A window has shown it, or a person does not want it. */
  done(id: string): void {
    if (this.#pending?.id !== id) return;
    this.#log.line('link.done');
    this.#pending = null;
    this.changes.emit(null);
  }

  /** Its window is closed: the next one has it. */
  closed(window: number): void {
    if (this.#pending?.window === window) this.#pending = { ...this.#pending, window: null };
  }
}
