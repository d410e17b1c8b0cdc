import type { UnclearView } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Command } from '../../service/endpoints.ts';
import { invalid, unknownOutcome } from '../failure.ts';
import { elsewhereIn } from '../journal/libraries.ts';
import type { Clock, KnownLibrary, Log, Service, Connection } from '../ports.ts';
import type { Journal, JournalEntry, SettledBy } from '../journal/port.ts';
import { confirmAfterMs, knownInMs, graceMs } from './certainty.ts';
import { recordsIn, type Resolution } from './command.ts';
import { Emitter } from '../emitter.ts';
import { type ResolvedCommand, type LookupTarget, Lookups } from './lookups.ts';
import type { Settlements } from './settlements.ts';
import type { CommandTable, JournaledCommand } from './table.ts';

/** A command that was sent, or will be: what is needed to recognize it and look it up. */
export type PendingCommand = JournaledCommand & Pick<JournalEntry, 'queue' | 'about' | 'library' | 'till'>;

/** What is known about a command when it becomes unclear. */
interface UnclearDetails {
  readonly failure: Failure | null;
  /** When its request was sent, by the monotonic clock; for a command of an earlier run, when this run began. */
  readonly sentAt: number;
  /** The command is still in progress in this run: there is no lookup until its own answer comes or fails. */
  readonly ownAnswerComes: boolean;
  /** A read may find the effect of another command that does the same: only a person can decide whose it is. */
  readonly isAmbiguous?: boolean | undefined;
}

interface UnclearCommand extends LookupTarget {
  ownAnswerComes: boolean;
  readonly pending: PendingCommand;
  readonly effects: readonly string[];
  /** When the command was requested. */
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
 * The commands whose outcome is unknown: those of this run and of earlier ones, at any library. Each stays in the list
 * until a read finds out or the user decides. Source: design, "The journal and the queue".
 */
export class UnclearCommands {
  readonly changes = new Emitter<null>();
  readonly resolved = new Emitter<ResolvedCommand>();
  /** Emits each command that happened, by its own answer or by a read, as it was sent. */
  readonly happened = new Emitter<PendingCommand>();
  readonly #commands = new Map<string, UnclearCommand>();
  /** Commands that a lookup or the user settled before their own answer came: whether they happened. */
  readonly #earlyOutcomes = new Map<string, boolean>();
  readonly #deps: UnclearDeps;
  readonly #lookups: Lookups;

