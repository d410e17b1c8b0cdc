import type { Coded } from '../../../contract/common.ts';
import type { DirectoryRecord } from '../../../contract/configuration.ts';
import { codeOf, isFields, textOf, type Fields } from '../../../service/read.ts';
import { codedOf } from '../../records/values.ts';
import { fieldsOf } from '../fields.ts';

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** A text field of a record whatever its shape; a field in another form has none. */
const textIn = (record: Fields, name: string): string =>
  isPlain(record[name]) ? textOf(record[name]) : codeIn(record, name);

const codeIn = (record: Fields, name: string): string => (isFields(record[name]) ? codeOf(record[name]) : '');

const codedIn = (record: Fields, name: string): Coded | null => {
  const value = record[name];
  const coded = isPlain(value) || isFields(value) ? codedOf(value) : null;
  return coded && coded.code !== '' ? coded : null;
};

/**
 * A record as a window sees it.
 *
 * @param library whose list it is in, where the record itself does not say so: a desk's
 * @param by which of its fields it is asked for by, where it has both
 */
export function recordView(
  record: Fields,
  library: Coded | null = null,
  by: 'id' | 'code' = 'id',
): DirectoryRecord {
  const code = textIn(record, 'code');
  const id = textIn(record, 'id');
  return {
    id: by === 'id' ? id || code : code || id,
    code: code || id,
    name: textIn(record, 'name'),
    description: textIn(record, 'description'),
    library: library ?? codedIn(record, 'library') ?? codedIn(record, 'owner'),
    fields: fieldsOf(record),
  };
}
