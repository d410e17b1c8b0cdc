import fs from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

/** A journal that could not be used, and how much of it was saved. */
export interface Salvage {
  /** The name of the file that was set aside. */
  readonly keptAs: string;
  readonly at: string;
  readonly cause: 'empty' | 'foreign' | 'damaged';
  /** How many rows were saved. */
  readonly saved: number;
  /** How many rows were lost at most; null if that is unknown. */
  readonly lost: number | null;
}

const Row = z.object({
  kept_as: z.string(),
  at: z.string(),
  cause: z.enum(['empty', 'foreign', 'damaged']).catch('damaged'),
  saved: z.number(),
  lost: z.number().nullable(),
});

/** A value of the table `meta`; null if there is none. */
export function metaOf(db: DatabaseSync, name: string): string | null {
  const row = db.prepare('SELECT value FROM meta WHERE name = ?').get(name);
  return typeof row?.value === 'string' ? row.value : null;
}

export function setMeta(db: DatabaseSync, name: string, value: string): void {
  db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, value);
}

/** The version that last wrote a newer file; null if this version cannot read it. */
export function writtenByOf(db: DatabaseSync): string | null {
  try {
    return metaOf(db, 'written_by');
  } catch {
    return null; // a version that keeps it elsewhere
  }
}

/** The names of the journals that were set aside beside this one, the oldest first. */
export function asidesOf(file: string): string[] {
  const begin = `${path.basename(file)}.aside-`;
  return fs
    .readdirSync(path.dirname(file))
    .filter((name) => name.startsWith(begin) && !/-(?:wal|shm)$/.test(name))
    .toSorted();
}

export function noteSalvage(db: DatabaseSync, { keptAs, at, cause, saved, lost }: Salvage): void {
  db.prepare('INSERT OR IGNORE INTO salvages (kept_as, at, cause, saved, lost) VALUES (?, ?, ?, ?, ?)').run(
    keptAs,
    at,
    cause,
    saved,
    lost,
  );
}

/** Up to this row number, the row of its command may be lost. */
const doubtedTo = { owed: 'doubted_to', scans: 'doubted_scans_to', kept: 'doubted_kept_to' } as const;

/** Notes that rows were lost: the command of an existing step, scan or kept record may have been sent without a row. */
export function noteDoubt(db: DatabaseSync): void {
  for (const [table, name] of Object.entries(doubtedTo))
    db.prepare(`INSERT OR REPLACE INTO meta (name, value) SELECT ?, coalesce(max(seq), 0) FROM ${table}`).run(
      name,
    );
}

/** An SQL condition for such a row, for statements that read its table. */
export const isDoubted = (table: keyof typeof doubtedTo): string =>
  `(seq <= (SELECT CAST(value AS INTEGER) FROM meta WHERE name = '${doubtedTo[table]}'))`;

/** Notes the journals that earlier versions set aside without telling the user and without saving anything of them. */
export function noteForgottenAsides(db: DatabaseSync, file: string, now: Date): void {
  const at = now.toISOString();
  for (const keptAs of asidesOf(file))
    noteSalvage(db, { keptAs, at, cause: 'damaged', saved: 0, lost: null });
}

/** The salvages that the user has not acknowledged, the oldest first. */
export function salvagesIn(db: DatabaseSync): readonly Salvage[] {
  const rows = db.prepare('SELECT * FROM salvages WHERE acknowledged_at IS NULL ORDER BY at, rowid').all();
  return z
    .array(Row)
    .parse(rows)
    .map(({ kept_as: keptAs, ...rest }) => ({ keptAs, ...rest }));
}

/** The user has seen what was lost. */
export function acknowledgeSalvage(db: DatabaseSync, keptAs: string, at: string): void {
  db.prepare('UPDATE salvages SET acknowledged_at = ? WHERE kept_as = ?').run(at, keptAs);
}

/** Removes files that were set aside and acknowledged before this time. */
export function removeAsides(db: DatabaseSync, file: string, acknowledgedBefore: string): void {
  const expired = db
    .prepare('SELECT kept_as FROM salvages WHERE acknowledged_at < ?')
    .all(acknowledgedBefore);
  for (const { kept_as: name } of expired) {
    const keptAs = path.join(path.dirname(file), String(name));
    for (const suffix of ['-wal', '-shm', '']) fs.rmSync(keptAs + suffix, { force: true });
    db.prepare('DELETE FROM salvages WHERE kept_as = ?').run(String(name));
  }
}
