import { isCalendarDay } from '../../shared/days.ts';
import { invalid } from '../failure.ts';

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
