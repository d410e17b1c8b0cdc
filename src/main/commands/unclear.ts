import type { UnclearView } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Command } from '../../service/endpoints.ts';
import { invalid } from '../failed.ts';
import type { Clock, Journal, JournalEntry, Log, Service, Standing } from '../ports.ts';
import { asFailed } from './call-failure.ts';
import { failureIn } from './failure-in.ts';
import type { Lanes } from './lanes.ts';
import { Listeners } from './listeners.ts';
import { lookUp, whyAskPerson } from './look-up.ts';
import type { Found } from './resolver.ts';

/** What came of a command that was unclear: found by a read, or said by a person. */
export interface Cleared {
  readonly id: string;
  readonly happened: boolean;
  /** The record read, where a read found out. */
  readonly record: unknown;
}

interface Held {
  readonly entry: JournalEntry;
  lastFailure: Failure | null;
  /** Another look may tell more: the service could not be asked, or the command may still be under way there. */
  worthALook: boolean;
}

/**
 * How long ago a command must have left before a read that does not find its effect proves that there will be none. An
 * end of this program is no end of what is under way at the service.
 */
const restMs = 120_000;
/** How often the service is asked about those that it could not be asked about. */
const againMs = 30_000;

interface Parts {
  readonly standing: Standing;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly lanes: Lanes;
  readonly closing: AbortSignal;
}

/**
 * The commands of which nobody knows whether they happened, of this run and of earlier ones. They stay until a read
 * finds out or a person says so; nothing is ever sent again from here. Source: design, "The journal".
 */
export class UnclearCommands {
  readonly changes = new Listeners<readonly UnclearView[]>();
  readonly cleared = new Listeners<Cleared>();
  readonly #held = new Map<string, Held>();
  readonly #parts: Parts;
  #looking = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Those of the service that the station stands on now. */
  list(): readonly UnclearView[] {
    const library = this.#parts.standing.library()?.id;
    return [...this.#held.values()]
      .filter(({ entry }) => entry.library === library)
      .map(({ entry, lastFailure }) => ({
        id: entry.id,
        operation: entry.operation,
        at: entry.at,
        about: entry.about,
        askPerson: whyAskPerson(entry),
        lastFailure,
      }));
  }

  has(id: string): boolean {
    return this.#held.has(id);
  }

  add(id: string, lastFailure: Failure, worthALook: boolean): void {
    const entry = this.#parts.journal.entry(id);
    if (!entry) return;
    this.#held.set(id, { entry, lastFailure, worthALook });
    this.tell();
    if (worthALook) void this.#keepLooking(againMs);
  }

  /**
   * Takes up what an earlier run left: what never left is settled so, the rest is listed at once and looked up as
   * soon as the service answers.
   */
  recover(): void {
    for (const entry of this.#parts.journal.unsettled()) {
      if (entry.state === 'intended') this.#parts.journal.settle(entry.id, 'notSent');
      else {
        const worthALook = whyAskPerson(entry) === null;
        this.#held.set(entry.id, { entry, lastFailure: entry.failure, worthALook });
      }
    }
    if (this.#held.size > 0) void this.#keepLooking(0);
    this.tell();
  }

  /** What of these could not be read can be: a key of the journal is back. */
  reread(): void {
    for (const [id, held] of this.#held) {
      const entry = held.entry.unreadable ? this.#parts.journal.entry(id) : null;
      if (!entry || entry.unreadable) continue;
      const worthALook = whyAskPerson(entry) === null;
      this.#held.set(id, { ...held, entry, worthALook });
      if (worthALook) void this.#keepLooking(0);
    }
    this.tell();
  }

  /** Looks again. What a read does not find is settled as not happened only once the command is old enough. */
  async lookAgain(id: string): Promise<Found<Command>['found']> {
    const held = this.#get(id);
    const service = await this.#parts.standing.service();
    if (service.library.id !== held.entry.library) return 'unclear';
    return this.#look(held, service);
  }

  decide(id: string, happened: boolean): void {
    this.#get(id);
    this.#clear({ id, happened, record: null });
  }

  #get(id: string): Held {
    const held = this.#held.get(id);
    if (!held) throw invalid('id', 'noIds');
    return held;
  }

  #isRested({ entry }: Held): boolean {
    return this.#parts.clock.now().getTime() - Date.parse(entry.at) >= restMs;
  }

  async #look(held: Held, service: Service): Promise<Found<Command>['found']> {
    const { id, lane } = held.entry;
    const { lanes, closing } = this.#parts;
    try {
      const found = await lanes.turn(lane, () => lookUp(service.client, held.entry, closing));
      if (!this.#held.has(id)) return found.found;
      held.worthALook = found.found !== 'unclear';
      if (found.found === 'unclear' || (found.found === 'didNotHappen' && !this.#isRested(held)))
        return 'unclear';
      const happened = found.found === 'happened';
      this.#clear({ id, happened, record: happened ? found.record : null });
      return found.found;
    } catch (error) {
      held.lastFailure = failureIn(asFailed(error), this.#parts.log);
      this.tell();
      return 'unclear';
    }
  }

  /** The command's own answer has come after all. */
  cameToLight(cleared: Cleared): void {
    if (!this.#held.delete(cleared.id)) return;
    this.cleared.tell(cleared);
    this.tell();
  }

  #clear(cleared: Cleared): void {
    this.#parts.journal.settle(cleared.id, cleared.happened ? 'accepted' : 'notSent');
    this.#held.delete(cleared.id);
    this.cleared.tell(cleared);
    this.tell();
  }

  /** Looks at what is worth it every half minute, until nothing is. */
  async #keepLooking(afterMs: number): Promise<void> {
    const { standing, clock, closing } = this.#parts;
    if (this.#looking) return;
    this.#looking = true;
    for (let pause = afterMs; this.#worthALook().length > 0 && !closing.aborted; pause = againMs) {
      try {
        if (pause > 0) await clock.sleep(pause, closing);
        const service = await standing.service();
        for (const held of this.#worthALook()) {
          if (held.entry.library === service.library.id) await this.#look(held, service);
        }
      } catch {
        // No service to ask, or the end of the program: what is unclear stays in the journal.
      }
    }
    this.#looking = false;
  }

  #worthALook(): Held[] {
    return [...this.#held.values()].filter((held) => held.worthALook);
  }

  /** Tells the list as it now stands. */
  tell(): void {
    this.changes.tell(this.list());
  }
}
