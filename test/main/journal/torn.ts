import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openJournalFile } from '../../../src/main/journal/file.ts';
import { command, scan, type Desk } from './desk.ts';

/** How many bytes a page of the file has. */
export const page = 4096;
/** The tables whose rows are counted. */
export const tables = ['entries', 'scans', 'owed'] as const;

/** The ids of a table's rows, with what else stands in them. */
export const rowsOf = (db: DatabaseSync, table: string) =>
  new Map(
    db
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map((row) => [String(row.id), row]),
  );

/** A desk's journal that is filled, torn, and saved. */
export class Torn {
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** A journal of many rows, and the ids of its commands. */
  fill(rows: number): readonly string[] {
    const one = this.#desk.journal();
    const ids = Array.from({ length: rows }, () => randomUUID());
    for (const [i, id] of ids.entries()) {
      one.intend(command(id, { till: 't' }));
      if (i % 3 > 0) one.settle(id, 'accepted');
      one.saveScan(scan(randomUUID()));
      if (i % 5 === 0)
        one.saveStep({ id: randomUUID(), at: '2026-11-02T08:00:00.000Z', library: 'here', data: {} });
    }
    this.#desk.close();
    return ids;
  }

  /** Looks into the file, or changes it, when nobody has it open. */
  within<T>(work: (db: DatabaseSync) => T): T {
    const db = new DatabaseSync(this.#desk.file);
    try {
      return work(db);
    } finally {
      db.close();
    }
  }

  /** The numbers of the pages of a table or an index. */
  pagesOf(name: string): readonly number[] {
    const text = 'SELECT pageno FROM dbstat WHERE name = ?';
    return this.within((db) => db.prepare(text).all(name)).map(({ pageno }) => Number(pageno));
  }

  /** The numbers of the pages with a table's rows, as the rows come, and how many each has. */
  leavesOf(table: string): readonly { pageno: number; cells: number }[] {
    const text = `SELECT pageno, ncell FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path`;
    return this.within((db) => db.prepare(text).all(table)).map(({ pageno, ncell }) => ({
      ...{ pageno: Number(pageno), cells: Number(ncell) },
    }));
  }

  change(change: (bytes: Buffer) => unknown): void {
    const bytes = fs.readFileSync(this.#desk.file);
    change(bytes);
    fs.writeFileSync(this.#desk.file, bytes);
  }

  /** Writes nonsense over whole pages. */
  tear(pages: readonly number[]): void {
    this.change((bytes) => {
      for (const pageno of pages) bytes.fill(0xee, (pageno - 1) * page, pageno * page);
    });
  }

  /** What the next run saves, and what it says of it. */
  salvaged() {
    const file = openJournalFile(this.#desk.file, this.#desk.clock.now());
    const answer = file.db.prepare('SELECT saved, lost FROM salvages ORDER BY rowid DESC').get();
    const rows = tables.map((table) => rowsOf(file.db, table));
    const libraries = [...rowsOf(file.db, 'libraries').keys()];
    file.close();
    return { answer, rows, entries: rows[0] ?? new Map(), libraries };
  }
}
