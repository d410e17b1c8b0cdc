import type { RequestFields } from '../../contract/requests.ts';

/** A request of which nothing is said yet. */
export const noFields: RequestFields = {
  pickupLibrary: '',
  pickupDesk: '',
  lastInterest: '',
  comment: '',
  startDay: '',
  startTime: '',
  endDay: '',
  endTime: '',
  partial: false,
  chapterTitle: '',
  chapterAuthor: '',
  volume: '',
  issue: '',
  part: '',
  pages: '',
  copyright: false,
};

export type FieldName = keyof RequestFields;

export const fieldNames = Object.keys(noFields) as readonly FieldName[];

/** Fields of which main may say what is wrong with them. */
export const fieldsWithErrors: readonly FieldName[] = [
  'pickupLibrary',
  'lastInterest',
  'comment',
  'startDay',
  'startTime',
  'endDay',
  'endTime',
];

/** Whether two say the same. */
export function saySame(one: RequestFields, other: RequestFields): boolean {
  return fieldNames.every((name) => one[name] === other[name]);
}

/** One field that was changed elsewhere since the user began to edit. */
export interface ChangedField {
  readonly name: FieldName;
  readonly was: RequestFields[FieldName];
  readonly is: RequestFields[FieldName];
  /** What the person typed there; null where they left it as it was, and it is now as the other made it. */
  readonly mine: RequestFields[FieldName] | null;
}

/**
 * Brings an edit onto a record that somebody has changed meanwhile: what the person left alone is now as it stands,
 * what they edited stays as they typed it, and every change of the other's is told.
 */
export function rebased(
  seen: RequestFields,
  edited: RequestFields,
  fresh: RequestFields,
): { readonly fields: RequestFields; readonly changed: readonly ChangedField[] } {
  const isMine = (name: FieldName): boolean => edited[name] !== seen[name];
  const taken = fieldNames.filter((name) => !isMine(name)).map((name) => [name, fresh[name]] as const);
  const changed = fieldNames
    .filter((name) => fresh[name] !== seen[name])
    .map((name) => ({
      name,
      was: seen[name],
      is: fresh[name],
      mine: isMine(name) ? edited[name] : null,
    }));
  return { fields: { ...edited, ...Object.fromEntries(taken) }, changed };
}
