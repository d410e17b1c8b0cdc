import { Listeners, listenUntil } from '../commands/listeners.ts';
import type { Journal, ScanEntry } from '../ports.ts';
import { byLibrary } from './left-scans.ts';
import type { Parts } from '../deps.ts';

/** A session in one room, which a window shows. */
interface Session<E> {
  readonly events: Listeners<E>;
  /** There is nothing in it that its window would miss. */
  readonly isEmpty: boolean;
  /** A patron is at its desk, or something is on its table: it does not take the place of another before people's eyes. */
  readonly isOccupied: boolean;
  /** All of it, for a window that begins to show it. */
  whole(): E;
  has(id: string): boolean;
  adopt(entries: readonly ScanEntry[]): void;
}

/** A session that no window shows, and the library it belongs to. */
interface Waiting<S> {
  readonly library: string;
  readonly session: S;
}

/**
 * The sessions of one room, one per window. What a window leaves unfinished, and what an earlier run left, waits for
 * the next window that has nothing to show, at its own library.
 */
export class WindowSessions<E, S extends Session<E>> {
  readonly #room: Parameters<Journal['openScans']>[0];
  readonly #parts: Pick<Parts, 'journal' | 'standing'>;
  readonly #make: () => S;
  readonly #ofWindow = new Map<number, S>();
  readonly #handedOver = new Listeners<number>();
  #waiting: Waiting<S>[] = [];

  constructor(
    room: Parameters<Journal['openScans']>[0],
    parts: Pick<Parts, 'journal' | 'standing'>,
    make: () => S,
  ) {
    this.#room = room;
    this.#parts = parts;
    this.#make = make;
    this.adoptLeft();
  }

  /** Takes over what an earlier run left, as far as it can be read and is in no session yet. */
  adoptLeft(): void {
    const isKnown = (id: string): boolean => this.all.some((session) => session.has(id));
    const left = this.#parts.journal.openScans(this.#room).filter(({ view }) => !isKnown(view.id));
    for (const [library, entries] of byLibrary(left)) {
      const session = this.#make();
      session.adopt(entries);
      this.#waiting.push({ library, session });
    }
    this.handOver();
  }

  of(window: number): S {
    const session = this.#ofWindow.get(window) ?? this.#takeOver() ?? this.#make();
    this.#ofWindow.set(window, session);
    return session;
  }

  /** Tells of a window's session as it is and as it changes, also where it becomes another. */
  watch(window: number, signal: AbortSignal, report: (told: E) => void): Promise<null> {
    let stop = (): unknown => undefined;
    const follow = (): void => {
      stop();
      const session = this.of(window);
      report(session.whole());
      stop = session.events.add(report);
    };
    follow();
    const over = listenUntil(this.#handedOver, signal, (other) => {
      if (other === window) follow();
    });
    return over.finally(() => stop());
  }

  /** Windows that have nothing to show get what waits, of the library that is connected. */
  handOver(): void {
    for (const [window, session] of this.#ofWindow) {
      const next = session.isEmpty ? this.#takeOver((waiting) => !waiting.isOccupied) : undefined;
      if (!next) continue;
      this.#ofWindow.set(window, next);
      this.#handedOver.tell(window);
    }
  }

  /** The window is gone. Answers its session, where it had one. */
  delete(window: number): S | undefined {
    const session = this.#ofWindow.get(window);
    this.#ofWindow.delete(window);
    return session;
  }

  /** A session of a window that is gone is kept for somebody to see. */
  keep(session: S): void {
    this.#waiting.push({ library: this.#library, session });
  }

  /** Those that windows show. */
  get shown(): readonly S[] {
    return [...this.#ofWindow.values()];
  }

  get all(): readonly S[] {
    return [...this.shown, ...this.#waiting.map(({ session }) => session)];
  }

  get #library(): string {
    return this.#parts.standing.library()?.id ?? '';
  }

  /** What waits of the library that is connected, or was scanned where none was known. */
  #takeOver(mayBe: (session: S) => boolean = () => true): S | undefined {
    const here = this.#library;
    const isOfHere = ({ library }: Waiting<S>): boolean => library === here || library === '';
    const first = this.#waiting.find((one) => isOfHere(one) && mayBe(one.session));
    this.#waiting = this.#waiting.filter((one) => one !== first);
    return first?.session;
  }
}
