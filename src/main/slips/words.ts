import type { Money } from '../../contract/common.ts';

const dayOnly = /^\d{4}-\d\d-\d\d(Z|[+-]\d\d:?\d\d)?$/;
/** The hour is printed if something is due within this time. */
const soonMs = 36 * 3_600_000;

/** The locale that a window sent, or `en` if it is not a valid one. */
export function localeOf(locale: string): string {
  try {
    return new Intl.Locale(locale).toString();
  } catch {
    return 'en';
  }
}

/** Dates and sums on paper, in the words of a locale. */
export class SlipWords {
  readonly #locale: string;
  readonly #now: Date;

  constructor(locale: string, now: Date) {
    this.#locale = localeOf(locale);
    this.#now = now;
  }

  /** The due day, and the hour if it is soon. A day without an hour is the same in any zone. */
  due(text: string): string {
    const day = dayOnly.test(text);
    const date = new Date(day ? `${text.slice(0, 10)}T00:00:00Z` : text);
    if (text === '' || Number.isNaN(date.getTime())) return text;
    const soon = !day && Math.abs(date.getTime() - this.#now.getTime()) < soonMs;
    return new Intl.DateTimeFormat(this.#locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      ...(day ? { timeZone: 'UTC' } : {}),
      ...(soon ? { hour: '2-digit', minute: '2-digit' } : {}),
    }).format(date);
  }

  /** A moment. A text that is none stays as it came. */
  moment(at: Date | string): string {
    const date = new Date(at);
    if (at === '' || Number.isNaN(date.getTime())) return String(at);
    const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
    return new Intl.DateTimeFormat(this.#locale, style).format(date);
  }

  now(): string {
    return this.moment(this.#now);
  }

  /** The day on which it is printed. */
  today(): string {
    return new Intl.DateTimeFormat(this.#locale, { dateStyle: 'medium' }).format(this.#now);
  }

  /** A sum of money. The amount is never made a float. */
  money({ amount, currency }: Money): string {
    if (!/^-?\d+(\.\d+)?$/.test(amount)) return amount;
    const exact = amount as Intl.StringNumericLiteral;
    const style = /^[A-Z]{3}$/.test(currency)
      ? ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const)
      : {};
    return new Intl.NumberFormat(this.#locale, style).format(exact);
  }

  count(count: number): string {
    return new Intl.NumberFormat(this.#locale).format(count);
  }
}

/**
 * A name for the hold shelf, where others can read it: the family name and initials. "Ben-Ami, Rivka" and "Rivka
 * Ben-Ami" both become "Ben-Ami, R.". A name of one word stays, or the patron would not find the book.
 */
export function shortName(name: string): string {
  const comma = name.indexOf(',');
  const words = name.trim().split(/\s+/u);
  const family = comma < 0 ? (words.at(-1) ?? '') : name.slice(0, comma).trim();
  const givenNames = comma < 0 ? words.slice(0, -1) : name.slice(comma + 1).split(/\s+/u);
  const initials = givenNames.flatMap((word) => initialOf(word));
  return initials.length === 0 ? family : `${family}, ${initials.join(' ')}`;
}

const graphemes = new Intl.Segmenter();

function initialOf(word: string): string[] {
  const [letter] = graphemes.segment(word);
  return letter === undefined ? [] : [`${letter.segment}.`];
}
