import { codes, ours } from '../../service/codes.ts';
import { decimalsOf } from '../../service/currency.ts';
import { codeOf, flagOf, flagOrNull, rowsOf, textOf } from '../../service/read.ts';
import type { Department, General, Library } from '../../service/shapes/config.ts';
import type { CodeTable } from '../../service/shapes/tables.ts';
import { notThere, refused } from '../rules/refusal.ts';
import { configRecord } from '../store/config.ts';
import type { Db } from '../store/schema.ts';
import { identifierKey, identifiersOf, type StoredUser, userByIdentifier } from '../store/users.ts';

/**
 * The user a path names: by primary id, barcode or another identifier, and with `user_id_type` only by that type.
 * Source: General conventions, 3; Errors, 5.
 */
export async function theUser(db: Db, id: string, type?: string): Promise<StoredUser> {
  const found = await userByIdentifier(db, id);
  const identifierType = type?.toUpperCase();
  if (identifierType === undefined || identifierType === 'ALL_UNIQUE') {
    if (found) return found;
    throw notThere(codes.userNotFound, `User with identifier ${id} was not found.`);
  }
  const fits =
    found &&
    identifiersOf(found.user).some(
      (one) => one.type === identifierType && identifierKey(one.value) === identifierKey(id),
    );
  if (fits) return found;
  throw notThere(codes.userOfTypeNotFound, `User with identifier ${id} of type ${type ?? ''} was not found.`);
}

export async function theLibrary(db: Db, code: string): Promise<Library> {
  const library = await configRecord<Library>(db, 'library', code);
  if (!library) throw notThere(ours.libraryNotFound, `Library ${code} was not found.`);
  return library;
}

/** The library of this code, if it takes part in resource sharing. */
export async function sharingLibrary(db: Db, code: string): Promise<Library | undefined> {
  const library = await configRecord<Library>(db, 'library', code);
  return flagOf(library?.resource_sharing) ? library : undefined;
}

/** A department; with `library`, one of that library only. */
export async function departmentOf(db: Db, code: string, library?: string): Promise<Department | undefined> {
  const department = await configRecord<Department>(db, 'department', code);
  if (!department) return undefined;
  return library === undefined || codeOf(department.library) === library ? department : undefined;
}

async function rowInTable(db: Db, table: string, code: string) {
  const found = await configRecord<CodeTable>(db, 'code_table', table);
  const rows = found ? rowsOf(found) : [];
  return rows.find((row) => textOf(row.code) === code && flagOrNull(row.enabled) !== false);
}

/** Whether a code stands in a code table and is enabled. */
export async function isInTable(db: Db, table: string, code: string): Promise<boolean> {
  return (await rowInTable(db, table, code)) !== undefined;
}

/** A code as its code table has it, in words; refuses one that it does not have, naming the field it was sent in. */
export async function mustBeInTable(
  db: Db,
  table: string,
  code: string,
  refusal: string,
  field: string,
): Promise<{ value: string; desc: string }> {
  const row = await rowInTable(db, table, code);
  if (row) return { value: code, desc: textOf(row.description) };
  throw refused(
    refusal,
    `Given value is invalid: ${field}. Code ${code.slice(0, 60)} is not in the code table ${table}.`,
  );
}

/** The currency of the institution, how many decimals it has, and the time zone. */
export async function institution(db: Db): Promise<{ currency: string; decimals: number; timeZone: string }> {
  const general = await configRecord<General>(db, 'general', '');
  const currency = codeOf(general?.default_currency) || 'ILS';
  return {
    currency,
    decimals: decimalsOf(currency),
    timeZone: textOf(general?.timezone) || 'UTC',
  };
}

/** How long a page is and where it begins. Source: Limits. */
export function pageOf(query: { limit?: number | undefined; offset?: number | undefined }) {
  return { limit: query.limit ?? 10, offset: query.offset ?? 0 };
}

/** Reads `order_by`: names separated by commas. */
export function ordersOf<T extends string>(text: string | undefined, known: readonly T[], first: T): T[] {
  const names = (text ?? first).split(',').map((name) => name.trim().toLowerCase());
  return names.map((name) => {
    const order = known.find((one) => one === name);
    if (order === undefined) {
      throw refused(codes.paramInvalid, `order_by ${name.slice(0, 60)} is not one of ${known.join(', ')}.`);
    }
    return order;
  });
}

/** Reads `expand`: names separated by commas. Names we do not know are ignored, as other parameters are. */
export function expansionsOf(text: string | undefined): Set<string> {
  return new Set((text ?? '').split(',').map((name) => name.trim().toLowerCase()));
}
