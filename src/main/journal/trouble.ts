import type { JournalTrouble } from '../../contract/failure.ts';

/** The result codes of SQLite that are told apart. */
export const sqlite = {
  busy: 5,
  readOnly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
};

/** SQLite's primary result code of an error; 0 for another error. */
export function resultCodeOf(error: unknown): number {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  return code & 0xff;
}

/** What an error of the journal means; null for an error of something else. */
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

/** Why a journal could not be opened, where that is no defect of ours. */
export function whyNotOpened(error: unknown): 'readOnly' | 'full' | 'other' | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const trouble = journalTroubleOf(error);
  if (trouble === 'full' || code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return 'readOnly';
  const result = resultCodeOf(error);
  if (result === sqlite.readOnly || result === sqlite.cannotOpen) return 'readOnly';
  return trouble !== null || code.startsWith('E') ? 'other' : null;
}
