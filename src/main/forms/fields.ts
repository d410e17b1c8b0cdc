import type Big from 'big.js';
import type { FieldProblem } from '../../contract/failure.ts';
import { isCalendarDay } from '../../shared/days.ts';
import { judgeAmount } from '../../shared/money.ts';
import { cleaned, longestCode } from '../../shared/scanned-text.ts';
import { Failed, invalid } from '../failure.ts';

/** One line of a form that may be left empty, as it can be sent. Throws an invalid `field`. */
export function typedText(field: string, text: string, longest = longestCode): string {
  const clean = cleaned(text, longest);
  if (clean.ok) return clean.text;
  if (clean.reason === 'required') return '';
  throw invalid(field, clean.reason);
}

/** A text of several lines that may be left empty: its line ends stay. Throws an invalid `field`. */
export function typedLines(field: string, text: string, longest: number): string {
  const lines = text.split(/\r?\n/).map((line) => typedText(field, line, longest));
  const whole = lines.join('\n').trim();
  if (whole.length > longest) throw invalid(field, 'tooLong');
  return whole;
}

/** A code that somebody filled in, as it can be sent. Throws an invalid `field`. */
export function codeIn(field: string, text: string): string {
  const clean = cleaned(text);
  if (!clean.ok) throw invalid(field, clean.reason);
  return clean.text;
}

/** A code of a table that somebody had to choose. Throws `required`. */
export function chosen(field: string, code: string): string {
  const text = code.trim();
  if (text === '') throw invalid(field, 'required');
  return text;
}

/** An amount that somebody typed: above 0, with no more decimals than the currency has. Throws an invalid `field`. */
export function typedAmount(field: string, text: string, decimals: number): Big {
  const value = typedCost(field, text, decimals);
  if (value.lte(0)) throw invalid(field, 'notPositive');
  return value;
}

/** What something cost, as somebody typed it: it may have cost nothing. Throws an invalid `field`. */
export function typedCost(field: string, text: string, decimals: number): Big {
  const value = judgeAmount(text, decimals);
  if (value === 'tooManyDecimals') throw invalid(field, value, String(decimals));
  if (typeof value === 'string') throw invalid(field, value);
  return value;
}

/** A calendar day, by its parts. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A day that somebody typed as `YYYY-MM-DD`, and that the calendar has. Throws an invalid `field`. */
export function typedDay(field: string, text: string): Day {
  if (text.trim() === '') throw invalid(field, 'required');
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  if (!parts || !isCalendarDay(parts[0])) throw invalid(field, 'notADate');
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number);
  return { year, month, day };
}

/** The day as it is typed. */
export const dayText = ({ year, month, day }: Day): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');

/** The moment at this local time of that day. */
export const localMoment = (
  { year, month, day }: Day,
  hours: number,
  minutes: number,
  seconds: number,
): Date => new Date(year, month - 1, day, hours, minutes, seconds);

/** A time of day that somebody typed (`9`, `9:30`, `09.30`, `0930`); null where nothing was. Throws an invalid `field`. */
export function typedTime(field: string, text: string): { hours: number; minutes: number } | null {
  if (text.trim() === '') return null;
  const parts = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(text.trim());
  const [hours, minutes] = [Number(parts?.[1] ?? Number.NaN), Number(parts?.[2] ?? 0)];
  if (!(hours < 24 && minutes < 60)) throw invalid(field, 'notATime');
  return { hours, minutes };
}

/**
 * Judges a form as a whole: whoever filled in twenty fields is told at once of all that cannot be accepted, and not of
 * one after the other.
 */
export class FormValidation {
  readonly #problems: FieldProblem[] = [];

  /** What the judge answers, or `otherwise` where it throws an invalid field, which is kept for the end. */
  check<T>(judge: () => T, otherwise: T): T {
    try {
      return judge();
    } catch (error) {
      if (!(error instanceof Failed) || error.failure.kind !== 'invalid') throw error;
      const { field, reason, detail } = error.failure;
      this.#problems.push({ field, reason, detail });
      return otherwise;
    }
  }

  /** Throws where anything was wrong, naming all of it. */
  throwIfInvalid(): void {
    const [first, ...others] = this.#problems;
    if (first) throw new Failed({ kind: 'invalid', ...first, ...(others.length > 0 ? { others } : {}) });
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** A change without the fields that were sent as undefined. */
export function definedOf<T extends object>(change: T): Defined<T> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Defined<T>;
}
