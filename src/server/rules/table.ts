import { codes, ours } from '../../service/codes.ts';
import { flagOf, textOf } from '../../service/read.ts';
import type { WrittenCodeTable, WrittenMappingTable } from '../../service/shapes/tables.ts';
import type { Document } from '../store/documents.ts';
import { refused } from './refusal.ts';

/**
 * A code or mapping table is replaced as a whole: rows that are left out are dropped. Its name stays, no row is there
 * twice, and a code table has one default at most. Tables are neither created nor deleted.
 *
 * Rows that other records use may be dropped, or switched off (`enabled` false), as deployed services allow it. Records
 * that carry such a code keep it, and are read, lent, paid and returned as before; but wherever the service judges a
 * code by the table (a new fee's type, the reason of a cancelled request, the group of a user that is written), the
 * code is refused from then on, and a new row is accepted from then on.
 *
 * Source: Configuration; Configuration objects; what becomes of codes in use is ours.
 */
export function codeTableToKeep(stored: Document, sent: WrittenCodeTable): Document {
  mustBeOnce(
    sent.row.map((row) => textOf(row.code)),
    'code',
  );
  if (sent.row.filter((row) => flagOf(row.default)).length > 1) {
    throw refused(codes.severalDefaults, 'Multiple default codes: row.default is true more than once.');
  }
  return replaced(stored, sent);
}

export function mappingTableToKeep(stored: Document, sent: WrittenMappingTable): Document {
  const columns = ({ column0, column1, column2, column3, column4 }: WrittenMappingTable['row'][number]) =>
    JSON.stringify([column0, column1, column2, column3, column4].map((column) => textOf(column)));
  mustBeOnce(sent.row.map(columns), 'column0');
  return replaced(stored, sent);
}

function mustBeOnce(keys: readonly string[], field: string): void {
  const seen = new Set<string>();
  for (const [index, key] of keys.entries()) {
    if (seen.has(key)) {
      throw refused(
        ours.tableRowTwice,
        `Given value is invalid: row.${index}.${field}. This row is there twice.`,
      );
    }
    seen.add(key);
  }
}

function replaced(stored: Document, sent: Document): Document {
  const name = textOf(stored['name'] as string);
  if (sent['name'] !== undefined && sent['name'] !== null && sent['name'] !== name) {
    throw refused(codes.paramInvalid, `Param value is invalid: name. This table is called ${name}.`);
  }
  return { ...sent, name, link: stored['link'] };
}
