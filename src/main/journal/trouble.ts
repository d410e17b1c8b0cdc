import type { JournalTrouble } from '../../contract/failure.ts';

/** The result codes of SQLite that are distinguished. */
export const sqlite = {
  busy: 5,
  readOnly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
};

/** SQLite's primary result code of an error; 0 for any other error. */
export function resultCodeOf(error: unknown): number {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  return code & 0xff;
}

/** What an error of the journal means; null for any other error. */
export function journalTroubleOf(error: unknown): Exclude<JournalTrouble, 'closed'> | null {
  switch (resultCodeOf(error)) {
    case sqlite.full:
      return 'full';
    case sqlite.corrupt:
    case sqlite.notADatabase:
      return 'damaged';
    case sqlite.io:
    case sqlite.readOnly:
    case sqlite.cannotOpen:
      return 'notWritten';
    default:
      return null;
  }
}

/** Why a journal could not be opened, as far as the user can do something about it. */
export function whyNotOpened(error: unknown): 'readOnly' | 'full' | 'other' {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const result = resultCodeOf(error);
  if (result === sqlite.full || code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'readOnly';
  return result === sqlite.readOnly || result === sqlite.cannotOpen ? 'readOnly' : 'other';
}
