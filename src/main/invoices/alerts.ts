import type { Coded } from '../../contract/common.ts';
import type { Failure, FieldProblem } from '../../contract/failure.ts';
import { arrayOf, textOf } from '../../service/read.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';
import { Failed } from '../failure.ts';

/** The alert of a service on an invoice whose lines do not come to its total. */
export const totalAlert = 'LINES_TOTAL_MISMATCH';

type Alert = NonNullable<Extract<Invoice['alert'], readonly unknown[]>>[number];

/** The alerts of an invoice, each with the service's own words. */
export const alertsOf = ({ alert }: Invoice): Coded[] => arrayOf(alert).map(alertOf);

const alertOf = (alert: Alert): Coded =>
  typeof alert === 'object'
    ? { code: textOf(alert.value), label: textOf(alert.desc) || textOf(alert.value) }
    : { code: alert, label: alert };

const place = 'alerts.';

/** That an invoice has alerts which nobody has accepted: each is a problem of its own, named by its code. */
export function unacceptedAlerts(alerts: readonly Coded[]): Failed {
  const [first = { field: place, reason: 'hasAlert', detail: '' }, ...others] = alerts.map(
    ({ code, label }): FieldProblem => ({ field: place + code, reason: 'hasAlert', detail: label }),
  );
  return new Failed({ kind: 'invalid', ...first, ...(others.length > 0 && { others }) });
}

/** The alerts that a failure is about; none where it is about something else. */
export function alertsIn(failure: Failure | null): Coded[] {
  if (failure?.kind !== 'invalid') return [];
  return [failure, ...(failure.others ?? [])].flatMap(({ field, reason, detail }) =>
    reason === 'hasAlert' ? [{ code: field.slice(place.length), label: detail }] : [],
  );
}
