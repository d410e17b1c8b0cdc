import type {
  FieldChange,
  JobRow,
  LocationJob,
  PreviewRow,
  RowProblem,
  RowReason,
  RowState,
} from '../../../contract/configuration-locations.ts';
import type { Coded } from '../../../contract/common.ts';
import { m } from '../../../messages/compiled/messages.js';
import { failureLine } from '../../failures/failure-text.ts';
import { countText } from '../../ui/format.ts';
import type { Meaning } from '../../ui/meanings.ts';
import { labelOf, shownValue } from './location-form.ts';

/** A word with what it means. */
export interface Mark {
  readonly meaning: Meaning;
  readonly word: string;
}

/** A code with what a person calls it. */
export const codedText = ({ code, label }: Coded): string =>
  label === '' || label === code ? code : `${label} (${code})`;

const acts: Readonly<Record<PreviewRow['act'], () => string>> = {
  make: m.configuration_locations_act_make,
  change: m.configuration_locations_act_change,
  delete: m.configuration_locations_act_delete,
  same: m.configuration_locations_act_same,
  none: m.configuration_locations_act_none,
};
export const actWord = (act: PreviewRow['act']): string => acts[act]();

/** What is done with a row of a preview. */
export function actMark({ act, problems }: PreviewRow): Mark {
  const word = actWord(act);
  if (act === 'none') return { meaning: 'refused', word };
  if (act === 'delete' || problems.length > 0) return { meaning: 'attention', word };
  return { meaning: act === 'same' ? 'quiet' : 'information', word };
}

/** A change of a field, as one line: before and after. */
export const changeText = ({ field, was, is }: FieldChange): string => {
  const shown = (value: string): string =>
    shownValue(field, value) || m.configuration_locations_empty_value();
  return m.configuration_locations_change({ field: labelOf(field), was: shown(was), is: shown(is) });
};

/** What a row changes: of a new location only what is filled in. */
export const changeTexts = ({ act, changes }: Pick<PreviewRow, 'act' | 'changes'>): readonly string[] =>
  act === 'make'
    ? changes
        .filter(({ field }) => field !== 'name')
        .map(({ field, is }) =>
          m.configuration_locations_value({ field: labelOf(field), is: shownValue(field, is) }),
        )
    : changes.map(changeText);

type Reason = (of: { readonly field: string; readonly detail: string }) => string;
const reasons: Readonly<Record<RowReason, Reason>> = {
  empty: m.configuration_locations_reason_empty,
  notText: m.configuration_locations_reason_not_text,
  quotes: m.configuration_locations_reason_quotes,
  tooManyRows: ({ detail }) => m.configuration_locations_reason_too_many({ most: countText(Number(detail)) }),
  noRows: m.configuration_locations_reason_no_rows,
  noCodeColumn: m.configuration_locations_reason_no_code,
  columnTwice: m.configuration_locations_reason_column_twice,
  columnUnused: m.configuration_locations_reason_column_unused,
  deletesBarred: m.configuration_locations_reason_deletes_barred,
  required: m.configuration_locations_reason_required,
  codeTwice: m.configuration_locations_reason_code_twice,
  codeAlike: m.configuration_locations_reason_code_alike,
  codeOdd: m.configuration_locations_reason_code_odd,
  tooLong: m.configuration_locations_reason_too_long,
  controlCharacters: m.configuration_locations_reason_control,
  malformed: m.configuration_locations_reason_malformed,
  notAFlag: m.configuration_locations_reason_not_a_flag,
  typeUnknown: m.configuration_locations_reason_type_unknown,
  rowLength: m.configuration_locations_reason_row_length,
  formula: m.configuration_locations_reason_formula,
};

/** Why something in a file has to be looked at. */
export const problemText = ({ reason, field, detail }: RowProblem): string =>
  reasons[reason]({ detail, field: field === '' ? '' : labelOf(field) });

const states: Readonly<Record<RowState, { readonly meaning: Meaning; readonly word: () => string }>> = {
  toDo: { meaning: 'quiet', word: m.configuration_locations_state_to_do },
  done: { meaning: 'done', word: m.configuration_locations_saved },
  alreadySo: { meaning: 'done', word: m.configuration_locations_state_already },
  changedElsewhere: { meaning: 'attention', word: m.configuration_locations_state_changed },
  gone: { meaning: 'attention', word: m.configuration_locations_state_gone },
  taken: { meaning: 'attention', word: m.configuration_locations_state_taken },
  refused: { meaning: 'refused', word: m.configuration_locations_state_refused },
  failed: { meaning: 'attention', word: m.configuration_locations_state_failed },
  unclear: { meaning: 'attention', word: m.configuration_locations_state_unclear },
};

/** What came of a row. */
export function stateMark({ state, act }: Pick<JobRow, 'state' | 'act'>): Mark {
  const { meaning, word } = states[state];
  return { meaning, word: state === 'done' ? doneWords[act]() : word() };
}

const doneWords: Readonly<Record<JobRow['act'], () => string>> = {
  make: m.configuration_locations_done_make,
  change: m.configuration_locations_done_change,
  delete: m.configuration_locations_done_delete,
};

const stateReasons: Readonly<Partial<Record<RowState, () => string>>> = {
  changedElsewhere: m.configuration_locations_why_changed,
  gone: m.configuration_locations_why_gone,
  taken: m.configuration_locations_why_taken,
};

/** Why a row was not written; `''` where it was, or is still to be. */
export const whyText = ({ state, failure }: Pick<JobRow, 'state' | 'failure'>): string =>
  failure ? failureLine(failure) : (stateReasons[state]?.() ?? '');

/** How far a job has come. */
export function jobText({ total, written, notWritten, unclear }: LocationJob): string {
  const parts = [
    m.configuration_locations_job_written({ shown: countText(written), total: countText(total) }),
  ];
  if (notWritten > 0) parts.push(m.configuration_locations_job_not_written({ shown: countText(notWritten) }));
  if (unclear > 0) parts.push(m.configuration_locations_job_unclear({ shown: countText(unclear) }));
  return parts.join(' · ');
}

/** The outcomes of a job as a table, in the words of the screen. */
export const outcomeTable = (rows: readonly JobRow[]): string[][] => [
  [
    ...[m.configuration_locations_line(), m.configuration_locations_code(), m.configuration_locations_name()],
    ...[m.configuration_locations_planned(), m.configuration_locations_changes()],
    ...[m.configuration_locations_outcome(), m.configuration_locations_why()],
  ],
  ...rows.map((row) => [
    ...[row.line === 0 ? '' : String(row.line), row.code, row.name],
    ...[actWord(row.act), changeTexts(row).join('; ')],
    ...[stateMark(row).word, whyText(row)],
  ]),
];
