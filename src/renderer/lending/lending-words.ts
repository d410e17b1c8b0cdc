import { m } from '../../messages/compiled/messages.js';
import type { LendingChoices, LendingRow, LendingView } from '../../contract/lending.ts';
import type { Slip } from '../../contract/slips.ts';
import type { Meaning } from '../ui/meanings.ts';
import { wordIn } from './hints.ts';

/** What a request is called: its title, or that of the journal, or its MMS ID. */
export function lendingName({ fields, requestId }: LendingView): string {
  const { title, journal_title: journal, mms_id: mmsId } = fields;
  return title.label || journal.label || mmsId.label || requestId || m.lending_no_title();
}

/** The words of the states that come without any. */
const words: Readonly<Record<string, () => string>> = { REQUEST_CREATED_LEN: m.lending_state_created };

/** The state that the library system gives it, in words; the code where there are none. */
export function statusWord({ fields: { status } }: LendingView): string {
  if (status.code === '') return m.lending_state_none();
  return status.label === status.code ? (words[status.code]?.() ?? status.code) : status.label;
}

/** How a request that was made here is, in words. */
export function stateOf({ standing, gone, request }: LendingRow): {
  readonly meaning: Meaning;
  readonly word: string;
} {
  if (standing === 'underWay') return { meaning: 'information', word: m.lending_state_under_way() };
  if (standing === 'rowLost') return { meaning: 'attention', word: m.lending_state_row_lost() };
  if (standing === 'notConfirmed') return { meaning: 'attention', word: m.lending_state_not_confirmed() };
  if (standing === 'noNumber') return { meaning: 'attention', word: m.lending_state_no_number() };
  if (gone) return { meaning: 'attention', word: m.lending_state_gone() };
  return { meaning: 'information', word: statusWord(request) };
}

/** Of what the title is a part, in one line. */
export function withinText({ fields }: LendingView): string {
  const { journal_title: journal, year, volume, issue, pages } = fields;
  return [
    journal.label,
    year.label,
    volume.label && m.lending_within_volume({ volume: volume.label }),
    issue.label && m.lending_within_issue({ issue: issue.label }),
    pages.label && m.lending_within_pages({ pages: pages.label }),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Whether a person may say what came of it. */
export const isUndecided = ({ standing }: LendingRow): boolean =>
  standing === 'notConfirmed' || standing === 'rowLost';

/** The slip that goes with the book to the partner. */
export function lendingSlip(view: LendingView, choices: LendingChoices | null): Slip {
  const { fields, requestId, externalId, notes } = view;
  const { partner } = fields;
  const name = partner.label === partner.code ? partner.code : `${partner.label} (${partner.code})`;
  return {
    ...{ kind: 'lending', partner: name, requestId, externalId },
    ...{ title: cut(lendingName(view)), author: cut(fields.author.label), within: cut(withinText(view)) },
    ...{ callNumber: cut(fields.call_number.label), neededBy: cut(fields.last_interest_date.label) },
    ...{ format: cut(wordIn(choices?.formats, fields.format)), notes: notes.slice(0, 50).map(cut) },
  };
}

/** No slip has room for more. */
const cut = (text: string): string => text.slice(0, 2000);

/** Whether a row has this text in what is shown of it. */
export function matches({ request }: LendingRow, filter: string): boolean {
  const { fields, requestId, externalId } = request;
  const { title, journal_title: journal, author, partner } = fields;
  const text = [
    ...[title, journal, author].map(({ label }) => label),
    ...[partner.label, partner.code, requestId, externalId, statusWord(request)],
  ].join('\n');
  return filter
    .trim()
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.toLocaleLowerCase().includes(word));
}
