import { isCalendarDay } from './days.ts';

/** A sum as the service gives it: an exact decimal text, and the currency's code. */
interface Money {
  readonly amount: string;
  readonly currency: string;
}

const dayOnly = /^(\d{4}-\d\d-\d\d)(Z|[+-]\d\d:?\d\d)?$/;
/** The hour matters where something is due within this time, in milliseconds. */
const soonMs = 36 * 3_600_000;

/** A service date (`2026-12-15Z`), a day, or an instant; null for anything else. A day stands for itself in any zone. */
export function readDate(text: string): { readonly date: Date; readonly day: boolean } | null {
  const day = dayOnly.exec(text)?.[1];
  const date = new Date(day === undefined ? text : `${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return null;
  if (day !== undefined && !isCalendarDay(day)) return null;
  return { date, day: day !== undefined };
}

/**
 * `due`: Tue 15 Dec, with the hour when it is less than 36 hours away and the year when it is not this one · `dueOnPaper`:
 * the same, always with the year · `day`: 15 Dec 2026 · `month`: Dec 2026 · `moment`: 15 Dec 2026, 14:05 · `time`: 14:05:11.
 * Hours are counted to 24 wherever. Text that is no date is shown as it came.
 */
export type DateStyle = 'due' | 'dueOnPaper' | 'day' | 'month' | 'moment' | 'time';

/** Letters and marks that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Whether a whole sum has decimals. */
export type Zeros = NonNullable<Intl.NumberFormatOptions['trailingZeroDisplay']>;

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const hour = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Dates, counts and sums as a locale writes them: the same on screen and on paper. */
export class Formats {
  readonly #locale: string;
  /** To make one is most of the cost of writing a date or a count. */
  readonly #dates = new Map<string, Intl.DateTimeFormat>();
  readonly #numbers = new Map<string, Intl.NumberFormat>();

  constructor(locale: string) {
    this.#locale = locale;
  }

  date(text: string, style: DateStyle, now: Date): string {
    const read = readDate(text);
    if (!read) return text;
    const options = { ...optionsOf(style, read, now), ...(read.day && { timeZone: 'UTC' }) };
    return kept(this.#dates, options, () => new Intl.DateTimeFormat(this.#locale, options)).format(read.date);
  }

  /**
   * A decimal amount as the region writes it. Exact: the text is never made a float, and none of its decimals is rounded
   * away where prices in that currency are usually shown without. A sum that is written from right to left stays in one
   * piece in a sentence that is not. One that could not be read is a dash, and never nothing owed.
   */
  money({ amount, currency }: Money, zeros: Zeros = 'auto'): string {
    const decimals = /^-?\d+(?:\.(\d+))?$/.exec(amount);
    if (!decimals) return amount || '—';
    const options: Intl.NumberFormatOptions = /^[a-z]{3}$/i.test(currency)
      ? { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }
      : {};
    const usual = this.number(options).resolvedOptions().minimumFractionDigits ?? 0;
    const digits = Math.max(usual, decimals[1]?.length ?? 0);
    const text = this.number({
      ...{ ...options, trailingZeroDisplay: zeros },
      ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
    }).format(amount as Intl.StringNumericLiteral);
    return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
  }

  number(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
    return kept(this.#numbers, options, () => new Intl.NumberFormat(this.#locale, options));
  }
}

function optionsOf(
  style: DateStyle,
  { date, day: isDay }: { readonly date: Date; readonly day: boolean },
  now: Date,
): Intl.DateTimeFormatOptions {
  switch (style) {
    case 'time':
      return { ...hour, second: '2-digit' };
    case 'month':
      return { month: 'short', year: 'numeric' };
    case 'day':
      return day;
    case 'moment':
      return isDay ? day : { ...day, ...hour };
    case 'due':
    case 'dueOnPaper': {
      const isSoon = !isDay && Math.abs(date.getTime() - now.getTime()) < soonMs;
      // A day is the same in any zone, and so is its year.
      const year = isDay ? date.getUTCFullYear() : date.getFullYear();
      const { year: withYear, ...dayAndMonth } = day;
      return {
        ...{ weekday: 'short', ...dayAndMonth },
        ...((style === 'dueOnPaper' || year !== now.getFullYear()) && { year: withYear }),
        ...(isSoon && hour),
      };
    }
  }
}

function kept<Formatter>(
  formatters: Map<string, Formatter>,
  options: object,
  make: () => Formatter,
): Formatter {
  const key = JSON.stringify(options);
  let formatter = formatters.get(key);
  if (!formatter) formatters.set(key, (formatter = make()));
  return formatter;
}
