import { invalid } from '../failed.ts';
import { DeskSession } from './desk-session.ts';
import { byLibrary } from './left-scans.ts';
import type { DeskParts } from './parts.ts';

/** A session that no window shows, and the library it belongs to. */
interface Waiting {
  readonly library: string;
  readonly session: DeskSession;
}

/**
 * The desk's sessions, one per window. What a window leaves unfinished, and what an earlier run left, waits for the
 * next window that asks.
 */
export class DeskSessions {
  readonly #parts: DeskParts;
  readonly #ofWindow = new Map<number, DeskSession>();
  #waiting: Waiting[] = [];

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.adoptLeft();
    parts.unclear.cleared.add((cleared) => {
      for (const session of this.#all()) session.clear(cleared);
    });
    parts.dues.given.add((given) => {
      for (const session of this.#all()) session.dueGiven(given);
    });
  }

  /** Takes over what an earlier run left, as far as it can be read and is in no session yet. */
  adoptLeft(): void {
    const isKnown = (id: string): boolean => this.#all().some((session) => session.has(id));
    const left = this.#parts.journal.openScans('desk').filter(({ view }) => !isKnown(view.id));
    for (const [library, entries] of byLibrary(left)) {
      const session = new DeskSession(this.#parts);
      session.adopt(entries);
      this.#waiting.push({ library, session });
    }
  }

  of(window: number): DeskSession {
    const session = this.#ofWindow.get(window) ?? this.#takeOver() ?? new DeskSession(this.#parts);
    this.#ofWindow.set(window, session);
    return session;
  }

  /** Throws `scansOpen` while a scan is not settled: at any window, or left by one that was closed. */
  refuseWhileOpen(): void {
    for (const session of this.#all()) if (session.busy) throw invalid('scans', 'scansOpen');
  }

  /** Every window's patron leaves: the station stands on another service. One with a scan under way stays at its own. */
  endAll(): void {
    for (const session of this.#ofWindow.values()) if (!session.busy) session.end();
  }

  /** Drops the patron and the settled scans with the window; anything else is kept for somebody to see. */
  closed(window: number): void {
    const session = this.#ofWindow.get(window);
    this.#ofWindow.delete(window);
    session?.intake.giveUp();
    if (session?.unfinished) this.#waiting.push({ library: this.#library, session });
    else session?.end();
  }

  get #library(): string {
    return this.#parts.standing.library()?.id ?? '';
  }

  #all(): DeskSession[] {
    return [...this.#ofWindow.values(), ...this.#waiting.map(({ session }) => session)];
  }

  /** What waits of the library that is connected, or was scanned where none was known. */
  #takeOver(): DeskSession | undefined {
    const here = this.#library;
    const first = this.#waiting.find(({ library }) => library === here || library === '');
    this.#waiting = this.#waiting.filter((one) => one !== first);
    return first?.session;
  }
}
