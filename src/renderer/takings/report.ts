import { m } from '../../messages/compiled/messages.js';
import type { Slip } from '../../contract/slips.ts';
import type { CashCount, ClosedTill, Takings, WindowPart } from '../../contract/takings.ts';
import { amount } from '../../shared/money.ts';
import { countText, dateText, moneyText, noteText } from '../ui/format.ts';
import type { Meaning } from '../ui/meanings.ts';
import { methodName } from '../fees/methods.svelte.ts';
import { comparisonLines, printedComparison } from './comparison.ts';

/** One line of the report: what, how often, how much. */
export interface ReportLine {
  readonly label: string;
  readonly count: string;
  readonly sum: string;
  readonly meaning?: 'total' | 'attention' | 'soft';
}

export const hasMoved = ({ paid, deposits, refunded, waived }: Takings): boolean =>
  paid.length + deposits.count + refunded.count + waived.count > 0;

export function periodOf({ from, to }: Takings): string {
  return m.takings_period({ from: dateText(from, 'moment'), to: dateText(to, 'moment') });
}

/** The report in lines: on screen, on paper and on the clipboard alike. */
export function linesOf(takings: Takings): readonly ReportLine[] {
  const { paid, deposits, refunded, waived, unclear, total, currency } = takings;
  const line = (
    label: string,
    { count, sum }: { readonly count: number; readonly sum: string },
    meaning?: ReportLine['meaning'],
  ): ReportLine => ({
    label,
    count: countText(count),
    sum: moneyText({ amount: sum, currency }),
    ...(meaning && { meaning }),
  });
  const acts = paid.reduce((count, one) => count + one.count, 0) + deposits.count + refunded.count;
  return [
    ...paid.map((one) => line(m.takings_fees({ method: methodName(one.method) }), one)),
    ...(deposits.count > 0 ? [line(m.takings_deposits(), deposits)] : []),
    ...(refunded.count > 0 ? [line(m.takings_refunded(), { ...refunded, sum: `-${refunded.sum}` })] : []),
    line(m.takings_total(), { count: acts, sum: total }, 'total'),
    ...(waived.count > 0 ? [line(m.takings_waived(), waived, 'soft')] : []),
    ...(unclear.count > 0 ? [line(m.takings_unclear(), unclear, 'attention')] : []),
  ];
}

const windowNames: Readonly<Record<WindowPart['window'], () => string>> = {
  this: m.takings_window_this,
  other: m.takings_window_other,
  closed: m.takings_window_closed,
};

/** What each window took, as words: of interest where more than this one did. */
export function windowLines(windows: readonly WindowPart[], currency: string): readonly string[] {
  if (windows.every(({ window }) => window === 'this')) return [];
  return windows.map(
    ({ window, sum }) => `${windowNames[window]()}: ${moneyText({ amount: sum, currency })}`,
  );
}

/** Whether the drawer agrees, as a word and its meaning. */
export function verdictOf(difference: string, currency: string): { meaning: Meaning; word: string } {
  const by = amount(difference);
  if (by.eq(0)) return { meaning: 'done', word: m.takings_agrees() };
  const sum = moneyText({ amount: difference.replace('-', ''), currency });
  return by.lt(0)
    ? { meaning: 'refused', word: m.takings_short({ sum }) }
    : { meaning: 'attention', word: m.takings_over({ sum }) };
}

/** The drawer in lines: what should be there, what was counted, and what is left in it. */
export function cashLines(cash: CashCount, currency: string): readonly ReportLine[] {
  const line = (label: string, sum: string, meaning?: ReportLine['meaning']): ReportLine => ({
    ...{ label, count: '', sum: moneyText({ amount: sum, currency }) },
    ...(meaning && { meaning }),
  });
  const some = (label: string, sum: string): readonly ReportLine[] =>
    amount(sum).eq(0) ? [] : [line(label, sum)];
  return [
    line(m.takings_float(), cash.float),
    line(m.takings_cash_fees(), cash.paid),
    ...some(m.takings_deposits_cash(), cash.deposits),
    ...some(m.takings_refunded_cash(), `-${cash.refunded}`),
    line(m.takings_expected(), cash.expected, 'total'),
    ...cash.pieces.map(({ value, count, sum }) => ({
      label: noteText({ amount: value, currency }),
      count: countText(count),
      sum: moneyText({ amount: sum, currency }),
    })),
    ...some(m.takings_other(), cash.other),
    line(m.takings_counted(), cash.counted, 'total'),
    line(m.takings_left(), cash.left, 'soft'),
    line(m.takings_removed(), cash.removed, 'soft'),
  ];
}

