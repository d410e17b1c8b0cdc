import type { Cells, TableColumn, TableKind } from '../../../contract/configuration-tables.ts';
import { codeOf, flagOrNull, isFields, type Fields, textOf } from '../../../service/read.ts';
import type { Flag } from '../../../service/shapes/common.ts';
import { kindsOfTable } from './kinds.ts';

/** A row of a table as it came. */
export type Row = Fields;

/** The columns of a table: the fields that its rows have, the known ones first, and always what a row is known by. */
export function columnsOf(kind: TableKind, rows: readonly Row[]): TableColumn[] {
  const { fields, flags, keys } = kindsOfTable[kind];
  const found = new Set<string>();
  for (const row of rows) for (const field of Object.keys(row)) found.add(field);
  // A code table always has descriptions and flags that can be set, even where no row has any yet.
  const known =
    kind === 'code' || rows.length === 0
      ? fields
      : fields.filter((one) => found.has(one) || one === keys[0] || one === 'enabled');
  const others = [...found].filter((field) => !fields.includes(field)).sort();
  return [
    ...known.map((field) => ({ field, flag: flags.includes(field), editable: true })),
    ...others.map((field) => ({ field, flag: false, editable: false })),
  ];
}

/** A row as texts, in the order of the columns. */
export const cellsOf = (columns: readonly TableColumn[], row: Row): Cells =>
  columns.map(({ field, flag }) => (flag ? flagText(row[field]) : valueText(row[field])));

/** A flag as a text; `''` where the row has none. */
function flagText(value: unknown): string {
  const flag = flagOrNull(value as Flag);
  return flag === null ? '' : String(flag);
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (isFields(value) && Object.hasOwn(value, 'value') && !isFields(value['value'])) return codeOf(value);
  return typeof value === 'number' ? textOf(value) : JSON.stringify(value);
}

/**
 * A row with other texts in it. A cell that says what the row says leaves the field as it came, in its form and place;
 * what cannot be edited always stays.
 */
export function patched(columns: readonly TableColumn[], row: Row, cells: Cells): Row {
  const changed: Record<string, unknown> = { ...row };
  for (const [index, { field, flag, editable }] of columns.entries()) {
    const cell = cells[index] ?? '';
    const was = flag ? flagText(row[field]) : valueText(row[field]);
    if (!editable || cell === was) continue;
    if (!flag) changed[field] = cell;
    else if (cell === '') Reflect.deleteProperty(changed, field);
    else changed[field] = flagLike(row[field], cell === 'true');
  }
  return changed;
}

/** A flag in the form of the one that was there. A wrapped one loses its description, which said the opposite. */
function flagLike(was: unknown, flag: boolean): unknown {
  if (typeof was === 'boolean') return flag;
  if (typeof was === 'string') return String(flag);
  const isBoolean = isFields(was) && typeof was['value'] === 'boolean';
  return { value: isBoolean ? flag : String(flag) };
}

/** A new row: of fields without text it has only what a row is known by. Source: Configuration objects. */
export function newRow(kind: TableKind, columns: readonly TableColumn[], cells: Cells): Row {
  const [first = ''] = kindsOfTable[kind].keys;
  const row: Record<string, unknown> = { [first]: '' };
  for (const [index, { field, flag, editable }] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (!editable || (cell === '' && field !== 'description')) continue;
    row[field] = flag ? { value: cell } : cell;
  }
  return row;
}

/** How the texts of a row are read where rows are compared: to the letter, or without blanks. */
type Reading = (text: string) => string;
const toTheLetter: Reading = (text) => text;
export const withoutBlanks: Reading = (text) => text.replace(/\s+/g, ' ').trim();

/** What a row is known by: two rows with one name are not told apart. */
export function keyOf(kind: TableKind, row: Row, reading = toTheLetter): string {
  const { keys } = kindsOfTable[kind];
  const texts = keys.map((field) => reading(valueText(row[field])));
  return texts.length === 1 ? (texts[0] ?? '') : JSON.stringify(texts);
}

/**
 * What a row says, whatever its form: a flag may be wrapped or plain, and a field that is empty may be left out. Rows
 * that say the same are the same to a person.
 */
export function saysOf(kind: TableKind, row: Row, reading = toTheLetter): string {
  const { fields, flags } = kindsOfTable[kind];
  const known = fields.map((field) =>
    flags.includes(field) ? flagText(row[field]) : reading(valueText(row[field])),
  );
  const others = Object.keys(row)
    .filter((field) => !fields.includes(field) && row[field] !== null && row[field] !== undefined)
    .sort()
    .map((field) => [field, row[field]]);
  return inOrder([known, others]);
}

/** Whether a row has come back with all that was sent in it. The service may have added fields of its own. */
export function isAsSent(kind: TableKind, sent: Row, now: Row, reading = toTheLetter): boolean {
  const { fields } = kindsOfTable[kind];
  const asked = Object.entries(now).filter(([field]) => fields.includes(field) || Object.hasOwn(sent, field));
  return saysOf(kind, sent, reading) === saysOf(kind, Object.fromEntries(asked), reading);
}

/** A value as JSON with its fields in one order. */
export const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    isFields(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
