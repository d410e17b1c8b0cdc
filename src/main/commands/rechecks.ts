import type { UnclearView } from '../../contract/desk.ts';
import { invalid } from '../failure.ts';
import { elsewhereIn } from '../journal/libraries.ts';
import type { Clock, Log, Connection } from '../ports.ts';
import type { Journal, JournalEntry } from '../journal/port.ts';
import { lookupEveryMs, recheckAfterMs } from './certainty.ts';
import { Emitter } from '../emitter.ts';
import type { ResolvedCommand } from './lookups.ts';
import type { Settlements } from './settlements.ts';
import type { CommandTable } from './table.ts';
import type { PendingCommand, UnclearCommands } from './unclear.ts';

interface RecheckDeps {
  readonly connection: Connection;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly unclear: UnclearCommands;
  readonly settlements: Settlements;
  readonly table: CommandTable;
  readonly closing: AbortSignal;
}

/**
 * Looks up once more the commands that two reads did not find (`'silence'` in the journal): after ten minutes, at the
 * next start, and before their till is closed. If one is found then, it was wrongly reported as not done, and the desk
 * may have done it again. It stays in a list until the user acknowledges it, and its money counts in the next report of
 * its till.
 */
export class Rechecks {
  readonly changes = new Emitter<null>();
  readonly #deps: RecheckDeps;
  readonly #scheduled = new Set<string>();
  /** Commands that were done again since. Also in memory, because the journal cannot be written at every moment. */
  readonly #repeated = new Set<string>();
  /**
   * Commands of an earlier run that are being rechecked: each once, although keys of the journal may come back several
   * times.
   */
  readonly #recovered = new Set<string>();

  constructor(deps: RecheckDeps) {
    this.#deps = deps;
    deps.unclear.resolved.on(({ happened }) => {
      if (!happened) this.#scheduleDue();
    });
    deps.unclear.happened.on((command) => {
      try {
        this.#noteRepeated(command);
      } catch (error) {
        // The command has happened even if the journal cannot be written now.
        deps.log.defect(error);
      }
    });
  }

  /** Commands that were found late, or refused after all, until the user acknowledges them. */
  late(): readonly UnclearView[] {
    const elsewhereOf = elsewhereIn(this.#deps);
    const { table, journal } = this.#deps;
    return journal.late().map((entry) => ({
      ...{ id: entry.id, operation: entry.operation, at: entry.at, about: entry.about },
      ...{ act: table.actOf(entry), userId: table.patronOf(entry), feeIds: [] },
      ...{ askPerson: null, lastFailure: entry.failure },
      ...{ seen: 'notFound', until: null, late: entry.state === 'accepted' ? 'happened' : 'refused' },
      undid: this.#undoneBy(entry),
      elsewhere: elsewhereOf(entry.library),
    }));
  }

  #undoneBy({ undid }: JournalEntry): UnclearView['undid'] {
    const undone = undid === null ? null : this.#deps.journal.entry(undid);
    return undone && { id: undone.id, at: undone.at };
  }

