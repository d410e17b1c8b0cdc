import { getLocale } from '../../messages/compiled/runtime.js';
import { isCalendarDay } from '../../shared/days.ts';
import type { Money } from '../../contract/common.ts';

/** The locale, and the languages it was found among. */
let found: { language: string; languages: readonly string[]; locale: string } = {
  language: '',
  languages: [],
  locale: '',
};

/**
 * The locale of dates and numbers: the region the machine is set to, where its language is the one on screen, so
 * that a library in Leeds and one in Boston each read the order of day and month they are used to.
 */
export function formatLocale(): string {
  const language = getLocale();
  const { languages } = navigator;
  if (language !== found.language || languages !== found.languages) {
    const locale = languages.find((tag) => tag.split('-')[0] === language) ?? language;
    found = { language, languages, locale };
  }
  return found.locale;
}

/** Caches formatters: to make one is most of the cost of writing a date or a count. */
function cachedFormatter<Options, Formatter>(
  make: new (locale: string, options: Options) => Formatter,
): (key: string, options: Options) => Formatter {
  const formatters = new Map<string, Formatter>();
  return (key, options) => {
    const locale = formatLocale();
    const name = `${locale} ${key}`;
    let formatter = formatters.get(name);
    if (!formatter) formatters.set(name, (formatter = new make(locale, options)));
    return formatter;
  };
}

const dates = cachedFormatter(Intl.DateTimeFormat);
const numbers = cachedFormatter(Intl.NumberFormat);

const dayOnly = /^(\d{4}-\d\d-\d\d)(Z|[+-]\d\d:?\d\d)?$/;

/** A service date (`2026-12-15Z`), a day, or an instant; null for anything else. A day stands for itself in any zone. */
export function readDate(text: string): { readonly date: Date; readonly day: boolean } | null {
  const day = dayOnly.exec(text)?.[1];
  const date = new Date(day === undefined ? text : `${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return null;
  if (day !== undefined && !isCalendarDay(day)) return null;
  return { date, day: day !== undefined };
}

/**
 * `due`: Tue 15 Dec, with the hour when it is less than two days away and the year when it is not this one ·
 * `day`: 15 Dec 2026 · `month`: Dec 2026 · `moment`: 15 Dec 2026, 14:05 · `time`: 14:05:11. Hours are counted to 24 wherever. Text that is no date is shown as it came.
 */
export type DateStyle = 'due' | 'day' | 'month' | 'moment' | 'time';

export function dateText(text: string, style: DateStyle, now: Date = new Date()): string {
  const read = readDate(text);
  if (!read) return text;
  const { date, day } = read;
  const zone: Intl.DateTimeFormatOptions = day ? { timeZone: 'UTC' } : {};
  const key = `${style}${day ? ' utc' : ''}`;
  switch (style) {
    case 'time':
      return dates(key, {
        ...zone,
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
      }).format(date);
    case 'month':
      return dates(key, { ...zone, month: 'short', year: 'numeric' }).format(date);
    case 'day':
      return dates(key, { ...zone, day: 'numeric', month: 'short', year: 'numeric' }).format(date);
    case 'moment':
      return day
        ? dateText(text, 'day', now)
        : dates(key, {
            day: 'numeric',
            month: 'short',
            year: 'numeric',
            hour: '2-digit',
            minute: '2-digit',
            hourCycle: 'h23',
          }).format(date);
    case 'due': {
      const soon = !day && Math.abs(date.getTime() - now.getTime()) < 36 * 3_600_000;
      const otherYear = date.getFullYear() !== now.getFullYear();
      return dates(`${key}${soon ? ' soon' : ''}${otherYear ? ' year' : ''}`, {
        ...zone,
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        ...(otherYear ? { year: 'numeric' } : {}),
        ...(soon ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' as const } : {}),
      }).format(date);
    }
  }
}

/** Letters and marks that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Whether a whole sum has decimals. */
type Zeros = NonNullable<Intl.NumberFormatOptions['trailingZeroDisplay']>;

/** How the region writes sums of a currency, with at least so many decimals. */
function moneyFormat(currency: string, decimals: number, zeros: Zeros): Intl.NumberFormat {
  const options: Intl.NumberFormatOptions = /^[a-z]{3}$/i.test(currency)
    ? { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }
    : {};
  const usual = numbers(`money ${currency}`, options).resolvedOptions().minimumFractionDigits ?? 0;
  const digits = Math.max(usual, decimals);
  return numbers(`money ${currency} ${digits} ${zeros}`, {
    ...options,
    trailingZeroDisplay: zeros,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/**
 * A decimal amount as the region writes it. Exact: the text is never made a float, and none of the decimals that main
 * gave it is rounded away where prices in that currency are usually shown without. A sum that is written from right to
 * left stays in one piece in a sentence that is not. One that could not be read is a dash, and never nothing owed.
 */
export function moneyText(money: Money, zeros: Zeros = 'auto'): string {
  const decimals = /^-?\d+(?:\.(\d+))?$/.exec(money.amount);
  if (!decimals) return money.amount || '—';
  const amount = money.amount as Intl.StringNumericLiteral;
  const text = moneyFormat(money.currency, decimals[1]?.length ?? 0, zeros).format(amount);
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/** A banknote as people say it: without decimals where it has none, so ₪20 and KWD 0.25. */
export function noteText(money: Money): string {
  return moneyText(money, 'stripIfInteger');
}

export function countText(count: number): string {
  return numbers('count', {}).format(count);
}

const sizes = [
  { from: 1e6, unit: 'megabyte', unitDisplay: 'short', maximumFractionDigits: 1 },
  { from: 1000, unit: 'kilobyte', unitDisplay: 'short', maximumFractionDigits: 0 },
  { from: 1, unit: 'byte', unitDisplay: 'long', maximumFractionDigits: 0 },
] as const;

/** The size of a file: 812 bytes, 24 kB, 1.4 MB. */
export function sizeText(bytes: number): string {
  const { from, ...shown } = sizes.find((size) => bytes >= size.from) ?? sizes[2];
  return numbers(`size ${shown.unit}`, { style: 'unit', ...shown }).format(bytes / from);
}

/** How long something took: 84 ms, 1.2 s, 3.5 min. */
export function durationText(milliseconds: number): string {
  const unit = (name: 'millisecond' | 'second' | 'minute', value: number, digits: number): string =>
    numbers(`duration ${name}`, {
      ...{ style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: digits },
    }).format(value);
  if (milliseconds < 1000) return unit('millisecond', milliseconds, 0);
  return milliseconds < 60_000
    ? unit('second', milliseconds / 1000, 1)
    : unit('minute', milliseconds / 60_000, 1);
}

/** This moment, as the service and main write it. */
export function instant(): string {
  return new Date().toISOString();
}
