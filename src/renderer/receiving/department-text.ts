import type { SentItem } from '../../contract/department-work.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Alert } from '../../contract/trolley.ts';
import type { NextPlace } from '../../service/next-place.ts';
import { m } from '../../messages/compiled/messages.js';
import { failureText } from '../failures/failure-text.ts';
import { nextText, type ScanText } from '../scan/scan-text.ts';
import { alertLine } from './alert-text.ts';
import type { CodeLabels } from './settings.svelte.ts';

const subjectOf = ({ title, barcode, pid }: SentItem): Pick<ScanText, 'what' | 'code'> => ({
  what: title || barcode || pid,
  code: title === '',
});

/** "Copy cataloging"; its code where the table was not read, or has it no more. */
export const statusName = ({ status }: Pick<SentItem, 'status'>, labels: CodeLabels): string =>
  labels.statusLabel(status) || status;

export const departmentName = ({ department }: Pick<SentItem, 'department'>, labels: CodeLabels): string =>
  labels.departmentLabel(department) || department;

/** An item was scanned into a department. */
export function scannedInText(item: SentItem, alert: Alert | null, labels: CodeLabels): ScanText {
  return {
    ...subjectOf(item),
    meaning: alert ? 'information' : 'done',
    outcome: m.receiving_department_work_in(),
    consequence: [departmentName(item, labels), statusName(item, labels)].filter(Boolean).join(': '),
    ...(alert && { todo: alertLine([alert]) }),
    sound: alert ? 'attention' : 'done',
  };
}

/** Its work order has another status. */
export const statusText = (item: SentItem, labels: CodeLabels): ScanText => ({
  ...subjectOf(item),
  meaning: 'done',
  outcome: m.receiving_department_work_changed(),
  consequence: statusName(item, labels),
  sound: 'done',
});

/** The work is done: where the item goes next. */
export const doneText = (item: SentItem, next: NextPlace): ScanText => ({
  ...subjectOf(item),
  meaning: next.to === 'shelf' ? 'done' : next.to === 'unread' ? 'attention' : 'information',
  outcome: m.receiving_department_work_done(),
  consequence: nextText(next),
  sound: next.to === 'shelf' ? 'done' : 'attention',
});

export function failedScanText(about: Pick<ScanText, 'what' | 'code'>, failure: Failure): ScanText {
  const { meaning, word, what, todo } = failureText(failure);
  return {
    ...about,
    meaning,
    outcome: word,
    consequence: what,
    todo,
    sound: meaning === 'attention' ? 'attention' : 'refused',
  };
}
