import type { FeeTransactionRow } from '../../../contract/reports.ts';
import { m } from '../../../messages/compiled/messages.js';
import { methodName } from '../../fees/methods.svelte.ts';
import { dateText } from '../../ui/format.ts';
import { acts, type Act, deskIn, type Group, type Grouping } from './figures.ts';
import type { Preset } from './periods.ts';
import type { NameOf, RowColumn } from './order.ts';

export const actNames: Readonly<Record<Act, () => string>> = {
  PAYMENT: m.reports_fees_paid,
  WAIVE: m.reports_fees_waived,
  DISPUTE: m.reports_fees_disputed,
  RESTORE: m.reports_fees_restored,
  OTHER: m.reports_fees_other,
};

/** The types that can be asked for, by the codes of the service. */
export const typeChoices = () => [
  { value: '', label: m.reports_fees_any_type() },
  ...acts.filter((act) => act !== 'OTHER').map((act) => ({ value: act, label: actNames[act]() })),
];

const statusNames: Readonly<Record<string, () => string>> = {
  ACTIVE: m.reports_fees_status_active,
  INDISPUTE: m.reports_fees_status_disputed,
  EXPORTED: m.reports_fees_status_exported,
  CLOSED: m.reports_fees_status_closed,
};
export const statusChoices = () => [
  { value: '', label: m.reports_fees_any_status() },
  ...Object.entries(statusNames).map(([value, name]) => ({ value, label: name() })),
];

export const presetNames: Readonly<Record<Preset | 'own', () => string>> = {
  today: m.reports_period_today,
  yesterday: m.reports_period_yesterday,
  thisWeek: m.reports_period_week,
  thisMonth: m.reports_period_month,
  lastMonth: m.reports_period_last_month,
  thisYear: m.reports_period_year,
  own: m.reports_period_own,
};

export const groupingNames: Readonly<Record<Grouping, () => string>> = {
  none: m.reports_fees_by_none,
  day: m.reports_fees_by_day,
  month: m.reports_fees_by_month,
  type: m.reports_fees_by_type,
  method: m.reports_fees_by_method,
  feeType: m.reports_fees_by_fee_type,
  library: m.reports_fees_by_library,
  desk: m.reports_fees_by_desk,
};

export const columnNames: Readonly<Record<RowColumn, () => string>> = {
  at: m.reports_column_time,
  type: m.reports_column_type,
  amount: m.reports_column_amount,
  method: m.reports_column_method,
  feeType: m.reports_column_fee_type,
  library: m.reports_column_library,
  desk: m.reports_column_desk,
  status: m.reports_column_status,
  externalId: m.reports_column_external,
};

/** What a code of ours is called; one we have no word for has the library system’s own. */
const orLabel = (name: (() => string) | undefined, { code, label }: FeeTransactionRow['type']): string =>
  name?.() ?? (label || code);

/** Record types are own keys only: a code may be called `constructor`. */
const own = <T>(names: Readonly<Record<string, T>>, code: string): T | undefined =>
  Object.hasOwn(names, code) ? names[code] : undefined;

export const nameOf: NameOf = (row, column) => {
  const coded = row[column];
  switch (column) {
    case 'type':
      return orLabel(own(actNames, coded.code), coded);
    case 'method':
      return coded.code === '' ? '' : methodName(coded.code, coded.label);
    case 'status':
      return orLabel(own(statusNames, coded.code), coded);
    case 'feeType':
    case 'library':
      return coded.label || coded.code;
    case 'desk':
      return deskIn(row).label;
  }
};

const noGroup: Readonly<Record<Exclude<Grouping, 'none'>, () => string>> = {
  day: m.reports_fees_no_date,
  month: m.reports_fees_no_month,
  type: m.reports_fees_no_type,
  method: m.reports_fees_no_method,
  feeType: m.reports_fees_no_fee_type,
  library: m.reports_fees_no_library,
  desk: m.reports_fees_no_desk,
};

/** What a group is called. */
export function groupName({ of }: Pick<Group, 'of'>, by: Exclude<Grouping, 'none'>): string {
  if (of.code === '') return noGroup[by]();
  if (by === 'day') return dateText(of.code, 'day');
  if (by === 'month') return dateText(`${of.code}-01`, 'month');
  if (by === 'type') return orLabel(own(actNames, of.code), of);
  if (by === 'method') return methodName(of.code, of.label);
  return of.label || of.code;
}
