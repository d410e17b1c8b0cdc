import type { UnclearView } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Command } from '../../service/endpoints.ts';
import { invalid, unknownOutcome } from '../failure.ts';
import { elsewhereIn } from '../journal/libraries.ts';
import type { Clock, KnownLibrary, Log, Service, Connection } from '../ports.ts';
import type { Journal, JournalEntry, SettledBy } from '../journal/port.ts';
import { agreeAfterMs, knownInMs, restMs } from './certainty.ts';
import type { Resolution } from './command.ts';
import { Emitter } from '../emitter.ts';
import { type Resolved, type LookupTarget, Lookups } from './lookups.ts';
import type { Settlements } from './settlements.ts';
import type { CommandTable, JournaledCommand } from './table.ts';

/** A command that has left, or is about to: what is needed to know it again and to look for it. */
export type PendingCommand = JournaledCommand & Pick<JournalEntry, 'queue' | 'about' | 'library' | 'till'>;

/** What is known of a command when it becomes unclear. */
interface Circumstances {
  readonly failure: Failure | null;
  /** When its request left, by the clock that never jumps; of an earlier run's, when this one began. */
  readonly leftAt: number;
  /** It is under way in this run: nobody looks for it until its own answer has come, or has failed to. */
  readonly ownAnswerComes: boolean;
  /** A read may find the effect of another command that does the same: only a person can say whose it is. */
  readonly mayBeAnothers?: boolean | undefined;
}

interface UnclearCommand extends LookupTarget {
  ownAnswerComes: boolean;
  readonly pending: PendingCommand;
  readonly effects: readonly string[];
  /** When it was asked for. */
  readonly at: string;
}

interface UnclearDeps {
  readonly connection: Connection;
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
  readonly changes = new Emitter<null>();
  readonly resolved = new Emitter<Resolved>();
  /** Commands that have happened, by their own answer or by a read, as they were sent. */
  readonly happened = new Emitter<PendingCommand>();
  readonly #commands = new Map<string, UnclearCommand>();
  /** Commands that a look or a person settled while their own answer was still to come: whether they had happened. */
  readonly #earlyOutcomes = new Map<string, boolean>();
  readonly #deps: UnclearDeps;
  readonly #lookups: Lookups;

