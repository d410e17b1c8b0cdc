import fs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { DiagnosticsReport } from '../../contract/diagnostics.ts';
import { journalCountsIn } from '../journal/counts.ts';
import { isOurs, newest, readerOf } from '../journal/schema.ts';
import { resultCodeOf, sqlite } from '../journal/trouble.ts';

/** Counts a journal that no program has open: it is opened only to read, and nothing in it is repaired. */
export function countJournalFile(file: string): DiagnosticsReport['journal'] {
  if (!fs.existsSync(file)) return { state: 'notRead', why: 'missing' };
  try {
    using db = new DatabaseSync(file, { readOnly: true, timeout: 1000 });
    if (!isOurs(db)) return { state: 'notRead', why: 'notOpened' };
    if (readerOf(db) > newest) return { state: 'notRead', why: 'newer' };
    return { state: 'read', ...journalCountsIn(db, file), unreadable: null };
  } catch (error) {
    return { state: 'notRead', why: resultCodeOf(error) === sqlite.busy ? 'inUse' : 'notOpened' };
  }
}
