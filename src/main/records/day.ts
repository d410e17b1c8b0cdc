import { dayOf } from '../../service/read.ts';
import { localDay } from '../../shared/days.ts';

/** Whether the last valid day (a service date) lies before today. A date that is none never expires. */
export function isOver(lastDay: string, now: Date): boolean {
  const today = localDay(now);
  return (dayOf(lastDay) ?? today) < today;
}
