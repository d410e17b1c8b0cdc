import type { Months } from '../../contract/spending.ts';
import { localDay } from '../../shared/days.ts';

export const periods = ['thisYear', 'lastYear', 'twelveMonths'] as const;
export type PeriodId = (typeof periods)[number];

/** @param today `YYYY-MM-DD` */
export function periodOf(id: PeriodId, today = localDay(new Date())): Months {
  const year = Number(today.slice(0, 4));
  const month = today.slice(5, 7);
  switch (id) {
    case 'thisYear':
      return { from: `${year}-01`, to: `${year}-12` };
    case 'lastYear':
      return { from: `${year - 1}-01`, to: `${year - 1}-12` };
    case 'twelveMonths': {
      const from =
        month === '12' ? `${year}-01` : `${year - 1}-${String(Number(month) + 1).padStart(2, '0')}`;
      return { from, to: `${year}-${month}` };
    }
  }
}