  constructor(deps: UnclearDeps) {
    this.#deps = deps;
    this.#lookups = new Lookups({
      ...deps,
      isUnclear: (command) => this.#commands.get(command.pending.id) === command,
      onResolved: (resolved, by) => this.#resolve(resolved, by),
      onChanged: () => this.changed(),
    });
    // Commands that were found late are listed from the journal.
    deps.settlements.written.on(() => this.changed());
  }

  list(): readonly UnclearView[] {
    const elsewhereOf = elsewhereIn(this.#deps);
    const { table } = this.#deps;
    return [...this.#commands.values()].map((command) => {
      const { pending, at, effects, lastFailure, seen } = command;
      const { id, operation, about, library } = pending;
      const elsewhere = elsewhereOf(library);
      const askPerson = table.whyAskPerson(pending);
      const until = askPerson === null && elsewhere === null ? this.#latestKnownAt(command) : null;
      const named = { act: table.actOf(pending), about, userId: table.patronOf(pending) };
      const feeIds = recordsIn('fee', effects);
      return {
        id,
        operation,
        ...named,
        feeIds,
        at,
        askPerson,
        lastFailure,
        seen,
        until,
        elsewhere,
        late: null,
        undid: null,
      };
    });
  }

  has(id: string): boolean {
    return this.#commands.has(id);
  }

  /** How many commands are unclear at this library. */
  countAt(library: KnownLibrary['id']): number {
    return [...this.#commands.values()].filter(({ pending }) => pending.library === library).length;
  }

  /**
   * The failure of a command that cannot run now, because another one with the same effect at the same library is
   * unclear; null if it can.
   */
  blockingFailure(library: string, candidate: JournaledCommand): Failure | null {
    const effects = this.#deps.table.effectsOf(candidate);
    for (const { pending, at, effects: unclear } of this.#commands.values()) {
      if (pending.library !== library || pending.id === candidate.id) continue;
      if (!unclear.some((effect) => effects.includes(effect))) continue;
      return { kind: 'unsettled', operation: pending.operation, journalId: pending.id, at };
    }
    return null;
  }

  /** Adds a command to the list, even if the journal cannot be written. */
  add(pending: PendingCommand, details: UnclearDetails): void {
    const at = this.#commands.get(pending.id)?.at ?? this.#deps.clock.now().toISOString();
    this.#put(pending, details, at);
    this.changed();
  }

  /** The command's own answer will not come: look it up in the background until its outcome is known. */
  lookInBackground(id: string): void {
    const command = this.#commands.get(id);
    if (!command) return;
    command.ownAnswerComes = false;
    if (this.#deps.table.whyAskPerson(command.pending) === null) void this.#lookups.lookUpUntilKnown(command);
  }

  /**
   * Recovers the commands of an earlier run. Those that were never sent are settled as such. The others are listed at
   * once, and looked up as soon as the service answers.
   */
  recover(): void {
    const sentAt = this.#deps.clock.monotonic();
    for (const entry of this.#deps.journal.unsettled()) {
      if (this.#commands.has(entry.id)) continue;
      if (entry.state === 'intended') this.#deps.settlements.settle(entry.id, 'notSent', { by: 'notLeft' });
      else {
        const isAmbiguous = entry.recheck === 'repeated';
        const details = { failure: entry.failure, sentAt, ownAnswerComes: false, isAmbiguous };
        this.#put(entry, details, entry.at);
        this.lookInBackground(entry.id);
      }
    }
    this.changed();
  }

  /** A key of the journal is available again: commands of an earlier run that could not be read are read now. */
  reread(): void {
    for (const [id, command] of this.#commands) {
      const entry = command.pending.unreadable ? this.#deps.journal.entry(id) : null;
      if (!entry || entry.unreadable) continue;
      const { sentAt, isAmbiguous, at } = command;
      this.#put(entry, { failure: entry.failure, sentAt, ownAnswerComes: false, isAmbiguous }, at);
      this.lookInBackground(id);
    }
    this.changed();
  }

  /**
   * A command that was settled as not found may have happened after all, or the effect is another's: the user has to
   * decide.
   */
  reopen(entry: JournalEntry): void {
    const { id } = entry;
    const failure = unknownOutcome(entry);
    // No lookups follow, so there is no time at which the outcome will be known.
    const sentAt = this.#deps.clock.monotonic() - graceMs - confirmAfterMs;
    this.#put(entry, { failure, sentAt, ownAnswerComes: false, isAmbiguous: true }, entry.at);
    const command = this.#commands.get(id);
    if (command) command.seen = 'cannotTell';
    this.#deps.settlements.settle(id, 'unknown', { failure });
    this.changed();
    this.#deps.journal.rechecked(id, 'repeated');
  }

  /** Looks a command up because the user asks for it. Not finding it counts only after the grace period. */
  async lookAgain(id: string): Promise<Resolution<Command>['found']> {
    const command = this.#get(id);
    const service = await this.#deps.connection.service();
    if (service.library.id !== command.pending.library) return 'unclear';
    return (await this.#lookups.lookUpOnce(command, service)).found;
  }

  decide(id: string, happened: boolean): void {
    this.#get(id);
    this.#resolve({ id, happened, record: null }, 'person');
  }

  /** Looks a command up once, for a caller that waits for it; null if it is no longer unclear. */
  async lookUpNow(id: string, service: Service): Promise<Resolution<Command> | null> {
    const command = this.#commands.get(id);
    return command ? this.#lookups.lookUpOnce(command, service) : null;
  }

  /**
   * Called when the command's own answer has come. Returns whether it was settled as having happened before that; null
   * if it was not settled.
   */
  takeEarlyOutcome(id: string): boolean | null {
    const outcome = this.#earlyOutcomes.get(id) ?? null;
    this.#earlyOutcomes.delete(id);
    return outcome;
  }

  /** The command's own answer has come after its window stopped waiting, and is in the journal. */
  answerArrived(resolved: ResolvedCommand): void {
    if (!this.#commands.delete(resolved.id)) return;
    this.resolved.emit(resolved);
    this.changed();
  }

  /** Emits that the list has changed. */
  changed(): void {
    this.changes.emit(null);
  }

  #get(id: string): UnclearCommand {
    const command = this.#commands.get(id);
    if (!command) throw invalid('id', 'gone');
    return command;
  }

  #put(pending: PendingCommand, details: UnclearDetails, at: string): void {
    const { failure: lastFailure, sentAt, ownAnswerComes, isAmbiguous } = details;
    const effects = this.#deps.table.effectsOf(pending);
    this.#commands.set(pending.id, {
      ...{ pending, effects, at, sentAt, ownAnswerComes, isAmbiguous },
      ...{ lastFailure, seen: 'notAsked', absentAt: null },
    });
  }

  /** The latest time at which the outcome will be known, by the wall clock, for the screen. */
  #latestKnownAt(command: UnclearCommand): string | null {
    const { clock } = this.#deps;
    const remaining = knownInMs(command, clock.monotonic());
    return remaining === null ? null : new Date(clock.now().getTime() + remaining).toISOString();
  }

  #resolve(resolved: ResolvedCommand, by: SettledBy): void {
    const { id, happened } = resolved;
    const command = this.#commands.get(id);
    this.#commands.delete(id);
    if (command?.ownAnswerComes === true) this.#earlyOutcomes.set(id, happened);
    if (happened && command) this.happened.emit(command.pending);
    this.#deps.settlements.settle(id, happened ? 'accepted' : 'notSent', { by });
    this.resolved.emit(resolved);
    this.changed();
  }
}
