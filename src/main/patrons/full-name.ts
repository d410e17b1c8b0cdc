import type { PatronForm } from '../../contract/patrons.ts';
import { textIn } from '../../service/contacts.ts';
import { textOf } from '../../service/read.ts';
import type { User } from '../../service/shapes/user.ts';

interface Names {
  readonly first: string;
  readonly middle: string;
  readonly last: string;
}

/** The ways in which libraries put a full name together. */
const ways: readonly ((names: Names) => string)[] = [
  ({ first, middle, last }) => spaced(first, middle, last),
  ({ first, last }) => spaced(first, last),
  ({ first, middle, last }) => `${last}, ${spaced(first, middle)}`,
  ({ first, last }) => `${last}, ${first}`,
  ({ first, last }) => spaced(last, first),
  ({ first, last }) => `${last}${first}`,
];

const spaced = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/**
 * The full name once the names in it have changed, put together as it was before; undefined, for the field to be taken
 * away, where it was put together in no way we know: it would go on saying the old name.
 */
export function fullNameAfter(record: User, form: PatronForm): string | undefined {
  const was = textOf(record.full_name).trim();
  if (was === '') return undefined;
  const before = {
    first: textOf(record.first_name).trim(),
    middle: textIn(record['middle_name']).trim(),
    last: textOf(record.last_name).trim(),
  };
  const way = ways.find((one) => one(before) === was);
  return way?.({ first: form.firstName.trim(), middle: form.middleName.trim(), last: form.lastName.trim() });
}
