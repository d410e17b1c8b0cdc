import type { Room } from '../../contract/scans.ts';
import { Emitter, listenUntil } from '../emitter.ts';
import type { Deps } from '../deps.ts';
import type { ScanEntry } from '../journal/port.ts';

/** A session in one room, which a window shows. */
interface Session<E> {
  readonly events: Emitter<E>;
  /** Whether its window would miss nothing of it. */
  readonly isEmpty: boolean;
  /** Whether a patron is at the desk, or an order line on the table. It then does not replace what a window shows. */
  readonly isOccupied: boolean;
  /** All of it, for a window that begins to show it. */
  whole(): E;
  has(id: string): boolean;
  adopt(entries: readonly ScanEntry[]): void;
}

/** A session that no window shows, and the id of its library (`''` where none was known). */
interface Waiting<S> {
  readonly library: string;
  readonly session: S;
}

/**
 * The sessions of one room, one per window. What a closed window leaves unfinished, and what an earlier run left, waits
 * for the next window that has nothing to show, at its own library.
 */
export class WindowSessions<E, S extends Session<E>> {
  readonly #room: Room;
  readonly #deps: Pick<Deps, 'journal' | 'connection'>;
  readonly #create: () => S;
  readonly #ofWindow = new Map<number, S>();
  /** Tells the window that has another session from now on. */
  readonly #handedOver = new Emitter<number>();
  #waiting: Waiting<S>[] = [];

  constructor(room: Room, deps: Pick<Deps, 'journal' | 'connection'>, create: () => S) {
    this.#room = room;
    this.#deps = deps;
    this.#create = create;
    this.adoptLeft();
  }

  /** Takes over the scans that an earlier run left, as far as they can be read and are in no session yet. */
  adoptLeft(): void {
    const isKnown = (id: string): boolean => this.all.some((session) => session.has(id));
    const left = this.#deps.journal.openScans(this.#room).filter(({ scan }) => !isKnown(scan.id));
    for (const [library, entries] of byLibrary(left)) {
      const session = this.#create();
      session.adopt(entries);
      this.#waiting.push({ library, session });
    }
    this.handOver();
  }

  of(window: number): S {
    const session = this.#ofWindow.get(window) ?? this.#takeWaiting() ?? this.#create();
    this.#ofWindow.set(window, session);
    return session;
  }

  /** Reports a window's session as it is, then each change, also when the window gets another session. */
  watch(window: number, signal: AbortSignal, report: (event: E) => void): Promise<null> {
    let stop = (): unknown => undefined;
    const follow = (): void => {
      stop();
      const session = this.of(window);
      report(session.whole());
      stop = session.events.on(report);
    };
    follow();
    const over = listenUntil(this.#handedOver, signal, (other) => {
      if (other === window) follow();
    });
    return over.finally(() => stop());
  }

  /** Gives the sessions that wait at the connected library to windows that have nothing to show. */
  handOver(): void {
    for (const [window, session] of this.#ofWindow) {
      const next = session.isEmpty ? this.#takeWaiting((waiting) => !waiting.isOccupied) : undefined;
      if (!next) continue;
      this.#ofWindow.set(window, next);
      this.#handedOver.emit(window);
    }
  }

  /** The window is closed. Answers the session it had. */
  delete(window: number): S | undefined {
    const session = this.#ofWindow.get(window);
    this.#ofWindow.delete(window);
    return session;
  }

  /** Has the session of a closed window wait for another window. */
  leaveWaiting(session: S): void {
    this.#waiting.push({ library: this.#library, session });
  }

  /** The sessions that windows show. */
  get shown(): readonly S[] {
    return [...this.#ofWindow.values()];
  }

  get all(): readonly S[] {
    return [...this.shown, ...this.#waiting.map(({ session }) => session)];
  }

  get #library(): string {
    return this.#deps.connection.library()?.id ?? '';
  }

  /** The first session that waits at the connected library, or was scanned where no library was known. */
  #takeWaiting(mayBe: (session: S) => boolean = () => true): S | undefined {
    const here = this.#library;
    const isOfHere = ({ library }: Waiting<S>): boolean => library === here || library === '';
    const first = this.#waiting.find((one) => isOfHere(one) && mayBe(one.session));
    this.#waiting = this.#waiting.filter((one) => one !== first);
    return first?.session;
  }
}

/**
 * Scans that an earlier run left, by their library. A session may begin before it is known which library is connected
 * (`''`); its first scans are then of the library of its later ones.
 */
function byLibrary(left: readonly ScanEntry[]): ReadonlyMap<string, readonly ScanEntry[]> {
  const ofSession = new Map(
    left.filter(({ library }) => library !== '').map(({ session, library }) => [session, library]),
  );
  return Map.groupBy(left, ({ session, library }) => library || (ofSession.get(session) ?? ''));
}
