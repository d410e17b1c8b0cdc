import type { Money } from '../../contract/common.ts';
import { Formats } from '../../shared/formats.ts';

/** The locale that a window sent, or `en` if it is not a valid one. */
export function localeOf(locale: string): string {
  try {
    return new Intl.Locale(locale).toString();
  } catch {
    return 'en';
  }
}

/** Dates and sums on paper, as a locale writes them. */
export class SlipWords {
  readonly #formats: Formats;
  readonly #now: Date;

  constructor(locale: string, now: Date) {
    this.#formats = new Formats(localeOf(locale));
    this.#now = now;
  }

  /** The due day, and the hour if it is soon. Text that is no date stays as it came. */
  due(text: string): string {
    return this.#formats.date(text, 'dueOnPaper', this.#now);
  }

  /** A moment. Text that is none stays as it came. */
  moment(at: string): string {
    return this.#formats.date(at, 'moment', this.#now);
  }

  now(): string {
    return this.moment(this.#now.toISOString());
  }

  /** The day on which it is printed. */
  today(): string {
    return this.#formats.date(this.#now.toISOString(), 'day', this.#now);
  }

  money(money: Money): string {
    return this.#formats.money(money);
  }

  count(count: number): string {
    return this.#formats.number().format(count);
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
