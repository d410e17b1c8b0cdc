import type { Cells, RowProblem, TableColumn, TableKind } from '../../../contract/configuration-tables.ts';
import { kindsOfTable } from './kinds.ts';

/** The longest code that the service takes. */
const longestCode = 255;

/**
 * Why rows cannot be saved: without a code, with one that is too long, or twice. A code that differs from another, or
 * from itself without blanks, in nothing that is seen is only pointed out.
 */
export function problemsOf(
  kind: TableKind,
  columns: readonly TableColumn[],
  rows: readonly Cells[],
): RowProblem[] {
  const { keys } = kindsOfTable[kind];
  const field = keys[0] ?? '';
  const places = keys
    .map((key) => columns.findIndex((column) => column.field === key))
    .filter((at) => at >= 0);
  const first = columns.findIndex((column) => column.field === field);
  const exact = new Set<string>();
  const folded = new Map<string, string>();
  return rows.flatMap((cells, row): RowProblem[] => {
    const problem = (why: RowProblem['why'], isWarning = false): RowProblem => ({
      row,
      field,
      why,
      isWarning,
    });
    const code = cells[first] ?? '';
    if (code.trim() === '') return [problem('noCode')];
    const texts = places.map((at) => cells[at] ?? '');
    const key = JSON.stringify(texts);
    const found: RowProblem[] = code.trim().length > longestCode ? [problem('tooLong')] : [];
    if (exact.has(key)) return [...found, problem('twice')];
    exact.add(key);
    const bare = JSON.stringify(texts.map((text) => text.normalize('NFC').replace(/\s+/g, ' ').trim()));
    const twin = folded.get(bare.toLowerCase());
    if (twin === undefined) folded.set(bare.toLowerCase(), bare);
    if (twin === bare || texts.some((text) => text !== text.trim())) found.push(problem('blanks', true));
    else if (twin !== undefined) found.push(problem('sameButForCase', true));
    return found;
  });
}
