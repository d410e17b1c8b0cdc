import { invalid } from '../failed.ts';
import { DeskSession } from './desk-session.ts';
import type { Parts } from './parts.ts';

/**
 * The desk's sessions, one per window. What a window leaves unfinished, and what an earlier run left, waits for the
 * next window that asks.
 */
export class DeskSessions {
  readonly #parts: Parts;
  readonly #ofWindow = new Map<number, DeskSession>();
  readonly #waiting: DeskSession[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.adoptLeft();
    parts.unclear.cleared.add((cleared) => {
      for (const session of [...this.#ofWindow.values(), ...this.#waiting]) session.clear(cleared);
    });
  }

  /** Takes over what an earlier run left, as far as it can be read and is in no session yet. */
  adoptLeft(): void {
    const sessions = [...this.#ofWindow.values(), ...this.#waiting];
    const isKnown = (id: string): boolean => sessions.some((session) => session.has(id));
    const left = this.#parts.journal.openScans('desk').filter(({ view }) => !isKnown(view.id));
    if (left.length === 0) return;
    const session = new DeskSession(this.#parts);
    session.adopt(left);
    this.#waiting.push(session);
  }

  of(window: number): DeskSession {
    const session = this.#ofWindow.get(window) ?? this.#waiting.shift() ?? new DeskSession(this.#parts);
    this.#ofWindow.set(window, session);
    return session;
  }

  /** Throws `scansOpen` while a scan is not settled: at any window, or left by one that was closed. */
  refuseWhileOpen(): void {
    for (const session of [...this.#ofWindow.values(), ...this.#waiting])
      if (session.busy) throw invalid('scans', 'scansOpen');
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
