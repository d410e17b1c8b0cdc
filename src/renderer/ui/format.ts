import { getLocale } from '../../messages/compiled/runtime.js';
import type { Money } from '../../contract/common.ts';
import { type DateStyle, Formats, type Zeros } from '../../shared/formats.ts';

/** The locale and its formats, and the languages it was found among. */
let found: { language: string; languages: readonly string[]; locale: string; formats: Formats } = {
  language: '',
  languages: [],
  locale: '',
  formats: new Formats('en'),
};

/**
 * The locale of dates and numbers: the region the machine is set to, where its language is the one on screen, so
 * that a library in Leeds and one in Boston each read the order of day and month they are used to.
 */
export function formatLocale(): string {
  return here().locale;
}

function here(): typeof found {
  const language = getLocale();
  const { languages } = navigator;
  if (language !== found.language || languages !== found.languages) {
    const locale = languages.find((tag) => tag.split('-')[0] === language) ?? language;
    found = { language, languages, locale, formats: new Formats(locale) };
  }
  return found;
}

export function dateText(text: string, style: DateStyle, now: Date = new Date()): string {
  return here().formats.date(text, style, now);
}

/** A sum, exact, as the region writes it. */
export function moneyText(money: Money, zeros?: Zeros): string {
  return here().formats.money(money, zeros);
}

/** A banknote as people say it: without decimals where it has none, so ₪20 and KWD 0.25. */
export function noteText(money: Money): string {
  return moneyText(money, 'stripIfInteger');
}

export function countText(count: number): string {
  return here().formats.number().format(count);
}

const sizes = [
  { from: 1e6, unit: 'megabyte', unitDisplay: 'short', maximumFractionDigits: 1 },
  { from: 1000, unit: 'kilobyte', unitDisplay: 'short', maximumFractionDigits: 0 },
  { from: 1, unit: 'byte', unitDisplay: 'long', maximumFractionDigits: 0 },
] as const;

/** The size of a file: 812 bytes, 24 kB, 1.4 MB. */
export function sizeText(bytes: number): string {
  const { from, ...shown } = sizes.find((size) => bytes >= size.from) ?? sizes[2];
  return here()
    .formats.number({ style: 'unit', ...shown })
    .format(bytes / from);
}

/** How long something took: 84 ms, 1.2 s, 3.5 min. */
export function durationText(milliseconds: number): string {
  const unit = (name: 'millisecond' | 'second' | 'minute', value: number, digits: number): string =>
    here()
      .formats.number({ style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: digits })
      .format(value);
  if (milliseconds < 1000) return unit('millisecond', milliseconds, 0);
  return milliseconds < 60_000
    ? unit('second', milliseconds / 1000, 1)
    : unit('minute', milliseconds / 60_000, 1);
}

/** This moment, as the service and main write it. */
export function instant(): string {
  return new Date().toISOString();
}
