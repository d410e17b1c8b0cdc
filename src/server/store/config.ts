import type { CircDesk, Library } from '../../service/shapes/config.ts';
import { fromDoc, toDoc, type Document } from './documents.ts';
import { fixed } from './fixed.ts';
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
  const [row] = await oneRecord(db, kind, code, scope);
  return row && (fromDoc(row) as T);
}

const oneRecord = fixed((db, kind: ConfigKind, code: string, scope: string) =>
  db
    .selectFrom('config')
    .select('doc')
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .where('code', '=', code),
);

/** A circulation desk with its library, if both exist; read at once, as every loan asks for both. */
export async function deskOf(
  db: Db,
  library: string,
  desk: string,
): Promise<{ library: Library; desk: CircDesk } | undefined> {
  const [row] = await oneDesk(db, library, desk);
  return row && { library: fromDoc({ doc: row.library }) as Library, desk: fromDoc(row) as CircDesk };
}

const oneDesk = fixed((db, library: string, desk: string) =>
  db
    .selectFrom('config as desk')
    .innerJoin('config as library', 'library.code', 'desk.scope')
    .select(['desk.doc', 'library.doc as library'])
    .where('desk.kind', '=', 'circ_desk')
    .where('desk.scope', '=', library)
    .where('desk.code', '=', desk)
    .where('library.kind', '=', 'library')
    .where('library.scope', '=', ''),
);

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
