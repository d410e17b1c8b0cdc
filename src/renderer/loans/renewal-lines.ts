import { m } from '../../messages/compiled/messages.js';
import type { PatronView } from '../../contract/desk.ts';
import type { RenewOutcome } from '../../contract/loans.ts';
import type { Slip } from '../../contract/slips.ts';
import { failureLine } from '../failures/failure-text.ts';
import { dateText } from '../ui/format.ts';
import { patronOnSlip } from '../slips/session-slips.ts';

/** A loan that was renewed and could not be read again has no known due date. */
const dueLine = (due: string): string =>
  due === '' ? m.loans_due_unread_line() : m.desk_due({ date: dateText(due, 'day') });

/** What came of a renewal, a line for each loan: to be copied into a mail, or printed. */
export function renewalLines(name: string, outcomes: readonly RenewOutcome[]): readonly string[] {
  return [
    m.loans_summary_title({ name, date: dateText(new Date().toISOString(), 'moment') }),
    ...outcomes.map((outcome) =>
      [
        outcome.ok ? m.loans_renewed() : m.loans_summary_line_refused(),
        outcome.title,
        outcome.barcode,
        outcome.ok ? dueLine(outcome.due) : failureLine(outcome.failure),
      ].join('\t'),
    ),
  ];
}

/** The same on paper: the new due dates, and below them what is due as before. */
export function renewalSlip(patron: PatronView, outcomes: readonly RenewOutcome[]): Slip {
  return {
    kind: 'due',
    reader: patronOnSlip(patron),
    books: outcomes.flatMap((outcome) => {
      const { title, barcode } = outcome;
      return outcome.ok ? [{ title, barcode, due: outcome.due }] : [];
    }),
    kept: outcomes.flatMap((outcome) => {
      const { title, barcode } = outcome;
      return outcome.ok ? [] : [{ title, barcode, why: failureLine(outcome.failure) }];
    }),
  };
}
