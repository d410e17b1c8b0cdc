import { m } from '../../messages/compiled/messages.js';
import type { Slip } from '../../contract/slips.ts';
import type { Takings } from '../../contract/takings.ts';
import { countText, dateText, moneyText } from '../ui/format.ts';
import { methodName } from '../fees/methods.ts';

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

/** The report on paper: money only. */
export function slipOf({ from, paid, deposits, refunded, total, currency }: Takings): Slip {
  const sum = (amount: string): { amount: string; currency: string } => ({ amount, currency });
  const lines = [
    ...paid.map((one) => ({ ...one, method: m.takings_fees({ method: methodName(one.method) }) })),
    { ...deposits, method: m.takings_deposits() },
    { ...refunded, sum: `-${refunded.sum}`, method: m.takings_refunded() },
  ];
  const taken = lines
    .filter(({ count }) => count > 0)
    .map((line) => ({ method: line.method, count: line.count, sum: sum(line.sum) }));
  return { kind: 'takings', from, taken, sum: sum(total) };
}

/** The report as text, its columns apart by tabs: it falls into the cells of a spreadsheet. */
export function textOf(takings: Takings, place: string): string {
  return [
    m.takings_title(),
    place,
    periodOf(takings),
    ...linesOf(takings).map(({ label, count, sum }) => [label, count, sum].join('\t')),
  ]
    .filter((line) => line !== '')
    .join('\n');
}
