import { fromDoc, toDoc, type Document } from './documents.ts';
import type { Db } from './schema.ts';

/** The kinds of configuration records. Desks and locations are scoped by their library's code, the rest by nothing. */
export type ConfigKind =
  | 'library'
  | 'circ_desk'
  | 'location'
  | 'department'
  | 'code_table'
  | 'mapping_table'
  | 'deposit_profile'
  | 'import_profile'
  | 'letter'
  | 'printer'
  | 'workflow'
  | 'general'
  | 'partner'
  | 'vendor'
  | 'ledger'
  | 'fund';

/** Which configuration record is meant. */
export interface ConfigKey {
  readonly kind: ConfigKind;
  readonly code: string;
  readonly scope?: string;
}

/** All records of a kind, in the order in which they were set up. */
export async function configList(db: Db, kind: ConfigKind, scope = ''): Promise<Document[]> {
  const rows = await db
    .selectFrom('config')
    .select('doc')
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .orderBy('position')
    .execute();
  return rows.map((row) => fromDoc(row) as Document);
}

export async function configRecord<T = Document>(
  db: Db,
  kind: ConfigKind,
  code: string,
  scope = '',
): Promise<T | undefined> {
  const row = await db
    .selectFrom('config')
    .select('doc')
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .where('code', '=', code)
    .executeTakeFirst();
  return row && (fromDoc(row) as T);
}

/** Puts a record behind the others of its kind. There must be none of this code. */
export async function addConfig(db: Db, { kind, code, scope = '' }: ConfigKey, doc: object): Promise<void> {
  const last = await db
    .selectFrom('config')
    .select((all) => all.fn.max('position').as('position'))
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .executeTakeFirst();
  const position = (last?.position ?? 0) + 1;
  await db
    .insertInto('config')
    .values({ kind, scope, code, position, doc: toDoc(doc) })
    .execute();
}

/** Puts a record in the place of the one that is there. */
export async function replaceConfig(
  db: Db,
  { kind, code, scope = '' }: ConfigKey,
  doc: object,
): Promise<void> {
  await db
    .updateTable('config')
    .set({ doc: toDoc(doc) })
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .where('code', '=', code)
    .execute();
}

export async function removeConfig(db: Db, { kind, code, scope = '' }: ConfigKey): Promise<void> {
  await db
    .deleteFrom('config')
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .where('code', '=', code)
    .execute();
}
