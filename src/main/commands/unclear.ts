import type { UnclearView } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Command } from '../../service/endpoints.ts';
import type {
  Clock,
  Journal,
  JournalEntry,
  KnownLibrary,
  Log,
  Service,
  SettledBy,
  Standing,
} from '../ports.ts';
import { agreeAfterMs, longestPauseMs, lookEveryMs, restMs } from './certainty.ts';
import { elsewhereIn } from './elsewhere.ts';
import { unclear } from './found.ts';
import { Listeners } from './listeners.ts';
import type { Found } from './command.ts';
import type { Settlements } from './settlements.ts';
import type { CommandTable, Kept } from './table.ts';
import { failureOf, invalid, unknownOutcome } from '../failure.ts';

/** What came of a command that was unclear: found by a read, or said by a person. */
export interface Cleared {
  readonly id: string;
  readonly happened: boolean;
  /** The record read, where a read found out. */
  readonly record: unknown;
}

/** A command that has left, or is about to: what is needed to know it again and to look for it. */
export type Pending = Kept & Pick<JournalEntry, 'lane' | 'about' | 'library' | 'till'>;

/** What is known of a command when it becomes unclear. */
interface Becoming {
  readonly failure: Failure | null;
  /** When its request left, by the clock that never jumps; of an earlier run's, when this one began. */
  readonly leftAt: number;
  /** It is under way in this run: nobody looks until its own answer has come, or has failed to. */
  readonly ownAnswerComes: boolean;
  /** What a read finds may be another's, of the same effect: only a person can say whose it is. */
  readonly mayBeAnothers?: boolean | undefined;
}

type Seen = UnclearView['seen'];

interface Held extends Becoming {
  ownAnswerComes: boolean;
  readonly pending: Pending;
  readonly effects: readonly string[];
  /** When it was asked for. */
  readonly at: string;
  lastFailure: Failure | null;
  seen: Seen;
  /** When a read first did not find it though it had rested. */
  absentAt: number | null;
}

interface Parts {
  readonly standing: Standing;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly settlements: Settlements;
  readonly table: CommandTable;
  readonly closing: AbortSignal;
}

/**
 * The commands of which nobody knows whether they happened, of this run and of earlier ones, at whichever library. They
 * stay until a read finds out or a person says so; nothing is ever sent again from here.
 * Source: design, "The journal and the queue".
 */
