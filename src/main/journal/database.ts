import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { Clock } from '../ports.ts';
import { metaOf } from './meta.ts';
import { Unreadable, type Seal } from './seal.ts';

export type Row = Record<string, SQLOutputValue>;
/** The tables whose rows are sealed. */
export type JournalTable = 'entries' | 'scans' | 'owed';

/** A row that cannot be read, and why: its key is not here, or what stands in it makes no sense. It is kept. */
export interface UnreadableRow {
  readonly table: JournalTable;
  readonly id: string;
  readonly why: Unreadable['why'];
}

/** Opens the sealed columns of one row. */
export interface Opened {
  /** Null for a column that is empty, or cannot be opened. */
  value(column: string): unknown;
  /** Whether a column that was asked for could not be opened. */
  readonly isUnreadable: boolean;
}

interface DatabaseOptions {
  readonly db: DatabaseSync;
  readonly seal: Seal;
  readonly clock: Pick<Clock, 'now'>;
  readonly unreadable: (row: UnreadableRow) => void;
}

/** The journal's file, once it is open: its statements, when they reach the disk, and what is sealed in it. */
export class JournalDatabase {
  readonly #db: DatabaseSync;
  readonly #seal: Seal;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #tell: DatabaseOptions['unreadable'];
  readonly #statements = new Map<string, StatementSync>();
  /** How far the journal had come in its own time when it was opened. */
  #agedTo: string | null = null;

  constructor({ db, seal, clock, unreadable }: DatabaseOptions) {
    this.#db = db;
    this.#seal = seal;
    this.#clock = clock;
    this.#tell = unreadable;
  }

  sql(text: string): StatementSync {
    const known = this.#statements.get(text) ?? this.#db.prepare(text);
    this.#statements.set(text, known);
    return known;
  }

  /** Runs a statement that is about one row. Throws where there is no such row. */
  one(id: string, text: string, ...values: readonly (string | number | null | Uint8Array)[]): void {
    const { changes } = this.sql(text).run(...values);
    if (changes !== 1) throw new RangeError(`not in the journal: ${id}`);
  }

  /** All of it, or nothing. */
  together(write: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      write();
      this.#db.exec('COMMIT');
    } catch (error) {
      // A full disk has ended it already.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /**
   * Writes what a power cut may take again, because the next run finds it out: an intent without which nothing leaves
   * (the mark that it is about to leave brings both to the disk), and what came of what had left. A crash of the
   * program takes nothing. To wait for the disk each time would hold up the next scan, and the answer of this one.
   */
  later<T>(write: () => T): T {
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

  /** When something is over, as its age is counted: a clock that was set back makes nothing old. */
  overAt(): string {
    this.#agedTo ??= metaOf(this.#db, 'aged_to') ?? '';
    const now = this.now();
    return now > this.#agedTo ? now : this.#agedTo;
  }

  sealed(table: JournalTable, id: string, column: string, value: unknown): Uint8Array {
    return this.#seal.seal(value, `${table}/${id}/${column}`);
  }

  opened(table: JournalTable, row: Row): Opened {
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
          this.#tell({ table, id, why: error.why });
          return null;
        }
      },
      get isUnreadable() {
        return isUnreadable;
      },
    };
  }

  /** A row in which something stands that nobody wrote there. */
  isDamaged(table: JournalTable, row: Row): void {
    this.#tell({ table, id: String(row.id), why: 'damaged' });
  }
}
