import { dayOf } from '../../service/read.ts';

/** The calendar day of a moment where the station stands: `YYYY-MM-DD`. */
export function localDay(moment: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** Whether the last valid day (a service date) lies before today. A date that is none never expires. */
export function isOver(lastDay: string, now: Date): boolean {
  const day = dayOf(lastDay);
  return day !== null && day < localDay(now);
}
