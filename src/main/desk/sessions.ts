import type { DeskEvent } from '../../contract/desk.ts';
import { invalid } from '../failure.ts';
import { DeskSession } from './session.ts';
import type { DeskParts } from '../deps.ts';
import { WindowSessions } from '../scans/window-sessions.ts';

/** The desk's sessions, one per window. */
export class DeskSessions extends WindowSessions<DeskEvent, DeskSession> {
  constructor(parts: DeskParts) {
    super('desk', parts, () => new DeskSession(parts));
    parts.unclear.cleared.add((cleared) => {
      for (const session of this.all) session.clear(cleared);
    });
    parts.dues.given.add((given) => {
      for (const session of this.all) session.dueGiven(given);
    });
  }

  /** Ends the session of a window, which then has what waits. */
  end(window: number): ReturnType<DeskSession['end']> {
    const counts = this.of(window).end();
    this.handOver();
    return counts;
  }

  /** Throws `scansOpen` while a scan is not settled: at any window, or left by one that was closed. */
  refuseWhileOpen(): void {
    for (const session of this.all) if (session.busy) throw invalid('scans', 'scansOpen');
  }

  /** Every window's patron leaves: the station stands on another service. One with a scan under way stays at its own. */
  serviceChanged(): void {
    for (const session of this.shown) if (!session.busy) session.end();
    this.handOver();
  }

  /** Drops the patron and the settled scans with the window; anything else is kept for somebody to see. */
  closed(window: number): void {
    const session = this.delete(window);
    session?.intake.giveUp();
    if (session?.unfinished) this.keep(session);
    else session?.end();
  }
}