  /** The user has seen that this command was found late. Throws `gone` for another id. */
  acknowledge(id: string): void {
    if (!this.#deps.journal.late().some((entry) => entry.id === id)) throw invalid('id', 'gone');
    this.#deps.journal.acknowledgeLate(id);
    this.changed();
  }

  /**
   * Rechecks the commands of an earlier run that were not found. Each is read now; one that is `due` is read again
   * later.
   */
  recover(): void {
    for (const entry of this.#deps.journal.notFound()) {
      if (this.#recovered.has(entry.id)) continue;
      this.#recovered.add(entry.id);
      void this.#recheckAtStart(entry);
    }
  }

  /**
   * Rechecks the commands of a till that were not found. Returns how many could not be read; these are read again
   * later.
   */
  async recheckTill(till: string): Promise<number> {
    const { journal, connection } = this.#deps;
    const library = connection.library()?.id;
    const entries = journal.notFound().filter((entry) => entry.till === till && entry.library === library);
    const results = await Promise.all(entries.map((entry) => this.#readOnce(entry)));
    for (const [index, entry] of entries.entries())
      if (results[index] === true && entry.recheck !== 'due' && this.#isStillNotFound(entry.id))
        journal.rechecked(entry.id, null);
    return results.filter((isRead) => !isRead).length;
  }

  changed(): void {
    this.changes.emit(null);
  }

  #scheduleDue(): void {
    for (const entry of this.#deps.journal.notFound())
      if (entry.recheck === 'due') void this.#recheckLater(entry);
  }

  async #recheckAtStart(entry: JournalEntry): Promise<void> {
    const { id, recheck, till } = entry;
    await this.#readWithRetries(entry);
    if (!this.#isStillNotFound(id)) return;
    if (recheck === 'start') {
      // A command with money is read once more when its till is closed.
      if (till === null) this.#schedule(id, null);
      return;
    }
    await this.#recheckLater(entry);
    if (recheck === 'repeated' && till === null && this.#isStillNotFound(id)) this.#schedule(id, null);
  }

  async #recheckLater(entry: JournalEntry): Promise<void> {
    const { id } = entry;
    const { clock, closing, journal } = this.#deps;
    if (this.#scheduled.has(id)) return;
    this.#scheduled.add(id);
    try {
      await clock.sleep(recheckAfterMs, closing);
    } catch {
      return; // the program ends: the next start reads it
    }
    await this.#readWithRetries(entry);
    if (this.#isStillNotFound(id) && journal.entry(id)?.recheck === 'due') this.#schedule(id, 'start');
  }

  /** Notes when the command is read next. If that cannot be written now, it is read once too often. */
  #schedule(id: string, next: Parameters<Journal['rechecked']>[1]): void {
    try {
      this.#deps.journal.rechecked(id, next);
    } catch (error) {
      this.#deps.log.defect(error);
    }
  }

  /**
   * The same was done again: what a read finds from now on may be the effect of the new command. Or the same record was
   * replaced by something else: if a read finds what the earlier command was to put there, that one has undone the new
   * one.
   */
  #noteRepeated(command: PendingCommand): void {
    const { journal, settlements, table } = this.#deps;
    for (const entry of journal.notFound()) {
      if (entry.id === command.id || entry.library !== command.library) continue;
      if (table.carriesItsId(entry.operation) || !table.hasSameEffect(entry, command)) continue;
      const isRepeated = table.isRepeatedBy(entry, command);
      if (isRepeated) this.#repeated.add(entry.id);
      else this.#repeated.delete(entry.id);
      // Written before the new command is settled: otherwise a read could take the new command's effect for this one's.
      settlements.writeBefore(command.id, `${command.id} after ${entry.id}`, () =>
        isRepeated ? journal.rechecked(entry.id, 'repeated') : journal.overtaken(entry.id, command.id),
      );
    }
  }

  /** Whether the command still counts as not found. */
  #isStillNotFound(id: string): boolean {
    const entry = this.#deps.journal.entry(id);
    return entry?.settledBy === 'silence' && !this.#deps.closing.aborted;
  }

  async #readWithRetries(entry: JournalEntry): Promise<void> {
    const { clock, closing } = this.#deps;
    while (!closing.aborted && !(await this.#readOnce(entry))) {
      await clock.sleep(lookupEveryMs, closing).catch(() => undefined);
    }
  }

  /**
   * Looks a command up once. False if it could not be read: no service, another library, a missing key of the journal.
   */
  async #readOnce({ id }: JournalEntry): Promise<boolean> {
    const { connection, closing, log, journal, table } = this.#deps;
    // An entry that could not be read before may be readable by now.
    const entry = journal.entry(id);
    if (!entry || entry.unreadable) return false;
    const { library, operation } = entry;
    try {
      const service = await connection.service();
      if (service.library.id !== library) return false;
      const resolution = await table.lookUp(service.client, entry, closing);
      if (!this.#isStillNotFound(id)) return true;
      // Another recheck, of a till that two windows close at once, may have ended the note meanwhile.
      const notes = [entry.recheck, journal.entry(id)?.recheck];
      const isRepeated = notes.includes('repeated') || this.#repeated.has(id);
      // Another command with the same effect may have caused it: that command's own answer decides.
      if (resolution.found === 'happened' && !isRepeated && this.#isInFlight(entry)) return false;
      const mayBeOther = resolution.found === 'happened' && !isRepeated && this.#mayBeOfAnother(entry);
      // Nothing was there when it was settled as not found. What is there now may be its effect, or another command's.
      if (resolution.found === 'unclear' || mayBeOther) {
        this.#deps.unclear.reopen(entry);
        return true;
      }
      if (resolution.found !== 'happened' || isRepeated) return true;
      log.line('command.late', { operation, id });
      this.#foundLate({ id, happened: true, record: resolution.record });
      return true;
    } catch {
      return false;
    }
  }

  /** Whether another command with the same effect was sent, or will be, and its answer has not come. */
  #isInFlight(entry: JournalEntry): boolean {
    const { journal, unclear, table } = this.#deps;
    if (table.carriesItsId(entry.operation)) return false;
    return journal
      .unsettled()
      .some(
        (other) =>
          other.library === entry.library && !unclear.has(other.id) && table.hasSameEffect(entry, other),
      );
  }

  /** Whether another command with the same effect is unclear too, or not found as well: then no read can decide which of the two happened. */
  #mayBeOfAnother(entry: JournalEntry): boolean {
    const { journal, unclear, table } = this.#deps;
    if (table.carriesItsId(entry.operation)) return false;
    const isSame = (other: JournalEntry): boolean =>
      other.id !== entry.id && other.library === entry.library && table.isRepeatedBy(entry, other);
    return unclear.blockingFailure(entry.library, entry) !== null || journal.notFound().some(isSame);
  }

  #foundLate(resolved: ResolvedCommand): void {
    this.#deps.journal.settle(resolved.id, 'accepted', { by: 'late' });
    this.#deps.unclear.resolved.emit(resolved);
    this.changed();
  }
}
