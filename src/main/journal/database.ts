import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { Clock } from '../ports.ts';
import { metaOf } from './meta.ts';
import { Unreadable, type Seal } from './seal.ts';

export type SqlRow = Record<string, SQLOutputValue>;
/** The tables whose rows are sealed. */
export type JournalTable = 'entries' | 'scans' | 'owed' | 'kept';

/** A row that cannot be read, and why: its key is missing, or its content makes no sense. It stays in the file. */
export interface UnreadableRow {
  readonly table: JournalTable;
  readonly id: string;
  readonly why: Unreadable['why'];
}

/** Opens the sealed columns of one row. */
export interface OpenedRow {
  /** The value of a column; null if it is empty or cannot be opened. */
  value(column: string): unknown;
  /** Whether a column that was read could not be opened. */
  readonly isUnreadable: boolean;
}

interface DatabaseOptions {
  readonly db: DatabaseSync;
  readonly seal: Seal;
  readonly clock: Pick<Clock, 'now'>;
  readonly onUnreadable: (row: UnreadableRow) => void;
}

/** The open database of the journal: its statements, its writes to the disk, and its sealed columns. */
export class JournalDatabase {
  readonly #db: DatabaseSync;
  readonly #seal: Seal;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #onUnreadable: DatabaseOptions['onUnreadable'];
  readonly #statements = new Map<string, StatementSync>();
  /** The journal's own time when it was opened. */
  #agedTo: string | null = null;

  constructor({ db, seal, clock, onUnreadable }: DatabaseOptions) {
    this.#db = db;
    this.#seal = seal;
    this.#clock = clock;
    this.#onUnreadable = onUnreadable;
  }

  sql(text: string): StatementSync {
    const known = this.#statements.get(text) ?? this.#db.prepare(text);
    this.#statements.set(text, known);
    return known;
  }

  /** Runs a statement for one row. Throws if that row does not exist. */
  one(id: string, text: string, ...values: readonly (string | number | null | Uint8Array)[]): void {
    const { changes } = this.sql(text).run(...values);
    if (changes !== 1) throw new RangeError(`not in the journal: ${id}`);
  }

  /** Runs all writes in one transaction. */
  transaction(write: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      write();
      this.#db.exec('COMMIT');
    } catch (error) {
      // A full disk has ended the transaction already.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /**
   * Writes without waiting for the disk. A power cut may undo such a write, because the next run finds it out: an
   * intent, without which nothing is sent (the mark before sending flushes both), and the outcome of what was sent. A
   * crash of the program loses nothing. Waiting for the disk each time would delay the next scan and the answer of this
   * one.
   */
  withoutFlush<T>(write: () => T): T {
    this.#db.exec('PRAGMA synchronous = NORMAL');
    try {
      return write();
    } finally {
      this.#db.exec('PRAGMA synchronous = FULL');
    }
  }

  now(): string {
    return this.#clock.now().toISOString();
  }

  /**
   * The time to write for something that is settled now, from which its age is counted. A clock that was set back makes
   * nothing old.
   */
  settledTime(): string {
    return this.notOld(this.now());
  }

  /** This time, or that of the journal where it is before that: what is written now is not old. */
  notOld(at: string): string {
    this.#agedTo ??= metaOf(this.#db, 'aged_to') ?? '';
    return at > this.#agedTo ? at : this.#agedTo;
  }

  seal(table: JournalTable, id: string, column: string, value: unknown): Uint8Array {
    return this.#seal.seal(value, `${table}/${id}/${column}`);
  }

  openRow(table: JournalTable, row: SqlRow): OpenedRow {
    const id = String(row.id);
    let isUnreadable = false;
    return {
      value: (column) => {
        const sealed = row[column];
        if (!(sealed instanceof Uint8Array)) return null;
        try {
          return this.#seal.open(sealed, `${table}/${id}/${column}`);
        } catch (error) {
          if (!(error instanceof Unreadable)) throw error;
          isUnreadable = true;
          this.#onUnreadable({ table, id, why: error.why });
          return null;
        }
      },
      get isUnreadable() {
        return isUnreadable;
      },
    };
  }

  /** Reports a row with content that this program did not write. */
  reportDamaged(table: JournalTable, row: SqlRow): void {
    this.#onUnreadable({ table, id: String(row.id), why: 'damaged' });
  }
}
