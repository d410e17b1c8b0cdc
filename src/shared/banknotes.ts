import Big from 'big.js';
import { parseAmount } from './money.ts';

/** The banknotes a desk is usually handed, by currency. What is rare over a counter is left out. */
const usual: Readonly<Record<string, string>> = {
  AED: '5 10 20 50 100 200',
  AUD: '5 10 20 50 100',
  BHD: '0.5 1 5 10 20',
  BRL: '2 5 10 20 50 100',
  CAD: '5 10 20 50 100',
  CHF: '10 20 50 100 200',
  CNY: '1 5 10 20 50 100',
  CZK: '100 200 500 1000 2000',
  DKK: '50 100 200 500',
  EGP: '5 10 20 50 100 200',
  EUR: '5 10 20 50 100 200',
  GBP: '5 10 20 50',
  HKD: '10 20 50 100 500',
  HUF: '500 1000 2000 5000 10000 20000',
  ILS: '20 50 100 200',
  INR: '10 20 50 100 200 500',
  JOD: '1 5 10 20 50',
  JPY: '1000 5000 10000',
  KRW: '1000 5000 10000 50000',
  KWD: '0.25 0.5 1 5 10 20',
  MXN: '20 50 100 200 500',
  NOK: '50 100 200 500',
  NZD: '5 10 20 50 100',
  PLN: '10 20 50 100 200',
  RON: '1 5 10 50 100 200',
  SAR: '5 10 50 100 500',
  SEK: '20 50 100 200 500',
  SGD: '2 5 10 50 100',
  THB: '20 50 100 500 1000',
  TRY: '5 10 20 50 100 200',
  USD: '1 5 10 20 50 100',
  ZAR: '10 20 50 100 200',
};

/** How many sums are offered: as many as are seen at a glance. */
const mostOffered = 4;

/** The banknotes that a station offers where it has none of its own for that currency. */
export function usualNotes(currency: string): readonly string[] {
  return Object.hasOwn(usual, currency) ? (usual[currency]?.split(' ') ?? []) : [];
}

/** The banknotes of a currency: those of the station, or else the usual ones. */
export function notesOf(
  currency: string,
  own: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  return (Object.hasOwn(own, currency) ? own[currency] : undefined) ?? usualNotes(currency);
}

/**
 * What may be handed over for a sum, beside the exact sum: the next larger banknotes, or several of one where the sum is
 * larger than any.
 */
export function sumsHandedOver(due: string, notes: readonly string[]): readonly string[] {
  const sum = parseAmount(due);
  if (!sum?.gt(0)) return [];
  const values = notes.flatMap((note) => parseAmount(note) ?? []).filter((note) => note.gt(0));
  const larger = values.filter((note) => note.gt(sum));
  const several = values.map((note) => sum.div(note).round(0, Big.roundUp).times(note));
  const found = (larger.length > 0 ? larger : several.filter((one) => one.gt(sum))).toSorted((one, other) =>
    one.cmp(other),
  );
  return [...new Set(found.map((one) => one.toFixed()))].slice(0, mostOffered);
}