  constructor(deps: UnclearDeps) {
    this.#deps = deps;
    this.#lookups = new Lookups({
      ...deps,
      isHeld: (command) => this.#commands.get(command.pending.id) === command,
      onResolved: (resolved, by) => this.#resolve(resolved, by),
      onChanged: () => this.changed(),
    });
    // Commands that turn up late are listed from the journal.
    deps.settlements.written.on(() => this.changed());
  }

  list(): readonly UnclearView[] {
    const elsewhereOf = elsewhereIn(this.#deps);
    const { table } = this.#deps;
    return [...this.#commands.values()].map((held) => {
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
    return this.#commands.has(id);
  }

  /** How many are unclear at this library. */
  countAt(library: KnownLibrary['id']): number {
    return [...this.#commands.values()].filter(({ pending }) => pending.library === library).length;
  }

  /** Why a command cannot be done now: another one with the same effect at the same library is unclear. */
  same(library: string, wanted: JournaledCommand): Failure | null {
    const effects = this.#deps.table.effectsOf(wanted);
    for (const { pending, at, effects: unclear } of this.#commands.values()) {
      if (pending.library !== library || pending.id === wanted.id) continue;
      if (!unclear.some((effect) => effects.includes(effect))) continue;
      return { kind: 'unsettled', operation: pending.operation, journalId: pending.id, at };
    }
    return null;
  }

  /** Lists a command, also where the journal cannot be written. */
  add(pending: PendingCommand, circumstances: Circumstances): void {
    const at = this.#commands.get(pending.id)?.at ?? this.#deps.clock.now().toISOString();
    this.#put(pending, circumstances, at);
    this.changed();
  }

  /** Its own answer will not come: it is looked for in the background until it is known what came of it. */
  lookInBackground(id: string): void {
    const held = this.#commands.get(id);
    if (!held) return;
    held.ownAnswerComes = false;
    if (this.#deps.table.whyAskPerson(held.pending) === null) void this.#lookups.until(held);
  }

  /**
   * Takes up the commands of an earlier run. Those that never left are settled as not sent. The others are listed at
   * once, and looked for as soon as the service answers.
   */
  recover(): void {
    const leftAt = this.#deps.clock.monotonic();
    for (const entry of this.#deps.journal.unsettled()) {
      if (this.#commands.has(entry.id)) continue;
      if (entry.state === 'intended') this.#deps.settlements.settle(entry.id, 'notSent', { by: 'notLeft' });
      else {
        const mayBeAnothers = entry.recheck === 'repeated';
        const circumstances = { failure: entry.failure, leftAt, ownAnswerComes: false, mayBeAnothers };
        this.#put(entry, circumstances, entry.at);
        this.lookInBackground(entry.id);
      }
    }
    this.changed();
  }

  /** A key of the journal is back: commands of an earlier run that could not be read now can be. */
  reread(): void {
    for (const [id, held] of this.#commands) {
      const entry = held.pending.unreadable ? this.#deps.journal.entry(id) : null;
      if (!entry || entry.unreadable) continue;
      const { leftAt, mayBeAnothers, at } = held;
      this.#put(entry, { failure: entry.failure, leftAt, ownAnswerComes: false, mayBeAnothers }, at);
      this.lookInBackground(id);
    }
    this.changed();
  }

  /** A command that silence had settled may have happened after all, or be another's: a person has to say. */
  reopen(entry: JournalEntry): void {
    const { id } = entry;
    const failure = unknownOutcome(entry);
    // Nobody looks for it any more, so there is no time by which it is known.
    const leftAt = this.#deps.clock.monotonic() - restMs - agreeAfterMs;
    this.#put(entry, { failure, leftAt, ownAnswerComes: false, mayBeAnothers: true }, entry.at);
    const held = this.#commands.get(id);
    if (held) held.seen = 'cannotTell';
    this.#deps.settlements.settle(id, 'unknown', { failure });
    this.changed();
    this.#deps.journal.rechecked(id, 'repeated');
  }

  /** A person asks for a look now. A command that is not found counts as not happened only when it has rested. */
  async lookAgain(id: string): Promise<Resolution<Command>['found']> {
    const held = this.#get(id);
    const service = await this.#deps.connection.service();
    if (service.library.id !== held.pending.library) return 'unclear';
    return (await this.#lookups.once(held, service)).found;
  }

  decide(id: string, happened: boolean): void {
    this.#get(id);
    this.#resolve({ id, happened, record: null }, 'person');
  }

  /** Looks once, for the one who waits for it; null where it is not unclear any more. */
  async lookFor(id: string, service: Service): Promise<Resolution<Command> | null> {
    const held = this.#commands.get(id);
    return held ? this.#lookups.once(held, service) : null;
  }

  /** Its own answer has come. Whether it was settled meanwhile as having happened; null where it was not settled. */
  takeEarlyOutcome(id: string): boolean | null {
    const said = this.#earlyOutcomes.get(id) ?? null;
    this.#earlyOutcomes.delete(id);
    return said;
  }

  /** The command's own answer has come after all, and is in the journal. */
  answeredLate(resolved: Resolved): void {
    if (!this.#commands.delete(resolved.id)) return;
    this.resolved.emit(resolved);
    this.changed();
  }

  /** Tells that the list has changed. */
  changed(): void {
    this.changes.emit(null);
  }

  #get(id: string): UnclearCommand {
    const held = this.#commands.get(id);
    if (!held) throw invalid('id', 'noIds');
    return held;
  }

  #put(pending: PendingCommand, circumstances: Circumstances, at: string): void {
    const { failure: lastFailure, leftAt, ownAnswerComes, mayBeAnothers } = circumstances;
    const effects = this.#deps.table.effectsOf(pending);
    this.#commands.set(pending.id, {
      ...{ pending, effects, at, leftAt, ownAnswerComes, mayBeAnothers },
      ...{ lastFailure, seen: 'notAsked', absentAt: null },
    });
  }

  /** When it is known at the latest, by the wall clock, for the screen. */
  #knownBy(held: UnclearCommand): string | null {
    const { clock } = this.#deps;
    const left = knownInMs(held, clock.monotonic());
    return left === null ? null : new Date(clock.now().getTime() + left).toISOString();
  }

  #resolve(resolved: Resolved, by: SettledBy): void {
    const { id, happened } = resolved;
    const held = this.#commands.get(id);
    this.#commands.delete(id);
    if (held?.ownAnswerComes === true) this.#earlyOutcomes.set(id, happened);
    if (happened && held) this.happened.emit(held.pending);
    this.#deps.settlements.settle(id, happened ? 'accepted' : 'notSent', { by });
    this.resolved.emit(resolved);
    this.changed();
  }
}
