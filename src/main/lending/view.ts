import type { LendingField, LendingView } from '../../contract/lending.ts';
import type { Coded } from '../../contract/common.ts';
import { dateOf, textOf } from '../../service/read.ts';
import type { LendingRequest } from '../../service/shapes/lending-request.ts';
import { codedOf } from '../records/values.ts';
import { codedFields, notesOf, plainFields, requestIdOf, valueText } from './record.ts';

const always = ['partner', 'owner', 'format', 'citation_type', 'mms_id'] as const;
const known: ReadonlySet<string> = new Set([
  ...plainFields,
  ...codedFields,
  ...always,
  ...['request_id', 'external_id', 'last_interest_date', 'rs_note'],
]);

const plain = (text: string): Coded => ({ code: text, label: text });

/** A lending request for a window, with every field that came. */
export function lendingView(request: LendingRequest): LendingView {
  return {
    requestId: requestIdOf(request),
    externalId: textOf(request.external_id),
    fields: {
      ...plainOf(request),
      ...codedIn(request),
      last_interest_date: plain(dateOf(request.last_interest_date)),
    },
    notes: notesOf(request),
    others: Object.entries(request).flatMap(([name, value]) => {
      const text = known.has(name) ? '' : valueText(value);
      return text === '' ? [] : [{ name, value: text }];
    }),
  };
}

const plainOf = (request: LendingRequest): Record<(typeof plainFields)[number], Coded> =>
  fieldsOf(plainFields, (field) => plain(textOf(request[field])));

const codedIn = (request: LendingRequest): Record<CodedField, Coded> =>
  fieldsOf([...codedFields, ...always], (field) => codedOf(request[field]));

type CodedField = (typeof codedFields)[number] | (typeof always)[number];

const fieldsOf = <F extends LendingField>(
  fields: readonly F[],
  read: (field: F) => Coded,
): Record<F, Coded> => Object.fromEntries(fields.map((field) => [field, read(field)])) as Record<F, Coded>;
