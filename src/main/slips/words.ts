import type { Money } from '../../contract/common.ts';

const dayOnly = /^\d{4}-\d\d-\d\d(Z|[+-]\d\d:?\d\d)?$/;
/** Due so soon, the hour matters. */
const soonMs = 36 * 3_600_000;

/** What a window says of its locale, if it is one. */
export function localeOf(said: string): string {
  try {
    return new Intl.Locale(said).toString();
  } catch {
    return 'en';
  }
}

/** How a locale writes dates and sums on paper. */
export class SlipWords {
  readonly #locale: string;
  readonly #now: Date;

  constructor(locale: string, now: Date) {
    this.#locale = localeOf(locale);
    this.#now = now;
  }

  /** The day something is due, and the hour where that is soon. A day without an hour is the same in any zone. */
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

  /** A moment; text that is none stands as it came. */
  moment(at: Date | string): string {
    const date = new Date(at);
    if (at === '' || Number.isNaN(date.getTime())) return String(at);
    const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
    return new Intl.DateTimeFormat(this.#locale, style).format(date);
  }

  now(): string {
    return this.moment(this.#now);
  }

  /** Exact: the amount is never made a float. */
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
 * A name as others may read it on the hold shelf: the family name, and of the others their first letters. "Ben-Ami,
 * Rivka" and "Rivka Ben-Ami" are both "Ben-Ami, R."; a name of one word stays, or nobody would find their book.
 */
export function shortName(name: string): string {
  const comma = name.indexOf(',');
  const words = name.trim().split(/\s+/u);
  const family = comma < 0 ? (words.at(-1) ?? '') : name.slice(0, comma).trim();
  const given = comma < 0 ? words.slice(0, -1) : name.slice(comma + 1).split(/\s+/u);
  const letters = given.flatMap((word) => first(word));
  return letters.length === 0 ? family : `${family}, ${letters.join(' ')}`;
}

const graphemes = new Intl.Segmenter();

function first(word: string): string[] {
  const [letter] = graphemes.segment(word);
  return letter === undefined ? [] : [`${letter.segment}.`];
}
