import {
  type FieldChange,
  type LocationForm,
  type PreviewRow,
  type RowProblem,
} from '../../../../contract/configuration-locations.ts';
import { textOf } from '../../../../service/read.ts';
import type { Location } from '../../../../service/shapes/config.ts';
import { cleaned } from '../../../../shared/scanned-text.ts';
import { foldedCode, type LocationField, locationFields } from '../../../../shared/location-fields.ts';
import { fromCell, isFormula } from '../../../records/csv-cells.ts';
import type { CsvRow } from '../../../records/csv-in.ts';
import { isOddCode } from '../check.ts';
import type { PlannedRow } from '../plan.ts';
import { changedFields, emptyForm, formOf } from '../record.ts';
import type { Column } from './columns.ts';
import { judgeFlag, judgeText } from './judge.ts';

/** What the rows of a file are put beside. */
export interface BesideLibrary {
  /** Where each column is. */
  readonly places: ReadonlyMap<Column, number>;
  /** How many names of columns there are. */
  readonly width: number;
  /** The library's locations at this moment. */
  readonly present: readonly Location[];
  /** The codes of the types, if the institution says which there are. */
  readonly types: readonly string[];
}

/** A row as it is shown, and as it would be written: null where nothing is. */
export interface ReadRow {
  readonly shown: PreviewRow;
  readonly planned: PlannedRow | null;
}

/** A row of the file with its code. */
interface CodedRow {
  readonly row: CsvRow;
  /** As in the file, without the blanks around it. */
  readonly code: string;
  readonly location: Location | null;
  readonly problems: readonly RowProblem[];
}

const wrong = (field: RowProblem['field'], reason: RowProblem['reason'], detail = ''): RowProblem => ({
  ...{ kind: 'wrong', field, reason, detail },
});
const check = (field: RowProblem['field'], reason: RowProblem['reason'], detail = ''): RowProblem => ({
  ...{ kind: 'check', field, reason, detail },
});

/** The rows of a file beside the library, in their order. Nothing is asked of the service. */
export function rowsBeside(rows: readonly CsvRow[], beside: BesideLibrary): readonly ReadRow[] {
  const coded = rows.map((row) => codedRow(row, beside));
  const twins = Map.groupBy(
    coded.filter(({ code }) => code !== ''),
    ({ code }) => foldedCode(code),
  );
  return coded.map((one) => {
    const alike = (twins.get(foldedCode(one.code)) ?? []).filter((other) => other !== one && one.code !== '');
    return readRow({ ...one, problems: [...one.problems, ...twinProblems(one, alike)] }, beside);
  });
}

/** Two rows with one code: none of them is written, because nobody can tell which is meant. */
function twinProblems({ code, problems }: CodedRow, alike: readonly CodedRow[]): RowProblem[] {
  const same = alike.find((other) => other.code === code);
  if (same) return [wrong('code', 'codeTwice', String(same.row.line))];
  if (problems.some(({ reason }) => reason === 'codeAlike')) return [];
  return alike[0] ? [wrong('code', 'codeAlike', alike[0].code)] : [];
}

function codedRow(row: CsvRow, { places, width, present }: BesideLibrary): CodedRow {
  const place = places.get('code');
  const cell = place === undefined ? '' : (row.values[place] ?? '');
  const text = fromCell(cell);
  const problems: RowProblem[] =
    row.values.length === width ? [] : [check('', 'rowLength', String(row.values.length))];
  if (isFormula(cell)) problems.push(check('code', 'formula', cell.slice(0, 60)));
  const exact = present.find(({ code }) => textOf(code) === text);
  if (exact && text !== '') return { row, code: text, location: exact, problems };
  const clean = cleaned(text);
  if (!clean.ok)
    return { row, code: '', location: null, problems: [...problems, wrong('code', clean.reason)] };
  const code = clean.text;
  if (isOddCode(code)) problems.push(wrong('code', 'codeOdd', code));
  const location = present.find((one) => textOf(one.code) === code) ?? null;
  const alike = location ? null : present.find((one) => foldedCode(textOf(one.code)) === foldedCode(code));
  if (alike) problems.push(wrong('code', 'codeAlike', textOf(alike.code)));
  return { row, code, location, problems };
}

function readRow({ row, code, location, problems: found }: CodedRow, beside: BesideLibrary): ReadRow {
  const now = location ? formOf(location) : null;
  const problems = [...found];
  const form = filled(row, now, beside, problems);
  const next: LocationForm = { ...form, code };
  const fields = changedFields(now ?? emptyForm, next);
  const changes = fields.map((field) => changeOf(field, now ?? emptyForm, next));
  if (fields.includes('type') && beside.types.length > 0 && !beside.types.includes(next.type))
    problems.push(check('type', 'typeUnknown', next.type.slice(0, 60)));
  const isWrong = problems.some(({ kind }) => kind === 'wrong');
  const act = isWrong ? 'none' : now === null ? 'make' : fields.length > 0 ? 'change' : 'same';
  const name = next.name || now?.name || '';
  const shown = { line: row.line, act, code, name, changes, problems } as const;
  if (act === 'none' || act === 'same') return { shown, planned: null };
  return { shown, planned: { act, line: row.line, code, name, changes, form: next, seen: location } };
}

/** The form with what the row says; a column that the file does not have leaves the field as it is. */
function filled(
  row: CsvRow,
  now: LocationForm | null,
  { places }: BesideLibrary,
  problems: RowProblem[],
): LocationForm {
  let form = now ?? emptyForm;
  // Of a row without its code nothing else is judged.
  if (row.values[places.get('code') ?? 0]?.trim() === '') return form;
  for (const field of locationFields) {
    const place = places.get(field);
    // A new location needs a name and a type, whether or not there is a column.
    const isNeeded = now === null && (field === 'name' || field === 'type');
    if (place === undefined && !isNeeded) continue;
    const cell = place === undefined ? '' : row.values[place];
    // A row that ends before the column says nothing of it.
    if (cell === undefined && !isNeeded) continue;
    const text = fromCell(cell ?? '');
    const judged = field === 'suppress' ? judgeFlag(text) : judgeText(field, text, now?.[field] ?? null);
    if (!judged.ok) problems.push(judged.problem);
    else if (judged.value !== null) form = { ...form, [field]: judged.value };
    if (isFormula(cell ?? '') && (!judged.ok || judged.value !== now?.[field]))
      problems.push(check(field, 'formula', text.slice(0, 60)));
  }
  return form;
}

const changeOf = (field: LocationField, was: LocationForm, is: LocationForm): FieldChange => ({
  field,
  was: String(was[field]),
  is: String(is[field]),
});

/** The locations that no row of the file is about, also not by a code that differs in case or blanks only. */
export function rowsToDelete(rows: readonly ReadRow[], present: readonly Location[]): readonly ReadRow[] {
  const named = new Set(rows.map(({ shown }) => foldedCode(shown.code)));
  return present
    .filter(({ code }) => textOf(code) !== '' && !named.has(foldedCode(textOf(code))))
    .map((location) => {
      const { code, name } = formOf(location);
      const row = { line: 0, act: 'delete', code, name, changes: [] } as const;
      return {
        shown: { ...row, problems: [] },
        planned: { ...row, changes: [], form: null, seen: location },
      };
    });
}
