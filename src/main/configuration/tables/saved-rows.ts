import * as z from 'zod';
import type { TableKind } from '../../../contract/configuration-tables.ts';
import type { JournalEntry } from '../../journal/port.ts';
import { keyOf, type Row, saysOf, withoutBlanks } from './rows.ts';

const AnyRow = z.record(z.string(), z.unknown());

/** A row that was changed by a save at this station: what it was known by, and how it was saved; null: dropped. */
const SavedRow = z.object({ key: z.string(), saved: AnyRow.nullable() });
export type SavedRow = z.output<typeof SavedRow>;

/** The rows that one save changed. */
export const Save = z.object({ intent: z.string(), at: z.string(), rows: z.array(SavedRow) });
export type Save = z.output<typeof Save>;

/** A row that was saved here and is not so any more, in a table as it was read. */
export interface Lost {
  readonly what: 'oursChanged' | 'oursGone' | 'oursBack';
  /** Which save it was, and what the row is known by. */
  readonly intent: string;
  readonly key: string;
  readonly saved: Row | null;
  readonly now: Row | null;
  /** Its place among the rows; `null` of one that is gone. */
  readonly row: number | null;
}

/** A loss that a person was told. */
export type Told = Pick<Lost, 'intent' | 'key'>;

/**
 * For so long after a save somebody else's, begun before it, may still undo it: until then the rows are compared with
 * every table that is read, and afterwards with the next one.
 */
export const watchedMs = 10 * 60_000;

/** The rows of a table, found by what they are known by: to the letter, or else without blanks around it. */
export class RowsByKey {
  readonly #exact = new Map<string, number>();
  readonly #loose = new Map<string, number>();
  readonly #kind: TableKind;
  readonly rows: readonly Row[];

  constructor(kind: TableKind, rows: readonly Row[]) {
    this.#kind = kind;
    this.rows = rows;
    for (const [index, row] of rows.entries()) {
      const [exact, loose] = [keyOf(kind, row), keyOf(kind, row, withoutBlanks)];
      if (!this.#exact.has(exact)) this.#exact.set(exact, index);
      if (!this.#loose.has(loose)) this.#loose.set(loose, index);
    }
  }

  /** The place of the row that is known by this, or by what this row is known by but for blanks. */
  placeOf(key: string, row: Row | null): number | null {
    const exact = this.#exact.get(key);
    if (exact !== undefined || row === null) return exact ?? null;
    return this.#loose.get(keyOf(this.#kind, row, withoutBlanks)) ?? null;
  }

  /** Whether two rows say the same, but for blanks: a service may trim what it is sent, and that is no loss. */
  isSame(one: Row, other: Row): boolean {
    return saysOf(this.#kind, one, withoutBlanks) === saysOf(this.#kind, other, withoutBlanks);
  }
}

/** Whether a save happened: null while that is not known. */
export type Happened = (intent: string) => boolean | null;

/**
 * Whether a save happened, by its command in the journal. Where that has no such command any more, or never had because
 * the program ended just then, what was to be saved is told where it is not there.
 */
export function happenedBy(entry: Pick<JournalEntry, 'state' | 'recheck'> | null): boolean | null {
  if (!entry || entry.state === 'accepted') return true;
  // One that was not found is looked up once more, and may be found late.
  const isFinal = entry.state === 'refused' || (entry.state === 'notSent' && entry.recheck === null);
  return isFinal ? false : null;
}

/** What was found of the saves of a table in a read of it. */
export interface Found {
  readonly lost: readonly Lost[];
  /** The saves that are compared the next time again. */
  readonly saves: readonly Save[];
}

/**
 * Compares what was saved here with the table as it was read. Of a row that was saved more than once the last save
 * counts. A row that is as it was saved is watched no more once its time is over.
 */
export function compareSaved(
  { kind, rows }: { readonly kind: TableKind; readonly rows: readonly Row[] },
  saves: readonly Save[],
  { happened, now }: { readonly happened: Happened; readonly now: Date },
): Found {
  const there = new RowsByKey(kind, rows);
  const lost: Lost[] = [];
  const kept: Save[] = [];
  const seen = new Set<string>();
  for (const save of saves.toReversed()) {
    const isDone = happened(save.intent);
    if (isDone === false) continue;
    const isOver = isDone === true && now.getTime() - Date.parse(save.at) >= watchedMs;
    const stay: SavedRow[] = [];
    for (const row of save.rows) {
      if (seen.has(row.key)) continue;
      seen.add(row.key);
      const found = isDone === true ? lostOf(there, row) : null;
      if (found) lost.push({ ...found, intent: save.intent });
      if (found || !isOver) stay.push(row);
    }
    if (stay.length > 0) kept.push({ ...save, rows: stay });
  }
  return { lost: lost.toReversed(), saves: kept.toReversed() };
}

function lostOf(there: RowsByKey, { key, saved }: SavedRow): Omit<Lost, 'intent'> | null {
  const row = there.placeOf(key, saved);
  const now = row === null ? null : (there.rows[row] ?? null);
  if (saved === null) return now && { what: 'oursBack', key, saved, now, row };
  if (now === null) return { what: 'oursGone', key, saved, now, row: null };
  return there.isSame(saved, now) ? null : { what: 'oursChanged', key, saved, now, row };
}

/** The saves without the rows whose loss was accepted. */
export function withoutAccepted(saves: readonly Save[], accepted: readonly Told[]): Save[] {
  const names = new Set(accepted.map(({ intent, key }) => JSON.stringify([intent, key])));
  return saves
    .map((save) => ({
      ...save,
      rows: save.rows.filter(({ key }) => !names.has(JSON.stringify([save.intent, key]))),
    }))
    .filter(({ rows }) => rows.length > 0);
}
