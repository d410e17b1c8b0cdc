import { judgeAmount } from '../../shared/money.ts';
import { invalid } from '../failure.ts';
import type { Settings } from './settings.ts';

/** The finest part of a currency that there is. */
const mostDecimals = 3;

/** The settings with the banknotes of a currency, smallest first; with none, it has the usual ones again. */
export function withNotes(
  banknotes: Settings['banknotes'],
  currency: string,
  notes: readonly string[],
): Settings['banknotes'] {
  const values = notes.map((note) => {
    const value = judgeAmount(note, mostDecimals);
    if (typeof value === 'string') throw invalid('banknotes', value, note);
    if (value.eq(0)) throw invalid('banknotes', 'notPositive', note);
    return value;
  });
  const sorted = values.toSorted((one, other) => one.cmp(other)).map((value) => value.toFixed());
  const others = Object.entries(banknotes).filter(([code]) => code !== currency);
  return Object.fromEntries(sorted.length > 0 ? [...others, [currency, [...new Set(sorted)]]] : others);
}
