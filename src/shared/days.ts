const two = (value: number): string => String(value).padStart(2, '0');

/** The calendar day of a moment, or of now, in the machine's time zone: `YYYY-MM-DD`. */
export function localDay(moment = new Date()): string {
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** The time of day of a moment in the machine's time zone: `HH:MM`. */
export function localTime(moment: Date): string {
  return `${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** Whether the calendar has this day, written `YYYY-MM-DD`: 31 February is no day, and not 3 March either. */
export function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
