import fs from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

/** A journal that could not be used, and what was saved of it. */
export interface Salvage {
  /** The name of the file that it is kept as. */
  readonly keptAs: string;
  readonly at: string;
  readonly cause: 'empty' | 'foreign' | 'damaged';
  /** How many rows were saved. */
  readonly saved: number;
  /** How many were not, at most; null where nobody can tell. */
  readonly lost: number | null;
}

const Row = z.object({
  kept_as: z.string(),
  at: z.string(),
  cause: z.enum(['empty', 'foreign', 'damaged']).catch('damaged'),
  saved: z.number(),
  lost: z.number().nullable(),
});

/** What the file says of itself by a name; null where it says nothing. */
export function metaOf(db: DatabaseSync, name: string): string | null {
  const row = db.prepare('SELECT value FROM meta WHERE name = ?').get(name);
  return typeof row?.value === 'string' ? row.value : null;
}

export function setMeta(db: DatabaseSync, name: string, value: string): void {
  db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, value);
}

/** The version that wrote a newer file last, as far as this one can read that. */
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

/** Up to which row, by its number, the row of its command may have been lost. */
const doubtedTo = { owed: 'doubted_to', scans: 'doubted_scans_to' } as const;

/** Rows were lost: what is owed or scanned by now may have been done, and nothing here says so. */
export function noteDoubt(db: DatabaseSync): void {
  for (const [table, name] of Object.entries(doubtedTo))
    db.prepare(`INSERT OR REPLACE INTO meta (name, value) SELECT ?, coalesce(max(seq), 0) FROM ${table}`).run(
      name,
    );
}

/** Whether that is so of a row, by its number: for a statement that reads its table. */
export const isDoubted = (table: keyof typeof doubtedTo): string =>
  `(seq <= (SELECT CAST(value AS INTEGER) FROM meta WHERE name = '${doubtedTo[table]}'))`;

/** Earlier versions set a journal aside without a word to anybody, and saved nothing of it. */
export function noteForgottenAsides(db: DatabaseSync, file: string, now: Date): void {
  const at = now.toISOString();
  for (const keptAs of asidesOf(file))
    noteSalvage(db, { keptAs, at, cause: 'damaged', saved: 0, lost: null });
}

/** Those that nobody has acknowledged, the oldest first. */
export function salvagesIn(db: DatabaseSync): readonly Salvage[] {
  const rows = db.prepare('SELECT * FROM salvages WHERE acknowledged_at IS NULL ORDER BY at, rowid').all();
  return z
    .array(Row)
    .parse(rows)
    .map(({ kept_as: keptAs, ...rest }) => ({ keptAs, ...rest }));
}

/** Somebody has seen what was lost. */
export function acknowledgeSalvage(db: DatabaseSync, keptAs: string, at: string): void {
  db.prepare('UPDATE salvages SET acknowledged_at = ? WHERE kept_as = ?').run(at, keptAs);
}

/** Removes what was set aside, once it was acknowledged that long ago. */
export function removeAsides(db: DatabaseSync, file: string, acknowledgedBefore: string): void {
  const over = db.prepare('SELECT kept_as FROM salvages WHERE acknowledged_at < ?').all(acknowledgedBefore);
  for (const { kept_as: name } of over) {
    const keptAs = path.join(path.dirname(file), String(name));
    for (const suffix of ['-wal', '-shm', '']) fs.rmSync(keptAs + suffix, { force: true });
    db.prepare('DELETE FROM salvages WHERE kept_as = ?').run(String(name));
  }
}
