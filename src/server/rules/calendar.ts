import * as z from 'zod';

const DAY = 86_400_000;
const isoDate = z.iso.date();
const isoMoment = z.iso.datetime({ offset: true });

/** The same moment, so many days later. */
export function daysLater(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY);
}

/** The last minute of the day that it is at this moment in the library: when things are due. */
export function endOfDay(moment: Date, timeZone: string): Date {
  return atClosing(localDay(moment, timeZone), timeZone);
}

/** A date as the service writes it, with its zone letter: `2026-12-15Z`. */
export function serviceDate(moment: Date): string {
  return `${moment.toISOString().slice(0, 10)}Z`;
}

/** Reads a date that was sent, with or without a zone letter; undefined if there is no such day. */
export function readDay(text: string): string | undefined {
  const day = text.replace(/[A-Z]$/, '');
  return isoDate.safeParse(day).success ? day : undefined;
}

/** Reads the day of a date or of a moment that was sent; undefined if there is no such day. */
export function readDayOf(text: string): string | undefined {
  return readDay(text.replace(/T.*/s, ''));
}

/** Reads a date where only one with its zone letter is taken; undefined for anything else. */
export function readServiceDate(text: string): string | undefined {
  return /[A-Z]$/.test(text) ? readDay(text) : undefined;
}

/** Whether this is a moment of some calendar that everybody reads the same: ISO 8601 with its zone. */
export const isMoment = (text: string): boolean => isoMoment.safeParse(text).success;

/**
 * Reads a due date that was sent: an ISO 8601 moment, or a date, which means the end of that day. Moments are kept and
 * compared as texts, so that none lies behind the last year of four digits.
 */
export function readDueDate(text: string, timeZone: string): Date | undefined {
  const day = readDay(text);
  if (day === undefined && !isMoment(text)) return undefined;
  const due = day === undefined ? new Date(text) : atClosing(day, timeZone);
  return due.getUTCFullYear() > 9999 ? undefined : due;
}

function atClosing(day: string, timeZone: string): Date {
  const asIfUtc = Date.parse(`${day}T23:59:00Z`);
  // What the clock is ahead by is read where the moment is near: that as if it were UTC may lie behind a change of it.
  const near = asIfUtc - aheadOfUtc(asIfUtc, timeZone);
  return new Date(asIfUtc - aheadOfUtc(near, timeZone));
}

function aheadOfUtc(moment: number, timeZone: string): number {
  return Date.parse(`${localTime(new Date(moment), timeZone)}Z`) - moment;
}

function localDay(moment: Date, timeZone: string): string {
  return localTime(moment, timeZone).slice(0, 10);
}

/** The time on the library's clock, as ISO 8601 without a zone. Swedish dates are written that way. */
function localTime(moment: Date, timeZone: string): string {
  return clockOf(timeZone).format(moment).replace(' ', 'T');
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter takes a hundred times as long as using it. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(timeZone, clock);
  return clock;
}
