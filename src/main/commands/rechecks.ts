import type { UnclearView } from '../../contract/desk.ts';
import { invalid } from '../failure.ts';
import { elsewhereIn } from '../journal/libraries.ts';
import type { Clock, Log, Connection } from '../ports.ts';
import type { Journal, JournalEntry } from '../journal/port.ts';
import { lookEveryMs, recheckAfterMs } from './certainty.ts';
import { Emitter } from '../emitter.ts';
import type { Resolved } from './lookups.ts';
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
 * Reads the commands that silence has settled (two reads did not find them) once more: after ten minutes, at the next
 * start, and before their till is closed. A command that turns up then was told wrongly as not done, and somebody may
 * have done it again. So it is listed until a person has seen it, and its money counts in the next report of its till.
 */
export class Rechecks {
  readonly changes = new Emitter<null>();
  readonly #deps: RecheckDeps;
  readonly #timed = new Set<string>();
  /** Commands that were done once more since. Kept here too, as the journal cannot be written at every moment. */
  readonly #since = new Set<string>();
  /** Commands of an earlier run that were taken up: each once, however often a key of the journal comes back. */
  readonly #takenUp = new Set<string>();

  constructor(deps: RecheckDeps) {
    this.#deps = deps;
    deps.unclear.resolved.on(({ happened }) => {
      if (!happened) this.#waitForThose();
    });
    deps.unclear.happened.on((done) => {
      try {
        this.#repeated(done);
      } catch (error) {
        // The command has happened, also where the journal cannot be written at this moment.
        deps.log.defect(error);
      }
    });
  }

