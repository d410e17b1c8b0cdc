import type { PrintedTable, SavedFile } from '../../contract/saving.ts';
import type { Failure } from '../../contract/failure.ts';
import { m } from '../../messages/compiled/messages.js';
import { call } from '../api.ts';
import type { Results } from '../app/results.svelte.ts';
import { linesAtOnce } from '../../shared/saving-limits.ts';
import { resultText } from '../ui/list/action-result.ts';

type Line = readonly string[];

/** What the buttons below a table save. */
export interface SavedTable {
  /** The file’s name, without its date and its kind. Says where it is only a part. */
  readonly name: string;
  /** The head first. Asked for only when it is saved: there may be many. */
  readonly lines: () => readonly Line[];
  /** How it is laid out as pages; without it, it is not. */
  readonly page?: () => Omit<PrintedTable, 'locale'>;
}

/** Hands a table over to main, in pieces: its name there. */
async function handOver(lines: readonly Line[]): Promise<{ readonly table: string } | Failure> {
  const table = crypto.randomUUID();
  for (let from = 0; from < lines.length || from === 0; from += linesAtOnce) {
    const piece = lines.slice(from, from + linesAtOnce).map((line) => [...line]);
    const reply = await call('saving.lines', { table, lines: piece });
    if (!reply.ok) return reply.failure;
  }
  return { table };
}

async function save(results: Results, name: string, file: SavedFile): Promise<Failure | null> {
  const reply = await call('saving.save', { name, file });
  if (!reply.ok) return reply.failure;
  if (reply.value) results.reportText(resultText({ word: m.saving_saved(), text: reply.value.savedAs }));
  return null;
}

/** Saves a picture. Answers the failure, null if it is saved, or the user chose otherwise. */
export const savePicture = (
  results: Results,
  name: string,
  picture: Extract<SavedFile, { kind: 'svg' | 'png' }>,
): Promise<Failure | null> => save(results, name, picture);

/** Saves a table for spreadsheets, or as pages where it says how. */
export async function saveTable(
  results: Results,
  { name, lines }: SavedTable,
  page: PrintedTable | null = null,
): Promise<Failure | null> {
  const handed = await handOver(lines());
  if ('kind' in handed) return handed;
  const { table } = handed;
  return save(results, name, page === null ? { kind: 'csv', table } : { kind: 'pdf', table, page });
}
