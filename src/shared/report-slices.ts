import { isCalendarDay } from './days.ts';

/** Some days of a report that are asked for in one call: `YYYY-MM-DD`, both included. */
export interface Slice {
  readonly from: string;
  readonly to: string;
}

/** The deployed service gives so many days a call at most. Source: Configuration (fee transactions); the number is its own. */
export const daysPerSlice = 7;

/** The most calls of one report: 21 years. */
export const mostSlices = 1100;

/** More calls than these are said, and asked about, beforehand. */
export const slicesWithoutAsking = 30;

const dayMs = 86_400_000;

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;
const dayAt = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);

/** The day so many days later; earlier where that is below 0. */
export const dayPlus = (day: string, days: number): string => dayAt(numberOf(day) + days);

/** How many days there are from one to the other, both included. */
export const daysIn = ({ from, to }: Slice): number => numberOf(to) - numberOf(from) + 1;

/**
 * The calls in which days of this computer’s calendar are read, the newest first: people look at those first. In which
 * zone the service counts its days is not described, and it is hardly more than a day away. So a day more is read at
 * either end, and what is not of the days that were asked for is left out by its own time.
 */
export function slicesOf({ from, to }: Slice): Slice[] {
  const first = numberOf(from) - 1;
  const slices: Slice[] = [];
  for (let last = numberOf(to) + 1; last >= first; last -= daysPerSlice)
    slices.push({ from: dayAt(Math.max(first, last - daysPerSlice + 1)), to: dayAt(last) });
  return slices;
}

/** The single days of a slice, the newest first. */
export const daysOf = ({ from, to }: Slice): string[] =>
  Array.from({ length: daysIn({ from, to }) }, (_, index) => dayPlus(to, -index));

/** Why these are no days of a report; null if they are. */
export function judgePeriod({
  from,
  to,
}: Slice): { readonly field: 'from' | 'to'; readonly reason: 'notADate' | 'beforeStart' } | null {
  const isDay = (day: string): boolean => /^\d{4}-\d\d-\d\d$/.test(day) && isCalendarDay(day);
  if (!isDay(from)) return { field: 'from', reason: 'notADate' };
  if (!isDay(to)) return { field: 'to', reason: 'notADate' };
  return from > to ? { field: 'to', reason: 'beforeStart' } : null;
}