  /** Commands that turned up late, or were refused after all, until somebody has seen it. */
  late(): readonly UnclearView[] {
    const elsewhereOf = elsewhereIn(this.#deps);
    const { table } = this.#deps;
    return this.#deps.journal.late().map((entry) => ({
      ...{ id: entry.id, operation: entry.operation, at: entry.at, about: entry.about },
      act: table.actOf(entry),
      ...{ askPerson: null, lastFailure: entry.failure },
      ...{ seen: 'notFound', until: null, late: entry.state === 'accepted' ? 'happened' : 'refused' },
      elsewhere: elsewhereOf(entry.library),
    }));
  }

  /** Throws `noIds` where nothing of that id turned up. */
  seen(id: string): void {
    if (!this.#deps.journal.late().some((entry) => entry.id === id)) throw invalid('id', 'noIds');
    this.#deps.journal.acknowledgeLate(id);
    this.tell();
  }

  /** Takes up the commands that silence settled in an earlier run. Each is read now; one that is `due` once more later. */
  recover(): void {
    for (const entry of this.#deps.journal.notFound()) {
      if (this.#takenUp.has(entry.id)) continue;
      this.#takenUp.add(entry.id);
      void this.#atStart(entry);
    }
  }

  /**
   * Reads once more what silence settled at a till. Answers how many could not be read: these are read again later.
   */
  async atTill(till: string): Promise<number> {
    const { journal, connection } = this.#deps;
    const library = connection.library()?.id;
    const entries = journal.notFound().filter((entry) => entry.till === till && entry.library === library);
    const read = await Promise.all(entries.map((entry) => this.#read(entry)));
    for (const [at, entry] of entries.entries())
      if (read[at] === true && entry.recheck !== 'due' && this.#isSilent(entry.id))
        journal.rechecked(entry.id, null);
    return read.filter((isRead) => !isRead).length;
  }

  tell(): void {
    this.changes.emit(null);
  }

  #waitForThose(): void {
    for (const entry of this.#deps.journal.notFound()) if (entry.recheck === 'due') void this.#later(entry);
  }

  async #atStart(entry: JournalEntry): Promise<void> {
    const { id, recheck, till } = entry;
    await this.#untilRead(entry);
    if (!this.#isSilent(id)) return;
    if (recheck === 'start') {
      // Money is read once more when its till is closed.
      if (till === null) this.#note(id, null);
      return;
    }
    await this.#later(entry);
    if (recheck === 'repeated' && till === null && this.#isSilent(id)) this.#note(id, null);
  }

  async #later(entry: JournalEntry): Promise<void> {
    const { id } = entry;
    const { clock, closing, journal } = this.#deps;
    if (this.#timed.has(id)) return;
    this.#timed.add(id);
    try {
      await clock.sleep(recheckAfterMs, closing);
    } catch {
      return; // the program ends: the next start reads it
    }
    await this.#untilRead(entry);
    if (this.#isSilent(id) && journal.entry(id)?.recheck === 'due') this.#note(id, 'start');
  }

  /** Notes when it is read next. Where that cannot be written at this moment, it is read once too often. */
  #note(id: string, next: Parameters<Journal['rechecked']>[1]): void {
    try {
      this.#deps.journal.rechecked(id, next);
    } catch (error) {
      this.#deps.log.defect(error);
    }
  }

  /** The same was done once more: what a read finds from now on may be the effect of that. */
  #repeated(done: PendingCommand): void {
    const { journal, settlements, table } = this.#deps;
    for (const entry of journal.notFound()) {
      if (entry.id === done.id || entry.library !== done.library) continue;
      if (table.carriesItsId(entry.operation) || !table.isSameAgain(entry, done)) continue;
      this.#since.add(entry.id);
      // It is written before the new one is settled: else a read could take the effect of the new one for this one's.
      settlements.write(`${entry.id} repeated`, () => journal.rechecked(entry.id, 'repeated'));
    }
  }

  /** Whether it is still told as not done. */
  #isSilent(id: string): boolean {
    const entry = this.#deps.journal.entry(id);
    return entry?.settledBy === 'silence' && !this.#deps.closing.aborted;
  }

  async #untilRead(entry: JournalEntry): Promise<void> {
    const { clock, closing } = this.#deps;
    while (!closing.aborted && !(await this.#read(entry))) {
      await clock.sleep(lookEveryMs, closing).catch(() => undefined);
    }
  }

  /** Reads it once more. False where it could not be read: no service, another library, a missing key of the journal. */
  async #read({ id }: JournalEntry): Promise<boolean> {
    const { connection, closing, log, journal, table } = this.#deps;
    // An entry that could not be read before may be readable by now.
    const entry = journal.entry(id);
    if (!entry || entry.unreadable) return false;
    const { library, operation } = entry;
    try {
      const service = await connection.service();
      if (service.library.id !== library) return false;
      const look = await table.lookUp(service.client, entry, closing);
      if (!this.#isSilent(id)) return true;
      const isRepeated = journal.entry(id)?.recheck === 'repeated' || this.#since.has(id);
      // Another command of the same effect may have just caused it: its own answer will tell.
      if (look.found === 'happened' && !isRepeated && this.#isUnderWay(entry)) return false;
      const isAnothers = look.found === 'happened' && !isRepeated && this.#mayBeAnothers(entry);
      // Nothing was there when silence settled it. What is there now may be its effect, or another command's.
      if (look.found === 'unclear' || isAnothers) {
        this.#deps.unclear.reopen(entry);
        return true;
      }
      if (look.found !== 'happened' || isRepeated) return true;
      log.line('command.late', { operation, id });
      this.#turnedUp({ id, happened: true, record: look.record });
      return true;
    } catch {
      return false;
    }
  }

  /** Whether another command of the same effect has left, or is about to leave, and its answer is still to come. */
  #isUnderWay(entry: JournalEntry): boolean {
    const { journal, unclear, table } = this.#deps;
    if (table.carriesItsId(entry.operation)) return false;
    return journal
      .unsettled()
      .some(
        (other) =>
          other.library === entry.library && !unclear.has(other.id) && table.isSameAgain(entry, other),
      );
  }

  /** Whether another command of the same effect is unclear too: no read can tell which of the two is there. */
  #mayBeAnothers(entry: JournalEntry): boolean {
    const { journal, unclear, table } = this.#deps;
    if (table.carriesItsId(entry.operation)) return false;
    const isSame = (other: JournalEntry): boolean =>
      other.id !== entry.id && other.library === entry.library && table.isSameAgain(entry, other);
    return unclear.same(entry.library, entry) !== null || journal.notFound().some(isSame);
  }

  #turnedUp(cleared: Resolved): void {
    this.#deps.journal.settle(cleared.id, 'accepted', { by: 'late' });
    this.#deps.unclear.resolved.emit(cleared);
    this.tell();
  }
}
