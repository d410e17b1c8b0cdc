import type Big from 'big.js';
import type { Coded } from '../../../contract/common.ts';
import type { FeeTransactionRow } from '../../../contract/reports.ts';
import { amount, parseAmount } from '../../../shared/money.ts';

/** What the transactions are put together by; `none`: each is a row of its own. */
export const groupings = ['none', 'day', 'month', 'type', 'method', 'feeType', 'library', 'desk'] as const;
export type Grouping = (typeof groupings)[number];

/** What was done with a fee. What is paid and what is waived is never one sum. */
export const acts = ['PAYMENT', 'WAIVE', 'DISPUTE', 'RESTORE', 'OTHER'] as const;
export type Act = (typeof acts)[number];

/** What transactions of one currency come to. */
export interface Sums {
  readonly currency: string;
  readonly count: number;
  /** Decimal texts, with the most decimals that one of the amounts has. Only of what there is. */
  readonly amounts: Readonly<Partial<Record<Act, string>>>;
  /** How many amounts are in no sum because they cannot be read. */
  readonly unread: number;
}

/** Transactions of one group and one currency. */
export interface Group extends Sums {
  readonly id: string;
  /** A day, a month, or a code; `''` where the transactions name none. */
  readonly of: Coded;
}

export function actOf({ type }: Pick<FeeTransactionRow, 'type'>): Act {
  const known = /^(PAY|WAIV|DISPUTE|RESTORE)/.exec(type.code)?.[1];
  if (known === undefined) return 'OTHER';
  return acts.find((act) => act.startsWith(known.slice(0, 3))) ?? 'OTHER';
}

/** The desk with its library: desks of several libraries have one code, and one name. */
export function deskIn({ desk, deskLibrary }: Pick<FeeTransactionRow, 'desk' | 'deskLibrary'>): Coded {
  if (desk.code === '') return desk;
  const names = [deskLibrary, desk].map(({ code, label }) => label || code);
  return { code: `${deskLibrary.code}/${desk.code}`, label: names.filter(Boolean).join(' · ') };
}

/** What a transaction is put together by. */
export function groupOf(row: FeeTransactionRow, by: Exclude<Grouping, 'none'>): Coded {
  switch (by) {
    case 'day':
      return { code: row.day, label: row.day };
    case 'month':
      return { code: row.day.slice(0, 7), label: row.day.slice(0, 7) };
    case 'type':
    case 'method':
    case 'feeType':
    case 'library':
      return row[by];
    case 'desk':
      return deskIn(row);
  }
}

/** The group, and the currency, that a transaction is in. */
export const groupIdOf = (row: FeeTransactionRow, by: Exclude<Grouping, 'none'>): string =>
  JSON.stringify([groupOf(row, by).code, row.money.currency]);

interface Adding {
  readonly of: Coded;
  readonly currency: string;
  count: number;
  unread: number;
  decimals: number;
  readonly amounts: Map<Act, Big>;
}

/** The transactions put together: each group once for each of its currencies, since two of them are never one sum. */
export function groupsOf(rows: readonly FeeTransactionRow[], by: Exclude<Grouping, 'none'>): Group[] {
  const groups = new Map<string, Adding>();
  for (const row of rows) add(groups, groupIdOf(row, by), groupOf(row, by), row);
  return Array.from(groups, ([id, { of, ...group }]) => ({ id, of, ...sumsIn(group) }));
}

/** What all of them come to, by currency: the one with the most transactions first. */
export function sumsOf(rows: readonly FeeTransactionRow[]): Sums[] {
  const sums = new Map<string, Adding>();
  for (const row of rows) add(sums, row.money.currency, { code: '', label: '' }, row);
  return Array.from(sums.values(), sumsIn).toSorted((one, other) => other.count - one.count);
}

function add(to: Map<string, Adding>, id: string, of: Coded, row: FeeTransactionRow): void {
  const { currency, amount: text } = row.money;
  let group = to.get(id);
  if (!group) to.set(id, (group = { of, currency, count: 0, unread: 0, decimals: 0, amounts: new Map() }));
  group.count += 1;
  const value = parseAmount(text);
  if (!value) {
    group.unread += 1;
    return;
  }
  const act = actOf(row);
  group.decimals = Math.max(group.decimals, text.split('.')[1]?.length ?? 0);
  const before = group.amounts.get(act);
  group.amounts.set(act, before ? before.plus(value) : value);
}

const sumsIn = ({ currency, count, unread, decimals, amounts }: Omit<Adding, 'of'>): Sums => ({
  ...{ currency, count, unread },
  amounts: Object.fromEntries(Array.from(amounts, ([act, value]) => [act, value.toFixed(decimals)])),
});

/** The acts of which there are any, in their order. */
export const actsIn = (sums: readonly Sums[]): readonly Act[] =>
  acts.filter((act) => sums.some(({ amounts }) => amounts[act] !== undefined));

/**
 * Whether an amount is less than another, as for `sort`; what cannot be read comes first. A float decides only where it is
 * sure: of two amounts of which it makes one less, that one is.
 */
export function compareAmounts(one: string, other: string): number {
  if (one === other) return 0;
  if (one === '' || other === '') return one === '' ? -1 : 1;
  const difference = Number(one) - Number(other);
  return difference === 0 || Number.isNaN(difference) ? amount(one).cmp(amount(other)) : difference;
}
