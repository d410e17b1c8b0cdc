import { localDay } from '../../../shared/days.ts';
import { dayPlus, type Slice } from '../../../shared/report-slices.ts';

export const presets = ['today', 'yesterday', 'thisWeek', 'thisMonth', 'lastMonth', 'thisYear'] as const;
export type Preset = (typeof presets)[number];

/** What of a locale says with which day a week begins: 1 is Monday, 7 Sunday. Not in TypeScript’s own library yet. */
interface WithWeek {
  getWeekInfo?: () => { readonly firstDay: number };
}

/** With which day of the week a week begins, 1 (Monday) to 7. */
export function firstDayOfWeek(locale: string): number {
  return (new Intl.Locale(locale) as WithWeek).getWeekInfo?.().firstDay ?? 1;
}

const lastDayOf = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/**
 * The days of a preset, up to today: what is still to come has no transactions.
 *
 * @param today `YYYY-MM-DD`
 * @param weekBegins 1 (Monday) to 7
 */
export function periodOf(preset: Preset, weekBegins: number, today = localDay()): Slice {
  const month = today.slice(0, 7);
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: dayPlus(today, -1), to: dayPlus(today, -1) };
    case 'thisWeek': {
      const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
      return { from: dayPlus(today, -((weekday - weekBegins + 7) % 7)), to: today };
    }
    case 'thisMonth':
      return { from: `${month}-01`, to: today };
    case 'lastMonth': {
      const before = dayPlus(`${month}-01`, -1).slice(0, 7);
      return { from: `${before}-01`, to: lastDayOf(before) };
    }
    case 'thisYear':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
  }
}
