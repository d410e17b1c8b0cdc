import { m } from '../../../../messages/compiled/messages.js';
import type { RenewOutcome } from '../../../../contract/loans.ts';
import { failureLine } from '../../../failure-text.ts';
import { dateText } from '../../../format.ts';

/** What came of a renewal, a line for each loan: to be copied into a mail, or printed. */
export function renewalLines(name: string, outcomes: readonly RenewOutcome[]): readonly string[] {
  return [
    m.loans_summary_title({ name, date: dateText(new Date().toISOString(), 'moment') }),
    ...outcomes.map((outcome) =>
      [
        outcome.ok ? m.loans_renewed() : m.loans_summary_line_refused(),
        outcome.title,
        outcome.barcode,
        outcome.ok ? m.desk_due({ date: dateText(outcome.due, 'day') }) : failureLine(outcome.failure),
      ].join('\t'),
    ),
  ];
}
