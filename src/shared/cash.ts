import Big from 'big.js';
import { usualNotes } from './banknotes.ts';
import { amount, judgeAmount, sum, toAmount } from './money.ts';

/** All coins and banknotes of a currency that are in use, the largest first. */
export interface Denominations {
  readonly notes: readonly string[];
  readonly coins: readonly string[];
}

/**
 * The coins of each currency, and those of its banknotes that a desk is seldom handed: what lies in a drawer is counted
 * whole, while only the usual notes are offered where a sum is paid.
 */
const inUse: Readonly<Record<string, { readonly coins: string; readonly rare?: string }>> = {
  AED: { coins: '0.25 0.5 1', rare: '500 1000' },
  AUD: { coins: '0.05 0.1 0.2 0.5 1 2' },
  BHD: { coins: '0.005 0.01 0.025 0.05 0.1' },
  BRL: { coins: '0.05 0.1 0.25 0.5 1', rare: '200' },
  CAD: { coins: '0.05 0.1 0.25 1 2' },
  CHF: { coins: '0.05 0.1 0.2 0.5 1 2 5', rare: '1000' },
  CNY: { coins: '0.1 0.5 1' },
  CZK: { coins: '1 2 5 10 20 50', rare: '5000' },
  DKK: { coins: '0.5 1 2 5 10 20', rare: '1000' },
  EGP: { coins: '0.25 0.5 1', rare: '1' },
  EUR: { coins: '0.01 0.02 0.05 0.1 0.2 0.5 1 2', rare: '500' },
  GBP: { coins: '0.01 0.02 0.05 0.1 0.2 0.5 1 2' },
  HKD: { coins: '0.1 0.2 0.5 1 2 5 10', rare: '1000' },
  HUF: { coins: '5 10 20 50 100 200' },
  ILS: { coins: '0.1 0.5 1 2 5 10' },
  INR: { coins: '1 2 5 10 20' },
  JOD: { coins: '0.05 0.1 0.25 0.5' },
  JPY: { coins: '1 5 10 50 100 500', rare: '2000' },
  KRW: { coins: '10 50 100 500' },
  KWD: { coins: '0.005 0.01 0.02 0.05 0.1' },
  MXN: { coins: '0.5 1 2 5 10 20', rare: '1000' },
  NOK: { coins: '1 5 10 20', rare: '1000' },
  NZD: { coins: '0.1 0.2 0.5 1 2' },
  PLN: { coins: '0.01 0.02 0.05 0.1 0.2 0.5 1 2 5', rare: '500' },
  RON: { coins: '0.01 0.05 0.1 0.5', rare: '20 500' },
  SAR: { coins: '0.05 0.1 0.25 0.5 1 2', rare: '200' },
  SEK: { coins: '1 2 5 10', rare: '1000' },
  SGD: { coins: '0.05 0.1 0.2 0.5 1', rare: '1000' },
  THB: { coins: '0.25 0.5 1 2 5 10' },
  TRY: { coins: '0.05 0.1 0.25 0.5 1 5' },
  USD: { coins: '0.01 0.05 0.1 0.25 0.5 1', rare: '2' },
  ZAR: { coins: '0.1 0.2 0.5 1 2 5' },
};

const largestFirst = (values: readonly string[]): readonly string[] =>
  [...new Map(values.map((value) => [new Big(value).toFixed(), value])).values()].toSorted((one, other) =>
    amount(other).cmp(amount(one)),
  );

/**
 * What a drawer is counted by. A currency without a table has none: its cash is counted as one sum.
 *
 * @param own the banknotes that the station has set for the currency: they are counted too
 */
export function denominationsOf(currency: string, own: readonly string[] = []): Denominations {
  const known = Object.hasOwn(inUse, currency) ? inUse[currency] : undefined;
  const notes = [...usualNotes(currency), ...(known?.rare?.split(' ') ?? []), ...own];
  return { notes: largestFirst(notes), coins: largestFirst(known?.coins.split(' ') ?? []) };
}

/** So many of one kind of coin or banknote. */
export interface Pieces {
  readonly value: string;
  readonly count: number;
}

/** What these pieces come to, and the other cash beside them, in the currency's decimals. Throws `NotAnAmount`. */
export const cashSum = (pieces: readonly Pieces[], other: string, decimals: number): string =>
  sum([...pieces.map(({ value, count }) => amount(value).times(count).toFixed()), other], decimals);

/** The money that should lie in the drawer, and what was found there. All amounts have the currency's decimals. */
export interface CashBalance {
  readonly expected: string;
  /** Counted less expected: below 0 money is missing. */
  readonly difference: string;
  /** Counted less what is left: it goes to the bank or the safe. */
  readonly removed: string;
}

/** The parts of a cash count, as amounts. */
export interface CashParts {
  readonly float: string;
  /** Fees that were paid in cash. */
  readonly paid: string;
  readonly deposits: string;
  readonly refunded: string;
  readonly counted: string;
  readonly left: string;
}

/** Compares a cash count with what should be there. Throws `NotAnAmount`. */
export function balanceCash(parts: CashParts, decimals: number): CashBalance {
  const expected = amount(parts.float)
    .plus(amount(parts.paid))
    .plus(amount(parts.deposits))
    .minus(amount(parts.refunded));
  const counted = amount(parts.counted);
  return {
    expected: toAmount(expected, decimals),
    difference: toAmount(counted.minus(expected), decimals),
    removed: toAmount(counted.minus(amount(parts.left)), decimals),
  };
}

/** A typed amount that may be left empty, which is 0; null for text that is no such amount. */
export function typedOrNothing(text: string, decimals: number): string | null {
  if (text.trim() === '') return toAmount(new Big(0), decimals);
  const judged = judgeAmount(text, decimals);
  return typeof judged === 'string' ? null : toAmount(judged, decimals);
}
