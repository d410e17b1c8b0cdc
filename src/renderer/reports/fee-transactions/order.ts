import type { FeeTransactionRow } from '../../../contract/reports.ts';
import { acts, compareAmounts, type Act, type Group } from './figures.ts';

/** The column that rows are in the order of. */
export interface Sort<Column extends string = string> {
  readonly column: Column;
  readonly down: boolean;
}

export const rowColumns = [
  ...(['at', 'type', 'amount', 'method', 'feeType', 'library', 'desk', 'status', 'externalId'] as const),
] as const;
export type RowColumn = (typeof rowColumns)[number];
export type GroupColumn = 'of' | 'count' | Act;

/** What a coded field is called on screen: people look for the words in their order. */
export type NameOf = (
  row: FeeTransactionRow,
  column: Exclude<RowColumn, 'at' | 'amount' | 'externalId'>,
) => string;

const less = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function ordered<T>(items: readonly T[], down: boolean, compare: (one: T, other: T) => number): T[] {
  return items.toSorted(down ? (one, other) => compare(other, one) : compare);
}

/** The transactions in the order of a column; amounts within their currency. Of those that are alike the order stays. */
export function sortRows(
  rows: readonly FeeTransactionRow[],
  { column, down }: Sort<RowColumn>,
  nameOf: NameOf,
  collator: Intl.Collator,
): FeeTransactionRow[] {
  switch (column) {
    case 'at':
      return ordered(rows, down, (one, other) => less(one.at, other.at));
    case 'externalId':
      return ordered(rows, down, (one, other) => less(one.externalId, other.externalId));
    case 'amount':
      return ordered(
        rows,
        down,
        (one, other) =>
          less(one.money.currency, other.money.currency) ||
          compareAmounts(one.money.amount, other.money.amount),
      );
    case 'type':
    case 'method':
    case 'feeType':
    case 'library':
    case 'desk':
    case 'status': {
      // Of many thousands only a few words are different: each is compared once.
      const names = [...new Set(rows.map((row) => nameOf(row, column)))].toSorted(collator.compare);
      const places = new Map(names.map((name, place) => [name, place]));
      const placeOf = (row: FeeTransactionRow): number => places.get(nameOf(row, column)) ?? 0;
      return ordered(rows, down, (one, other) => placeOf(one) - placeOf(other));
    }
  }
}

/** Groups in the order of a column: days and months by the calendar, all else by its name. */
export function sortGroups(
  groups: readonly Group[],
  { column, down }: Sort<GroupColumn>,
  nameOf: (group: Group) => string,
  collator: Intl.Collator,
): Group[] {
  if (column === 'count') return ordered(groups, down, (one, other) => one.count - other.count);
  if (acts.some((act) => act === column)) {
    const of = ({ amounts }: Group): string => amounts[column as Act] ?? '';
    return ordered(
      groups,
      down,
      (one, other) => less(one.currency, other.currency) || compareAmounts(of(one), of(other)),
    );
  }
  return ordered(
    groups,
    down,
    (one, other) => collator.compare(nameOf(one), nameOf(other)) || less(one.currency, other.currency),
  );
}
