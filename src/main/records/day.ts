import { dayOf } from '../../service/read.ts';

/** The calendar day of a moment where the station stands: `YYYY-MM-DD`. */
export function localDay(moment: Date): string {
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** The time of day of a moment where the station stands: `HH:MM`. */
export function localTime(moment: Date): string {
  return `${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Whether the last valid day (a service date) lies before today. A date that is none never expires. */
export function isOver(lastDay: string, now: Date): boolean {
  const today = localDay(now);
  return (dayOf(lastDay) ?? today) < today;
}
