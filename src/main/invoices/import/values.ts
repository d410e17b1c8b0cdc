import Big from 'big.js';
import type { CsvForm, ImportReason } from '../../../contract/invoice-import.ts';
import { isCurrency } from '../../../service/currency.ts';
import { isCalendarDay } from '../../../shared/days.ts';
import { isbnOf } from '../../../shared/isbn.ts';
import { parseAmount } from '../../../shared/money.ts';
import { cleaned } from '../../../shared/scanned-text.ts';

/** How amounts and days are written in a file. */
export interface Notation extends Pick<CsvForm, 'days'> {
  /** `either`: both signs are for decimals, and nothing is for thousands. */
  readonly decimal: CsvForm['decimal'] | 'either';
  /** The sign is only guessed: nothing in the file shows it. */
  readonly anySign?: boolean;
}

/** A value as main reads it, or why it cannot: the text is then as it is in the file. */
export interface ReadValue {
  readonly text: string;
  readonly reason: ImportReason | null;
}

const good = (text: string): ReadValue => ({ text, reason: null });

/** Spaces between digits, and what some write in their place. */
const spaces = /[\s\u00a0\u2009\u202f'\u2019]/g;
/** A currency beside an amount: its sign, or its code. */
const currencyBeside = /^(?:\p{Sc}|[A-Z]{3}(?![A-Z]))|(?:\p{Sc}|(?<![A-Z])[A-Z]{3})$/u;
const grouped = { point: /^\d{1,3}(,\d{3})+(\.\d+)?$/, comma: /^\d{1,3}(\.\d{3})+(,\d+)?$/ } as const;

/**
 * What the sign in an amount is for, as far as the amount itself shows it: the last of two kinds is for decimals, one
 * that comes twice is for thousands, and so may be one with three digits behind it. Null where it does not show.
 */
export function signShownBy(raw: string): CsvForm['decimal'] | null {
  const text = raw.replaceAll(/[^\d.,]/g, '').replace(/^[.,]+(?!\d)|[.,]+$/g, '');
  const signs = text.replaceAll(/\d/g, '');
  const last = signs.at(-1) === ',' ? 'comma' : 'point';
  if (signs === '') return null;
  if (new Set(signs).size > 1) return last;
  if (signs.length > 1) return last === 'comma' ? 'point' : 'comma';
  return mayBeThousands(text) ? null : last;
}

/** Whether the one sign in an amount may be for thousands as well as for decimals. */
export const mayBeThousands = (text: string): boolean => /^(?!0[.,])\d{1,3}[.,]\d{3}$/.test(text);

/** A number with a point for its decimals; null where it is none. A minus may stand behind it, or be brackets. */
function plainNumber(raw: string, decimal: Notation['decimal']): string | null {
  let text = raw.trim().replace(currencyBeside, '').replace(spaces, '').replace('\u2212', '-');
  let sign = '';
  const negative = /^\((.+)\)$/.exec(text)?.[1] ?? /^-(.+)$/.exec(text)?.[1] ?? /^(.+)-$/.exec(text)?.[1];
  if (negative !== undefined) [text, sign] = [negative, '-'];
  text = text.replace(currencyBeside, '').replace(/^\+/, '');
  if (decimal !== 'either' && grouped[decimal].test(text))
    text = text.replaceAll(decimal === 'point' ? ',' : '.', '');
  if (decimal === 'comma') {
    if (text.includes('.')) return null;
    text = text.replace(',', '.');
  }
  if (decimal === 'either') text = text.replace(',', '.');
  return parseAmount(text) === null || text.startsWith('-') ? null : `${sign}${text}`;
}

/** Where the currency has three decimals, an amount in which the sign can be for either is none until it is said. */
function plainAmount(raw: string, { decimal, anySign = false }: Notation, decimals: number): string | null {
  const isOpen = anySign && decimals === 3 && mayBeThousands(raw.replaceAll(/[^\d.,]/g, ''));
  return isOpen ? null : plainNumber(raw, decimal);
}

/**
 * An amount, as a decimal text with a point.
 *
 * @param decimals how many the currency has
 */
export function readAmount(raw: string, notation: Notation, decimals: number): ReadValue {
  const text = plainAmount(raw, notation, decimals);
  if (text === null) return { text: raw.trim(), reason: 'notAnAmount' };
  const value = new Big(text);
  return value.eq(value.round(decimals))
    ? good(value.toFixed(decimals))
    : { text: value.toFixed(), reason: 'tooManyDecimals' };
}

/** The price of one copy: it may have more decimals than the currency. */
export function readPrice(raw: string, notation: Notation, decimals: number): ReadValue {
  const text = plainAmount(raw, notation, decimals);
  if (text === null) return { text: raw.trim(), reason: 'notAnAmount' };
  const value = new Big(text);
  return good(value.eq(value.round(decimals)) ? value.toFixed(decimals) : value.toFixed());
}

/** More copies of one title than any library buys: a mistake. */
const mostCopies = 9999;

/** A number of copies: whole, at least one. */
export function readQuantity(raw: string, { decimal }: Notation): ReadValue {
  const text = plainNumber(raw, decimal);
  if (text === null) return { text: raw.trim(), reason: 'notANumber' };
  const value = new Big(text);
  if (value.lte(0)) return { text, reason: 'notPositive' };
  if (!value.eq(value.round(0))) return { text, reason: 'notWhole' };
  if (value.gt(mostCopies)) return { text: value.toFixed(), reason: 'tooMany' };
  return good(value.toFixed(0));
}

const byOrder = {
  ymd: /^(?<year>\d{4})[-./ ](?<month>\d{1,2})[-./ ](?<day>\d{1,2})(?:[T ].*)?$/,
  dmy: /^(?<day>\d{1,2})[-./ ](?<month>\d{1,2})[-./ ](?<year>\d{4}|\d{2})(?: .*)?$/,
  mdy: /^(?<month>\d{1,2})[-./ ](?<day>\d{1,2})[-./ ](?<year>\d{4}|\d{2})(?: .*)?$/,
} as const;
/** The same without anything between. */
const unseparated = {
  ymd: /^(\d{4})(\d{2})(\d{2})$/,
  dmy: /^(\d{2})(\d{2})(\d{4})$/,
  mdy: /^(\d{2})(\d{2})(\d{4})$/,
} as const;

/** A day, as `YYYY-MM-DD`. A year of two digits is of this century. */
export function readDay(raw: string, { days }: Notation): ReadValue {
  const text = raw.trim();
  // A year in front is never a day.
  const order = /^\d{4}[-./]/.test(text) ? 'ymd' : days;
  const separated = text.replace(unseparated[order], '$1-$2-$3');
  const { year = '', month = '', day = '' } = byOrder[order].exec(separated)?.groups ?? {};
  const iso = [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return isCalendarDay(iso) ? good(iso) : { text, reason: 'notADate' };
}

export function readCurrency(raw: string): ReadValue {
  const text = raw.trim().toUpperCase();
  return isCurrency(text) ? good(text) : { text, reason: 'notACurrency' };
}

export function readIsbn(raw: string): ReadValue {
  const isbn = isbnOf(raw);
  return isbn === null ? { text: raw.trim(), reason: 'notAnIsbn' } : good(isbn);
}

/** A code as it can be sent. */
export function readCode(raw: string): ReadValue {
  const clean = cleaned(raw);
  if (clean.ok) return good(clean.text);
  const reason = clean.reason === 'malformed' ? 'controlCharacters' : clean.reason;
  return { text: raw.trim().slice(0, 200), reason };
}

/** So much of a title or a note is taken over. */
const longestWords = 1000;

/** Words, in one line. */
export const readWords = (raw: string): ReadValue =>
  good(
    Array.from(raw.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' '))
      .slice(0, longestWords)
      .join('')
      .trim(),
  );

/** What a spreadsheet would run when it opens the file. A number with its sign is none. */
export const isFormula = (text: string): boolean =>
  /^[=@\t\r]/.test(text) || (/^[+-]/.test(text) && !/^[+-][\d.,\s]+$/.test(text));
