import { stat, truncate } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { openJournalFile } from '../../src/main/journal/file.ts';
import { noteDoubt } from '../../src/main/journal/meta.ts';

/** A database, but of another program. */
export function anotherPrograms(file: string): void {
  const other = new DatabaseSync(file);
  other.exec('CREATE TABLE notes (text TEXT); PRAGMA application_id = 1');
  other.close();
}

/** A journal with work in it, of which a power cut has left the first part. */
export async function cutShort(file: string): Promise<void> {
  openJournalFile(file, new Date(), '0.1.0').close();
  const raw = new DatabaseSync(file);
  raw.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
    INSERT INTO owed (id, at, library, data) SELECT i, '2026-11-23T10:00:00.000Z', 'here', x'7b7d' FROM n`);
  raw.close();
  await truncate(file, Math.floor((await stat(file)).size * 0.7));
}

/** As a damage leaves it that was saved: the rows of loans are gone, and what was refused had been taken as done. */
export function loseRows(file: string): void {
  const db = new DatabaseSync(file);
  db.exec(`DELETE FROM entries WHERE operation = 'users.loans.create' AND state = 'accepted';
    UPDATE scans SET state = 'received', result = NULL, failure = NULL, ended_at = NULL WHERE action = 'lend';
    UPDATE entries SET settled_by = 'late', late_seen_at = NULL WHERE state = 'refused'`);
  noteDoubt(db);
  db.close();
}

/** As a damage leaves it that was saved: the rows of lending requests are gone, and what was kept of them is there. */
export function loseLending(file: string): void {
  const db = new DatabaseSync(file);
  db.exec(`DELETE FROM entries WHERE operation = 'partners.lendingRequests.create'`);
  noteDoubt(db);
  db.close();
}
