import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { Failure } from '../../contract/failure.ts';
import { isOpen } from '../open-scan.ts';
import type {
  Clock,
  Journal,
  JournalEntry,
  KnownLibrary,
  LibraryMark,
  OwedStep,
  Recheck,
  ScanEntry,
  TillEntry,
} from '../ports.ts';
import { openFile, type SetAside } from './file.ts';
import { Unreadable, type Seal } from './seal.ts';

/** The id was used before: what it names was already asked for, and is not asked for again. */
export class AlreadyIntended extends Error {
  override readonly name = 'AlreadyIntended';
  readonly id: string;

  constructor(id: string) {
    super('already intended');
    this.id = id;
  }
}

/** What the journal has to say about itself, for the log and the settings screen. */
export type JournalNotice =
  | ({ readonly kind: 'setAside' } & SetAside)
  /** A row sealed with a key that is lost. It is kept. */
  | { readonly kind: 'unreadable'; readonly table: 'entries' | 'scans' | 'owed'; readonly id: string };

export interface JournalOptions {
  /** A path, or `:memory:`. */
  readonly file: string;
  readonly seal: Seal;
  readonly clock: Pick<Clock, 'now'>;
  readonly notice?: (notice: JournalNotice) => void;
}

type Row = Record<string, SQLOutputValue>;
type Table = 'entries' | 'scans' | 'owed';

/** How long what is over stays: commands as the audit trail, scans and finished steps to look into a complaint. */
const keptDays = { entries: 400, scans: 30, owed: 30 } as const;

/** Opens the journal: what this station asked of the service, and what came of it. Source: design, "The journal". */
export function openJournal(options: JournalOptions): Journal {
  const { db, aside } = openFile(options.file, options.clock.now());
  if (aside) options.notice?.({ kind: 'setAside', ...aside });
  return new SqliteJournal(db, options);
}

