import type { Room } from '../../contract/scans.ts';
import { Emitter, listenUntil } from '../emitter.ts';
import type { Deps } from '../deps.ts';
import type { ScanEntry } from '../journal/port.ts';

/** A session in one room. */
interface Session<E> {
  readonly events: Emitter<E>;
  /** Whether the session shows nothing, so that its window can show another one. */
  readonly isEmpty: boolean;
  /** Whether it has a patron or an order line open. Then it does not replace what a window shows. */
  readonly isOccupied: boolean;
  /** Everything in the session, for a window that begins to show it. */
  snapshot(): E;
  has(id: string): boolean;
  adopt(entries: readonly ScanEntry[]): void;
}

/** A session that no window shows, and the id of its library (`''` if none was known). */
interface WaitingSession<S> {
  readonly library: string;
  readonly session: S;
}

/**
 * The sessions of one room, one per window. Unfinished scans of a closed window or of an earlier run wait for the next
 * window at the same library that shows nothing.
 */
export class WindowSessions<E, S extends Session<E>> {
  readonly #room: Room;
  readonly #deps: Pick<Deps, 'journal' | 'connection'>;
  readonly #create: () => S;
  readonly #ofWindow = new Map<number, S>();
  /** Emits the number of a window that gets another session. */
  readonly #handedOver = new Emitter<number>();
  #waiting: WaitingSession<S>[] = [];

  constructor(room: Room, deps: Pick<Deps, 'journal' | 'connection'>, create: () => S) {
    this.#room = room;
    this.#deps = deps;
    this.#create = create;
    this.recoverScans();
  }

  /** Creates sessions for the scans of an earlier run that can be read and are in no session yet. */
  recoverScans(): void {
    const isKnown = (id: string): boolean => this.all.some((session) => session.has(id));
    const recovered = this.#deps.journal.openScans(this.#room).filter(({ scan }) => !isKnown(scan.id));
    for (const [library, entries] of byLibrary(recovered)) {
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

  /** Reports a window's session now, then each change, also after the window gets another session. */
  watch(window: number, signal: AbortSignal, report: (event: E) => void): Promise<null> {
    let stop = (): unknown => undefined;
    const follow = (): void => {
      stop();
      const session = this.of(window);
      report(session.snapshot());
      stop = session.events.on(report);
    };
    follow();
    const over = listenUntil(this.#handedOver, signal, (other) => {
      if (other === window) follow();
    });
    return over.finally(() => stop());
  }

  /** Gives waiting sessions of the connected library to windows that show nothing. */
  handOver(): void {
    for (const [window, session] of this.#ofWindow) {
      const next = session.isEmpty ? this.#takeWaiting((waiting) => !waiting.isOccupied) : undefined;
      if (!next) continue;
      this.#ofWindow.set(window, next);
      this.replaced?.(session, next);
      this.#handedOver.emit(window);
    }
  }

  /** A window shows another session from now on: what belongs to the window, and not to its session, goes with it. */
  protected replaced?(before: S, after: S): void;

  /** Removes a closed window. Returns its session. */
  delete(window: number): S | undefined {
    const session = this.#ofWindow.get(window);
    this.#ofWindow.delete(window);
    return session;
  }

  /** Keeps the session of a closed window for another window. */
  keepForNextWindow(session: S): void {
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

  /** The first waiting session of the connected library, or of no known library. */
  #takeWaiting(mayBe: (session: S) => boolean = () => true): S | undefined {
    const here = this.#library;
    const isOfHere = ({ library }: WaitingSession<S>): boolean => library === here || library === '';
    const first = this.#waiting.find((one) => isOfHere(one) && mayBe(one.session));
    this.#waiting = this.#waiting.filter((one) => one !== first);
    return first?.session;
  }
}

/**
 * Groups scans of an earlier run by library. A session may begin before the connected library is known (`''`); its
 * first scans then belong to the library of its later ones.
 */
function byLibrary(entries: readonly ScanEntry[]): ReadonlyMap<string, readonly ScanEntry[]> {
  const ofSession = new Map(
    entries.filter(({ library }) => library !== '').map(({ session, library }) => [session, library]),
  );
  return Map.groupBy(entries, ({ session, library }) => library || (ofSession.get(session) ?? ''));
}
