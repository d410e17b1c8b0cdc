import { type MaintenanceWindow, weekdays } from '../policy/values.ts';

type Weekday = (typeof weekdays)[number];

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The day of a date, and the minutes since its midnight. */
function dayOf(date: Date): { readonly day: Weekday; readonly before: Weekday; readonly minutes: number } {
  const index = (date.getDay() + 6) % 7;
  const at = (place: number): Weekday => weekdays[place % 7] ?? 'mon';
  return { day: at(index), before: at(index + 6), minutes: date.getHours() * 60 + date.getMinutes() };
}

/**
 * Whether a moment, by the machine's own clock, is inside the window; without one, every moment is. A window that ends
 * at or before its beginning ends on the next day.
 */
export function isInWindow(window: MaintenanceWindow | null, now: Date): boolean {
  if (window === null) return true;
  const { days = weekdays } = window;
  const { day, before, minutes } = dayOf(now);
  const [from, to] = [minutesOf(window.from), minutesOf(window.to)];
  const on = (which: Weekday): boolean => days.includes(which);
  if (from < to) return on(day) && minutes >= from && minutes < to;
  return (on(day) && minutes >= from) || (on(before) && minutes < to);
}