class SqliteJournal implements Journal {
  readonly #db: DatabaseSync;
  readonly #seal: Seal;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #notice: (notice: JournalNotice) => void;
  readonly #said = new Set<string>();
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync, { seal, clock, notice }: JournalOptions) {
    this.#db = db;
    this.#seal = seal;
    this.#clock = clock;
    this.#notice = notice ?? (() => undefined);
    this.#forgetOld();
  }

  intend(entry: Parameters<Journal['intend']>[0]): void {
    const { id, operation, library, till = null } = entry;
    const sealed = (['lane', 'about', 'payload', 'before'] as const).map((column) =>
      this.#sealed('entries', id, column, entry[column]),
    );
    const insert = this.#sql(
      `INSERT INTO entries (id, operation, library, state, at, till, lane, about, payload, before)
       VALUES (?, ?, ?, 'intended', ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    );
    const { changes } = this.#later(() => insert.run(id, operation, library, this.#now(), till, ...sealed));
    if (changes === 0) throw new AlreadyIntended(id);
  }

  sent(id: string): void {
    this.#one(this.#sql(`UPDATE entries SET state = 'sent', at = ? WHERE id = ?`).run(this.#now(), id), id);
  }

  settle(id: string, state: JournalEntry['state'], detail: Parameters<Journal['settle']>[2] = {}): void {
    const update = this.#sql(
      `UPDATE entries SET state = ?, settled_at = ?, settled_by = ?, recheck = ?, failure = ?,
         tracking_id = coalesce(?, tracking_id)
       WHERE id = ?`,
    );
    const open = state === 'unknown';
    const settledAt = open ? null : this.#now();
    const by = open ? null : (detail.by ?? 'answer');
    const recheck = by === 'silence' ? 'due' : null;
    const failure = detail.failure ? this.#sealed('entries', id, 'failure', detail.failure) : null;
    const trackingId = detail.trackingId ?? null;
    this.#one(
      this.#later(() => update.run(state, settledAt, by, recheck, failure, trackingId, id)),
      id,
    );
  }

  entry(id: string): JournalEntry | null {
    const row = this.#sql(`SELECT * FROM entries WHERE id = ?`).get(id);
    return row ? this.#entryOf(row) : null;
  }

  doneIn(lane: string, operation: JournalEntry['operation']): readonly JournalEntry[] {
    // The lane is sealed: it is opened to be compared, and the rest only of what is asked for.
    return this.#sql(
      `SELECT * FROM entries WHERE operation = ? AND state IN ('accepted', 'unknown') ORDER BY seq DESC`,
    )
      .all(operation)
      .filter((row) => this.#opener('entries', row)('lane') === lane)
      .map((row) => this.#entryOf(row));
  }

  unsettled(): readonly JournalEntry[] {
    return this.#sql(`SELECT * FROM entries WHERE state IN ('intended', 'sent', 'unknown') ORDER BY seq`)
      .all()
      .map((row) => this.#entryOf(row));
  }

  silenced(): readonly JournalEntry[] {
    return this.#sql(`SELECT * FROM entries WHERE recheck IS NOT NULL ORDER BY seq`)
      .all()
      .map((row) => this.#entryOf(row));
  }

  rechecked(id: string, next: Recheck | null): void {
    this.#one(this.#sql(`UPDATE entries SET recheck = ? WHERE id = ?`).run(next, id), id);
  }

  late(): readonly JournalEntry[] {
    return this.#sql(`SELECT * FROM entries WHERE settled_by = 'late' AND late_seen_at IS NULL ORDER BY seq`)
      .all()
      .map((row) => this.#entryOf(row));
  }

  acknowledgeLate(id: string): void {
    this.#one(this.#sql(`UPDATE entries SET late_seen_at = ? WHERE id = ?`).run(this.#now(), id), id);
  }

  libraries(): ReturnType<Journal['libraries']> {
    const marks = this.#sql(`SELECT * FROM library_marks`).all();
    return this.#sql(`SELECT * FROM libraries ORDER BY rowid`)
      .all()
      .map(({ id, mode, name }) => ({
        id: String(id),
        mode: mode as KnownLibrary['mode'],
        name: String(name),
        marks: marks
          .filter(({ library }) => library === id)
          .map(({ address, root, code, key }) => ({
            address: String(address),
            root: String(root),
            code: String(code),
            key: String(key),
          })),
      }));
  }

  keepLibrary({ id, mode, name }: KnownLibrary, { address, root, code, key }: LibraryMark): void {
    this.#sql(
      `INSERT INTO libraries (id, mode, name) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
    ).run(id, mode, name);
    this.#sql(
      `INSERT INTO library_marks (library, address, root, code, key) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ).run(id, address, root, code, key);
  }

  marks(text: string): readonly string[] {
    return this.#seal.marks(text);
  }

  atTill(till: string): readonly TillEntry[] {
    return this.#sql(
      `SELECT * FROM entries WHERE till = ? AND state NOT IN ('refused', 'notSent') ORDER BY seq`,
    )
      .all(till)
      .map((row) => ({ entry: this.#entryOf(row), reportedAt: row.reported_at as string | null }));
  }

  markReported(ids: readonly string[]): void {
    const now = this.#now();
    const mark = this.#sql(`UPDATE entries SET reported_at = ? WHERE id = ?`);
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      for (const id of ids) this.#one(mark.run(now, id), id);
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  openTills(): readonly string[] {
    return this.#sql(
      `SELECT till, max(seq) AS newest FROM entries
       WHERE till IS NOT NULL AND reported_at IS NULL AND state NOT IN ('refused', 'notSent')
       GROUP BY till ORDER BY newest DESC`,
    )
      .all()
      .map((row) => String(row.till));
  }

  saveScan({ session, library, room, view, mode }: ScanEntry): void {
    const { id } = view;
    const insert = this.#sql(
      `INSERT INTO scans (id, session, library, room, mode, position, at, kind, action, state, recovered, text, result, failure)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET session = excluded.session, mode = excluded.mode, position = excluded.position,
         kind = excluded.kind, action = excluded.action, state = excluded.state, recovered = excluded.recovered,
         text = excluded.text, result = excluded.result, failure = excluded.failure`,
    );
    const save = () =>
      insert.run(
        ...[id, session, library, room, mode, view.order, view.at, view.kind, view.action, view.state],
        view.recovered ? 1 : 0,
        this.#sealed('scans', id, 'text', view.text),
        view.result && this.#sealed('scans', id, 'result', view.result),
        view.failure && this.#sealed('scans', id, 'failure', view.failure),
      );
    if (isOpen(view)) save();
    else this.#later(save);
  }

  openScans(room: ScanEntry['room']): readonly ScanEntry[] {
    return this.#sql(`SELECT * FROM scans WHERE room = ? AND ended_at IS NULL ORDER BY seq`)
      .all(room)
      .map((row) => this.#scanOf(row));
  }

  endSession(session: string): void {
    this.#sql(`UPDATE scans SET ended_at = ? WHERE session = ? AND ended_at IS NULL`).run(
      this.#now(),
      session,
    );
  }

  owe({ id, at, library, data }: Omit<OwedStep, 'failure'>): void {
    this.#sql(
      `INSERT INTO owed (id, at, library, data) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET data = excluded.data, done_at = NULL`,
    ).run(id, at, library, this.#sealed('owed', id, 'data', data));
  }

  owed(): readonly OwedStep[] {
    return this.#sql(`SELECT * FROM owed WHERE done_at IS NULL ORDER BY seq`)
      .all()
      .map((row) => {
        const open = this.#opener('owed', row);
        return {
          id: String(row.id),
          at: String(row.at),
          library: String(row.library),
          data: open('data'),
          failure: open('failure') as Failure,
        };
      });
  }

  updateOwed(id: string, outcome: { readonly failure: Failure } | null): void {
    const failure = outcome && this.#sealed('owed', id, 'failure', outcome.failure);
    const doneAt = outcome ? null : this.#now();
    this.#one(
      this.#sql(`UPDATE owed SET failure = ?, done_at = ? WHERE id = ?`).run(failure, doneAt, id),
      id,
    );
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  /**
   * Writes what a power cut may take again, because the next run finds it out: an intent without which nothing leaves
   * (the mark that it is about to leave brings both to the disk), and what came of what had left. A crash of the
   * program takes nothing. To wait for the disk each time would hold up the next scan, and the answer of this one.
   */
  #later<T>(write: () => T): T {
    this.#db.exec('PRAGMA synchronous = NORMAL');
    try {
      return write();
    } finally {
      this.#db.exec('PRAGMA synchronous = FULL');
    }
  }

  #entryOf(row: Row): JournalEntry {
    const open = this.#opener('entries', row);
    const lane = open('lane');
    return {
      id: String(row.id),
      operation: row.operation as JournalEntry['operation'],
      library: String(row.library),
      till: row.till as string | null,
      settledBy: row.settled_by as JournalEntry['settledBy'],
      recheck: row.recheck as Recheck | null,
      state: row.state as JournalEntry['state'],
      at: String(row.at),
      settledAt: row.settled_at as string | null,
      trackingId: row.tracking_id as string | null,
      lane: (lane ?? '') as string,
      about: (open('about') ?? '') as string,
      payload: open('payload'),
      before: open('before'),
      failure: open('failure') as Failure | null,
      ...(lane === null ? { unreadable: true } : {}),
    };
  }

  #scanOf(row: Row): ScanEntry {
    const open = this.#opener('scans', row);
    return {
      session: String(row.session),
      library: String(row.library),
      room: row.room as ScanEntry['room'],
      mode: row.mode as ScanEntry['mode'],
      view: {
        id: String(row.id),
        order: Number(row.position),
        text: (open('text') ?? '') as string,
        at: String(row.at),
        kind: row.kind as ScanEntry['view']['kind'],
        action: row.action as ScanEntry['view']['action'],
        state: row.state as ScanEntry['view']['state'],
        result: open('result') as ScanEntry['view']['result'],
        title: '', // looked up for the eye, and not worth keeping
        failure: open('failure') as Failure | null,
        question: null, // its patron has left the desk
        recovered: row.recovered === 1,
      },
    };
  }

  #sealed(table: Table, id: string, column: string, value: unknown): Uint8Array {
    return this.#seal.seal(value, `${table}/${id}/${column}`);
  }

  /** Opens a row's sealed columns; null for one that is empty, or whose key was lost. */
  #opener(table: Table, row: Row): (column: string) => unknown {
    const id = String(row.id);
    return (column) => {
      const sealed = row[column];
      if (!(sealed instanceof Uint8Array)) return null;
      try {
        return this.#seal.open(sealed, `${table}/${id}/${column}`);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        if (!this.#said.has(id)) this.#notice({ kind: 'unreadable', table, id });
        this.#said.add(id);
        return null;
      }
    };
  }

  #forgetOld(): void {
    const before = (days: number): string =>
      new Date(this.#clock.now().getTime() - days * 86_400_000).toISOString();
    this.#sql(
      `DELETE FROM entries WHERE settled_at < ? AND state NOT IN ('intended', 'sent', 'unknown')`,
    ).run(before(keptDays.entries));
    this.#sql(`DELETE FROM scans WHERE ended_at < ?`).run(before(keptDays.scans));
    this.#sql(`DELETE FROM owed WHERE done_at < ?`).run(before(keptDays.owed));
  }

  #sql(text: string): StatementSync {
    const known = this.#statements.get(text) ?? this.#db.prepare(text);
    this.#statements.set(text, known);
    return known;
  }

  #one({ changes }: { changes: number | bigint }, id: string): void {
    if (changes !== 1) throw new RangeError(`not in the journal: ${id}`);
  }

  #now(): string {
    return this.#clock.now().toISOString();
  }
}
