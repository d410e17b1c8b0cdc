import type { DeskEvent } from '../../contract/desk.ts';
import { invalid } from '../failed.ts';
import { DeskSession } from './desk-session.ts';
import type { DeskParts } from './parts.ts';
import { WindowSessions } from './window-sessions.ts';

/** The desk's sessions, one per window. */
export class DeskSessions {
  readonly #sessions: WindowSessions<DeskEvent, DeskSession>;

  constructor(parts: DeskParts) {
    const sessions = new WindowSessions<DeskEvent, DeskSession>('desk', parts, () => new DeskSession(parts));
    this.#sessions = sessions;
    parts.unclear.cleared.add((cleared) => {
      for (const session of sessions.all) session.clear(cleared);
    });
    parts.dues.given.add((given) => {
      for (const session of sessions.all) session.dueGiven(given);
    });
  }

  of(window: number): DeskSession {
    return this.#sessions.of(window);
  }

  watch(window: number, signal: AbortSignal, report: (told: DeskEvent) => void): Promise<null> {
    return this.#sessions.watch(window, signal, report);
  }

  /** Ends the session of a window, which then has what waits. */
  end(window: number): ReturnType<DeskSession['end']> {
    const counts = this.of(window).end();
    this.#sessions.handOver();
    return counts;
  }

  /** What could not be read of an earlier run's scans can be. */
  adoptLeft(): void {
    this.#sessions.adoptLeft();
  }

  /** Throws `scansOpen` while a scan is not settled: at any window, or left by one that was closed. */
  refuseWhileOpen(): void {
    for (const session of this.#sessions.all) if (session.busy) throw invalid('scans', 'scansOpen');
  }

  /** Every window's patron leaves: the station stands on another service. One with a scan under way stays at its own. */
  serviceChanged(): void {
    for (const session of this.#sessions.shown) if (!session.busy) session.end();
    this.#sessions.handOver();
  }

  /** Drops the patron and the settled scans with the window; anything else is kept for somebody to see. */
  closed(window: number): void {
    const session = this.#sessions.delete(window);
    session?.intake.giveUp();
    if (session?.unfinished) this.#sessions.keep(session);
    else session?.end();
  }
}
