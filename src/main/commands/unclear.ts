import type { UnclearView } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Command } from '../../service/endpoints.ts';
import { invalid, unknownOutcome } from '../failure.ts';
import { elsewhereIn } from '../journal/libraries.ts';
import type { Clock, KnownLibrary, Log, Service, Standing } from '../ports.ts';
import type { Journal, JournalEntry, SettledBy } from '../journal/port.ts';
import { agreeAfterMs, knownInMs, restMs } from './certainty.ts';
import type { Found } from './command.ts';
import { Listeners } from './listeners.ts';
import { type Cleared, type LookedFor, Looking } from './looking.ts';
import type { Settlements } from './settlements.ts';
import type { CommandTable, Kept } from './table.ts';

/** A command that has left, or is about to: what is needed to know it again and to look for it. */
export type Pending = Kept & Pick<JournalEntry, 'lane' | 'about' | 'library' | 'till'>;

/** What is known of a command when it becomes unclear. */
interface Becoming {
  readonly failure: Failure | null;
  /** When its request left, by the clock that never jumps; of an earlier run's, when this one began. */
  readonly leftAt: number;
  /** It is under way in this run: nobody looks for it until its own answer has come, or has failed to. */
  readonly ownAnswerComes: boolean;
  /** A read may find the effect of another command that does the same: only a person can say whose it is. */
  readonly mayBeAnothers?: boolean | undefined;
}

interface Held extends LookedFor {
  ownAnswerComes: boolean;
  readonly pending: Pending;
  readonly effects: readonly string[];
  /** When it was asked for. */
  readonly at: string;
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
 * The list of the commands of which nobody knows whether they happened: those of this run and of earlier ones, at any
 * library. Each stays until a read finds out or a person says so. Source: design, "The journal and the queue".
 */
export class UnclearCommands {
  readonly changes = new Listeners<null>();
  readonly cleared = new Listeners<Cleared>();
  /** Commands that have happened, by their own answer or by a read, as they were sent. */
  readonly done = new Listeners<Pending>();
  readonly #held = new Map<string, Held>();
  /** Commands that a look or a person settled while their own answer was still to come: whether they had happened. */
  readonly #early = new Map<string, boolean>();
  readonly #parts: Parts;
  readonly #looking: Looking;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#looking = new Looking({
      ...parts,
      isHeld: (held) => this.#held.get(held.pending.id) === held,
      onCleared: (cleared, by) => this.#clear(cleared, by),
      onChanged: () => this.tell(),
    });
    // Commands that turn up late are listed from the journal.
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
      const until = askPerson === null && elsewhere === null ? this.#knownBy(held) : null;
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

  /** Why a command cannot be done now: another one with the same effect at the same library is unclear. */
  same(library: string, wanted: Kept): Failure | null {
    const effects = this.#parts.table.effectsOf(wanted);
    for (const { pending, at, effects: unclear } of this.#held.values()) {
      if (pending.library !== library || pending.id === wanted.id) continue;
      if (!unclear.some((effect) => effects.includes(effect))) continue;
      return { kind: 'unsettled', operation: pending.operation, journalId: pending.id, at };
    }
    return null;
  }

  /** Lists a command, also where the journal cannot be written. */
  add(pending: Pending, becoming: Becoming): void {
    const at = this.#held.get(pending.id)?.at ?? this.#parts.clock.now().toISOString();
    this.#hold(pending, becoming, at);
    this.tell();
  }

  /** Its own answer will not come: it is looked for in the background until it is known what came of it. */
  look(id: string): void {
    const held = this.#held.get(id);
    if (!held) return;
    held.ownAnswerComes = false;
    if (this.#parts.table.whyAskPerson(held.pending) === null) void this.#looking.until(held);
  }

  /**
   * Takes up the commands of an earlier run. Those that never left are settled as not sent. The others are listed at
   * once, and looked for as soon as the service answers.
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

  /** A key of the journal is back: commands of an earlier run that could not be read now can be. */
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

  /** A command that silence had settled may have happened after all, or be another's: a person has to say. */
  again(entry: JournalEntry): void {
    const { id } = entry;
    const failure = unknownOutcome(entry);
    // Nobody looks for it any more, so there is no time by which it is known.
    const leftAt = this.#parts.clock.monotonic() - restMs - agreeAfterMs;
    this.#hold(entry, { failure, leftAt, ownAnswerComes: false, mayBeAnothers: true }, entry.at);
    const held = this.#held.get(id);
    if (held) held.seen = 'cannotTell';
    this.#parts.settlements.settle(id, 'unknown', { failure });
    this.tell();
    this.#parts.journal.rechecked(id, 'repeated');
  }

  /** A person asks for a look now. A command that is not found counts as not happened only when it has rested. */
  async lookAgain(id: string): Promise<Found<Command>['found']> {
    const held = this.#get(id);
    const service = await this.#parts.standing.service();
    if (service.library.id !== held.pending.library) return 'unclear';
    return (await this.#looking.once(held, service)).found;
  }

  decide(id: string, happened: boolean): void {
    this.#get(id);
    this.#clear({ id, happened, record: null }, 'person');
  }

  /** Looks once, for the one who waits for it; null where it is not unclear any more. */
  async lookFor(id: string, service: Service): Promise<Found<Command> | null> {
    const held = this.#held.get(id);
    return held ? this.#looking.once(held, service) : null;
  }

  /** Its own answer has come. Whether it was settled meanwhile as having happened; null where it was not settled. */
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
    const { failure: lastFailure, leftAt, ownAnswerComes, mayBeAnothers } = becoming;
    const effects = this.#parts.table.effectsOf(pending);
    this.#held.set(pending.id, {
      ...{ pending, effects, at, leftAt, ownAnswerComes, mayBeAnothers },
      ...{ lastFailure, seen: 'notAsked', absentAt: null },
    });
  }

  /** When it is known at the latest, by the wall clock, for the screen. */
  #knownBy(held: Held): string | null {
    const { clock } = this.#parts;
    const left = knownInMs(held, clock.monotonic());
    return left === null ? null : new Date(clock.now().getTime() + left).toISOString();
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
