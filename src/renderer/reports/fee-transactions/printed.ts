import type { PrintedTable } from '../../../contract/saving.ts';
import type { FeeTransactionRow } from '../../../contract/reports.ts';
import { m } from '../../../messages/compiled/messages.js';
import { readDate } from '../../../shared/formats.ts';
import { countText, moneyText } from '../../ui/format.ts';
import { actsIn, type Group, type Grouping, type Sums } from './figures.ts';
import { actNames, columnNames, groupingNames, groupName, nameOf } from './names.ts';
import { rowColumns } from './order.ts';

type Line = readonly string[];

const two = (value: number): string => String(value).padStart(2, '0');

/** A moment by this computer’s clock, in a form that every spreadsheet takes for one: `2026-11-25 14:05:11`. */
export function sheetTime(at: string): string {
  const read = readDate(at);
  if (!read || read.day) return at;
  const { date } = read;
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** The transactions as lines of a file, with the currency in a column of its own. */
export const rowLines = (rows: readonly FeeTransactionRow[]): readonly Line[] => [
  rowColumns.flatMap((column) =>
    column === 'amount' ? [columnNames.amount(), m.reports_column_currency()] : [columnNames[column]()],
  ),
  ...rows.map((row) =>
    rowColumns.flatMap((column) => {
      if (column === 'at') return [sheetTime(row.at)];
      if (column === 'amount') return [row.money.amount, row.money.currency];
      return [column === 'externalId' ? row.externalId : nameOf(row, column)];
    }),
  ),
];

/** The columns of `rowLines` that hold figures. */
export const rowFigures: readonly number[] = [2];

/** The groups as lines of a file. */
export function groupLines(groups: readonly Group[], by: Exclude<Grouping, 'none'>): readonly Line[] {
  const acts = actsIn(groups);
  return [
    [
      ...[groupingNames[by](), m.reports_column_count()],
      ...[...acts.map((act) => actNames[act]()), m.reports_column_currency()],
    ],
    ...groups.map((group) => [
      ...[groupName(group, by), String(group.count)],
      ...[...acts.map((act) => group.amounts[act] ?? ''), group.currency],
    ]),
  ];
}

/** What all come to, for the head of the pages. */
export function sumLines(sums: readonly Sums[]): string[][] {
  const acts = actsIn(sums);
  return [
    [m.reports_column_currency(), m.reports_column_count(), ...acts.map((act) => actNames[act]())],
    ...sums.map(({ currency, count, amounts }) => [
      ...[currency, countText(count)],
      ...acts.map((act) => {
        const amount = amounts[act];
        return amount === undefined ? '' : moneyText({ amount, currency });
      }),
    ]),
  ];
}

/** Bars as lengths of the longest. */
export function printedBars(
  bars: readonly { readonly label: string; readonly shown: string; readonly size: number }[],
): PrintedTable['bars'] {
  const most = Math.max(0, ...bars.map(({ size }) => size));
  return bars.map(({ label, shown, size }) => ({
    ...{ label: label.slice(0, 200), shown },
    length: most > 0 ? Math.min(1, Math.max(0, size / most)) : 0,
  }));
}
