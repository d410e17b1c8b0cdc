import { invalid } from '../failed.ts';
import { DeskSession } from './desk-session.ts';
import type { DeskParts } from './parts.ts';

/**
 * The desk's sessions, one per window. What a window leaves unfinished, and what an earlier run left, waits for the
 * next window that asks.
 */
export class DeskSessions {
  readonly #parts: DeskParts;
  readonly #ofWindow = new Map<number, DeskSession>();
  readonly #waiting: DeskSession[] = [];

  constructor(parts: DeskParts) {
    this.#parts = parts;
    const left = parts.journal.openScans('desk');
    if (left.length > 0) {
      const session = new DeskSession(parts);
      session.adopt(left);
      this.#waiting.push(session);
    }
    parts.unclear.cleared.add((cleared) => {
      for (const session of this.#all()) session.clear(cleared);
    });
    parts.dues.given.add((given) => {
      for (const session of this.#all()) session.dueGiven(given);
    });
  }

  of(window: number): DeskSession {
    const session = this.#ofWindow.get(window) ?? this.#waiting.shift() ?? new DeskSession(this.#parts);
    this.#ofWindow.set(window, session);
    return session;
  }

  /** Throws `scansOpen` while a scan is not settled: at any window, or left by one that was closed. */
  refuseWhileOpen(): void {
    for (const session of this.#all()) if (session.busy) throw invalid('scans', 'scansOpen');
  }

  #all(): DeskSession[] {
    return [...this.#ofWindow.values(), ...this.#waiting];
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
    if (session?.unfinished) this.#waiting.push(session);
    else session?.end();
  }
}
