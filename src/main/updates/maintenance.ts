import * as z from 'zod';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Weekday = (typeof weekdays)[number];

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/**
 * When an update may be installed without being asked for: on these days from one time to another, by the machine's own
 * clock. A window that ends at or before its beginning ends on the next day.
 */
export const MaintenanceWindow = z.object({
  days: z
    .array(z.enum(weekdays))
    .min(1)
    .max(7)
    .default([...weekdays]),
  from: TimeOfDay,
  to: TimeOfDay,
});
export type MaintenanceWindow = z.output<typeof MaintenanceWindow>;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The day of a date, and the minutes since its midnight. */
function dayOf(date: Date): { readonly day: Weekday; readonly before: Weekday; readonly minutes: number } {
  const index = (date.getDay() + 6) % 7;
  const at = (place: number): Weekday => weekdays[place % 7] ?? 'mon';
  return { day: at(index), before: at(index + 6), minutes: date.getHours() * 60 + date.getMinutes() };
}

/** Whether a moment is inside the window; without one, every moment is. */
export function isInWindow(window: MaintenanceWindow | null, now: Date): boolean {
  if (window === null) return true;
  const { day, before, minutes } = dayOf(now);
  const [from, to] = [minutesOf(window.from), minutesOf(window.to)];
  const on = (which: Weekday): boolean => window.days.includes(which);
  if (from < to) return on(day) && minutes >= from && minutes < to;
  return (on(day) && minutes >= from) || (on(before) && minutes < to);
}
