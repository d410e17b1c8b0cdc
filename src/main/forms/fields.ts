import type Big from 'big.js';
import type { FieldProblem } from '../../contract/failure.ts';
import { isCalendarDay } from '../../shared/days.ts';
import { judgeAmount } from '../../shared/money.ts';
import { cleaned, longestCode } from '../../shared/scanned-text.ts';
import { Failed, invalid } from '../failure.ts';

/** An optional line of a form, as it can be sent. Throws an invalid `field`. */
export function typedText(field: string, text: string, longest = longestCode): string {
  const clean = cleaned(text, longest);
  if (clean.ok) return clean.text;
  if (clean.reason === 'required') return '';
  throw invalid(field, clean.reason);
}

/** An optional text of several lines; its line ends stay. Throws an invalid `field`. */
export function typedLines(field: string, text: string, longest: number): string {
  const lines = text.split(/\r?\n/).map((line) => typedText(field, line, longest));
  const whole = lines.join('\n').trim();
  if (whole.length > longest) throw invalid(field, 'tooLong');
  return whole;
}

/** A required code, as it can be sent. Throws an invalid `field`. */
export function codeIn(field: string, text: string): string {
  const clean = cleaned(text);
  if (!clean.ok) throw invalid(field, clean.reason);
  return clean.text;
}

/** A required choice from a table. Throws `required`. */
export function requiredChoice(field: string, code: string): string {
  const text = code.trim();
  if (text === '') throw invalid(field, 'required');
  return text;
}

/** A typed amount: above 0, with no more decimals than the currency has. Throws an invalid `field`. */
export function typedAmount(field: string, text: string, decimals: number): Big {
  const value = typedCost(field, text, decimals);
  if (value.lte(0)) throw invalid(field, 'notPositive');
  return value;
}

/** A typed cost, which may be 0. Throws an invalid `field`. */
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

/** A day typed as `YYYY-MM-DD` that exists in the calendar. Throws an invalid `field`. */
export function typedDay(field: string, text: string): Day {
  if (text.trim() === '') throw invalid(field, 'required');
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  if (!parts || !isCalendarDay(parts[0])) throw invalid(field, 'notADate');
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number);
  return { year, month, day };
}

/** The day as `YYYY-MM-DD`. */
export const dayText = ({ year, month, day }: Day): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');

/** The moment at this local time of that day. */
export const localMoment = (
  { year, month, day }: Day,
  hours: number,
  minutes: number,
  seconds: number,
): Date => new Date(year, month - 1, day, hours, minutes, seconds);

/** A typed time of day (`9`, `9:30`, `09.30`, `0930`); null if the field is empty. Throws an invalid `field`. */
export function typedTime(field: string, text: string): { hours: number; minutes: number } | null {
  if (text.trim() === '') return null;
  const parts = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(text.trim());
  const [hours, minutes] = [Number(parts?.[1] ?? Number.NaN), Number(parts?.[2] ?? 0)];
  if (!(hours < 24 && minutes < 60)) throw invalid(field, 'notATime');
  return { hours, minutes };
}

/** Validates a whole form: the user gets all problems at once, not one after the other. */
export class FormValidation {
  readonly #problems: FieldProblem[] = [];

  /** The parsed value, or `fallback` if parsing throws an invalid field, which is remembered for `throwIfInvalid`. */
  check<T>(parse: () => T, fallback: T): T {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof Failed) || error.failure.kind !== 'invalid') throw error;
      const { field, reason, detail } = error.failure;
      this.#problems.push({ field, reason, detail });
      return fallback;
    }
  }

  /** Throws if any field was invalid, with all of them. */
  throwIfInvalid(): void {
    const [first, ...others] = this.#problems;
    if (first) throw new Failed({ kind: 'invalid', ...first, ...(others.length > 0 ? { others } : {}) });
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** A change without its undefined fields. */
export function definedOf<T extends object>(change: T): Defined<T> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Defined<T>;
}