export class UnclearCommands {
  readonly changes = new Listeners<null>();
  readonly cleared = new Listeners<Cleared>();
  /** What has happened, by its own answer or by a read, as it was sent. */
  readonly done = new Listeners<Pending>();
  readonly #held = new Map<string, Held>();
  /** What a look or a person settled while its own answer was still to come: whether it had happened. */
  readonly #early = new Map<string, boolean>();
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    // What turned up late is listed out of the journal.
    parts.settlements.written.add(() => this.tell());
  }

  list(): readonly UnclearView[] {
    const elsewhereOf = elsewhereIn(this.#parts);
    const { table } = this.#parts;
    return [...this.#held.values()].map((held) => {
      const { pending, at, lastFailure, seen } = held;
      const { id, operation, about, library } = pending;
      const elsewhere = elsewhereOf(library);
      const askPerson = table.whyAskPerson(pending);
      const until = askPerson === null && elsewhere === null ? this.#until(held) : null;
      const act = table.actOf(pending);
      return { id, operation, act, at, about, askPerson, lastFailure, seen, until, elsewhere, late: null };
    });
  }

  has(id: string): boolean {
    return this.#held.has(id);
  }

  /** How many are unclear at this library. */
  countAt(library: KnownLibrary['id']): number {
    return [...this.#held.values()].filter(({ pending }) => pending.library === library).length;
  }

  /** Why a command cannot be done now: another, of the same effect at the same library, is unclear. */
  same(library: string, wanted: Kept): Failure | null {
    const effects = this.#parts.table.effectsOf(wanted);
    for (const { pending, at, effects: unclear } of this.#held.values()) {
      if (pending.library !== library || pending.id === wanted.id) continue;
      if (!unclear.some((effect) => effects.includes(effect))) continue;
      return { kind: 'unsettled', operation: pending.operation, journalId: pending.id, at };
    }
    return null;
  }

  /** Lists a command, whatever becomes of the journal. */
  add(pending: Pending, becoming: Becoming): void {
    const at = this.#held.get(pending.id)?.at ?? this.#parts.clock.now().toISOString();
    this.#hold(pending, becoming, at);
    this.tell();
  }

  /** Its own answer will not come: it is looked for until it is found, or has not been for long enough. */
  look(id: string): void {
    const held = this.#held.get(id);
    if (!held) return;
    held.ownAnswerComes = false;
    if (this.#parts.table.whyAskPerson(held.pending) === null) void this.#watch(held);
  }

  /**
   * Takes up what an earlier run left: what never left is settled so, the rest is listed at once and looked up as
   * soon as the service answers.
   */
  recover(): void {
    const leftAt = this.#parts.clock.monotonic();
    for (const entry of this.#parts.journal.unsettled()) {
      if (this.#held.has(entry.id)) continue;
      if (entry.state === 'intended') this.#parts.settlements.settle(entry.id, 'notSent', { by: 'notLeft' });
      else {
        const mayBeAnothers = entry.recheck === 'repeated';
        const becoming = { failure: entry.failure, leftAt, ownAnswerComes: false, mayBeAnothers };
        this.#hold(entry, becoming, entry.at);
        this.look(entry.id);
      }
    }
    this.tell();
  }

  /** What an earlier run left and could not be read can be: a key of the journal is back. */
  reread(): void {
    for (const [id, held] of this.#held) {
      const entry = held.pending.unreadable ? this.#parts.journal.entry(id) : null;
      if (!entry || entry.unreadable) continue;
      const { leftAt, mayBeAnothers, at } = held;
      this.#hold(entry, { failure: entry.failure, leftAt, ownAnswerComes: false, mayBeAnothers }, at);
      this.look(id);
    }
    this.tell();
  }

  /** What silence had settled may have happened after all, or be another's: a person has to say. */
  again(entry: JournalEntry): void {
    const { id } = entry;
    const failure = unknownOutcome(entry);
    // Nobody looks any more: there is no time by which it is known.
    const leftAt = this.#parts.clock.monotonic() - restMs - agreeAfterMs;
    this.#hold(entry, { failure, leftAt, ownAnswerComes: false, mayBeAnothers: true }, entry.at);
    const held = this.#held.get(id);
    if (held) held.seen = 'cannotTell';
    this.#parts.settlements.settle(id, 'unknown', { failure });
    this.tell();
    this.#parts.journal.rechecked(id, 'repeated');
  }

  /** A person has it looked for now. What is not found is settled as not happened only once it has rested. */
  async lookAgain(id: string): Promise<Found<Command>['found']> {
    const held = this.#get(id);
    const service = await this.#parts.standing.service();
    if (service.library.id !== held.pending.library) return 'unclear';
    return (await this.#lookOnce(held, service)).found;
  }

  decide(id: string, happened: boolean): void {
    this.#get(id);
    this.#clear({ id, happened, record: null }, 'person');
  }

  /** Looks once for whoever waits for it; null where it is not unclear any more. */
  async lookFor(id: string, service: Service): Promise<Found<Command> | null> {
    const held = this.#held.get(id);
    return held ? this.#lookOnce(held, service) : null;
  }

  /** Its own answer has come: what was said meanwhile to have come of it, whether it happened; null where nothing was. */
  saidMeanwhile(id: string): boolean | null {
    const said = this.#early.get(id) ?? null;
    this.#early.delete(id);
    return said;
  }

  /** The command's own answer has come after all, and is in the journal. */
  cameToLight(cleared: Cleared): void {
    if (!this.#held.delete(cleared.id)) return;
    this.cleared.tell(cleared);
    this.tell();
  }

  /** Tells that the list has changed. */
  tell(): void {
    this.changes.tell(null);
  }

  #get(id: string): Held {
    const held = this.#held.get(id);
    if (!held) throw invalid('id', 'noIds');
    return held;
  }

  #hold(pending: Pending, becoming: Becoming, at: string): void {
    const { failure } = becoming;
    const effects = this.#parts.table.effectsOf(pending);
    this.#held.set(pending.id, {
      ...{ ...becoming, pending, effects, at },
      ...{ lastFailure: failure, seen: 'notAsked', absentAt: null },
    });
  }

  /** When it is known at the latest if nothing is found: by the wall clock, for the eye. */
  #until({ leftAt, ownAnswerComes }: Held): string | null {
    const { clock } = this.#parts;
    const left = leftAt + restMs + agreeAfterMs - clock.monotonic();
    if (ownAnswerComes || left <= 0) return null;
    return new Date(clock.now().getTime() + left).toISOString();
  }

  /** Looks now and then, until it is known or no further look can tell. */
  async #watch(held: Held): Promise<void> {
    const { standing, clock, closing } = this.#parts;
    const { id, library } = held.pending;
    let failures = 0;
    try {
      while (this.#held.get(id) === held && !closing.aborted) {
        const service = await standing.service().catch(() => null);
        if (service?.library.id === library) await this.#lookOnce(held, service);
        if (this.#held.get(id) !== held || this.#isForPerson(held)) break;
        failures = held.seen === 'notAsked' ? failures + 1 : 0;
        await clock.sleep(this.#pause(held, failures), closing);
      }
    } catch {
      // The program ends: what is unclear stays in the journal.
    }
  }

  /** Something is there that may be another's, and it has rested: no further read tells more. */
  #isForPerson({ seen, leftAt }: Held): boolean {
    return seen === 'cannotTell' && this.#parts.clock.monotonic() - leftAt >= restMs;
  }

  #pause({ leftAt, absentAt }: Held, failures: number): number {
    if (absentAt !== null) return agreeAfterMs;
    if (failures > 1) return Math.min(lookEveryMs * 2 ** (failures - 2), longestPauseMs);
    const toRest = leftAt + restMs - this.#parts.clock.monotonic();
    return toRest > 0 ? Math.min(toRest, lookEveryMs) : lookEveryMs;
  }

  /** Looks once, and answers what is known of it then. */
  async #lookOnce(held: Held, service: Service): Promise<Found<Command>> {
    const { id } = held.pending;
    const { closing, clock, log, table } = this.#parts;
    const began = clock.monotonic();
    try {
      const look = await table.lookUp(service.client, held.pending, closing);
      // Another look has settled it meanwhile: what this one found is true all the same.
      if (this.#held.get(id) !== held) return look.found === 'happened' ? look : unclear;
      const isIts = look.found === 'happened' && held.mayBeAnothers !== true;
      if (isIts) {
        this.#clear({ id, happened: true, record: look.record }, 'read');
        return look;
      }
      if (look.found === 'didNotHappen' && this.#isOver(held, began)) {
        this.#clear({ id, happened: false, record: null }, 'silence');
        return look;
      }
      held.seen = look.found === 'didNotHappen' ? 'notFound' : 'cannotTell';
      if (look.found !== 'didNotHappen') held.absentAt = null;
    } catch (error) {
      if (closing.aborted || this.#held.get(id) !== held) return unclear;
      held.seen = 'notAsked';
      held.lastFailure = failureOf(error, log);
    }
    this.tell();
    return unclear;
  }

  /** Whether a read that does not find it is the second that began long after it had left. */
  #isOver(held: Held, began: number): boolean {
    const { leftAt, ownAnswerComes, absentAt } = held;
    if (ownAnswerComes || began - leftAt < restMs) return false;
    held.absentAt ??= began;
    return absentAt !== null && began - absentAt >= agreeAfterMs;
  }

  #clear(cleared: Cleared, by: SettledBy): void {
    const { id, happened } = cleared;
    const held = this.#held.get(id);
    this.#held.delete(id);
    if (held?.ownAnswerComes === true) this.#early.set(id, happened);
    if (happened && held) this.done.tell(held.pending);
    this.#parts.settlements.settle(id, happened ? 'accepted' : 'notSent', { by });
    this.cleared.tell(cleared);
    this.tell();
  }
}