/** What is in no sum of a report, in whole lines. */
const notInSums = ({ unclear, unreadable, currency }: Takings): readonly string[] => [
  ...(unclear.count > 0 ? [`${m.takings_unclear()}: ${moneyText({ amount: unclear.sum, currency })}`] : []),
  ...unreadableLine(unreadable),
];

const unreadableLine = (count: number): readonly string[] =>
  count > 0 ? [m.takings_unreadable({ count, shown: countText(count) })] : [];

/** Where a closed till was, whatever desk the station is at by now. */
export const placeOf = ({ library = '', desk = '' }: Partial<ClosedTill>): string =>
  [library, desk].filter(Boolean).join(' · ');

/** The report on paper: money only. */
export function slipOf(report: Takings & Partial<ClosedTill>): Slip {
  const { from, paid, deposits, refunded, total, currency, cash = null } = report;
  const sum = (value: string): { amount: string; currency: string } => ({ amount: value, currency });
  const lines = [
    ...paid.map((one) => ({ ...one, method: m.takings_fees({ method: methodName(one.method) }) })),
    { ...deposits, method: m.takings_deposits() },
    { ...refunded, sum: `-${refunded.sum}`, method: m.takings_refunded() },
  ];
  const taken = lines
    .filter(({ count }) => count > 0)
    .map((line) => ({ method: line.method, count: line.count, sum: sum(line.sum) }));
  const closed = report.id === undefined ? {} : { to: report.to };
  return {
    ...{ kind: 'takings', from, taken, sum: sum(total) },
    ...closed,
    lines: [
      ...(report.id === undefined || placeOf(report) === ''
        ? []
        : [m.takings_slip_place({ place: placeOf(report) })]),
      ...windowLines(report.windows ?? [], currency),
      ...notInSums(report),
      ...(report.comparison ? printedComparison(report.comparison, currency) : []),
    ],
    cash: cash && {
      ...{ float: sum(cash.float), paid: sum(cash.paid), deposits: sum(cash.deposits) },
      ...{ refunded: sum(cash.refunded), expected: sum(cash.expected), counted: sum(cash.counted) },
      ...{ left: sum(cash.left), removed: sum(cash.removed), other: sum(cash.other) },
      pieces: cash.pieces.map((one) => ({ value: sum(one.value), count: one.count, sum: sum(one.sum) })),
      verdict: verdictOf(cash.difference, currency).word,
    },
  };
}

/** The report as text, its columns apart by tabs: it falls into the cells of a spreadsheet. */
export function textOf(report: Takings & Partial<ClosedTill>, place: string): string {
  const { currency, windows = [], cash = null, comparison = null } = report;
  const asText = ({ label, count, sum }: ReportLine): string => [label, count, sum].join('\t');
  return [
    report.id === undefined
      ? m.takings_title()
      : m.takings_closed_title({ moment: dateText(report.to, 'moment') }),
    place,
    periodOf(report),
    ...linesOf(report).map(asText),
    ...unreadableLine(report.unreadable),
    ...windowLines(windows, currency),
    ...(cash ? cashLines(cash, currency).map(asText) : []),
    ...(cash ? [`${m.takings_difference()}\t\t${verdictOf(cash.difference, currency).word}`] : []),
    ...(comparison ? comparisonLines(comparison, currency) : []),
  ]
    .filter((line) => line !== '')
    .join('\n');
}
