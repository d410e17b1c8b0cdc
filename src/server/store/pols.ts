import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { codeOf } from '../../service/read.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { fromDoc, toDoc } from './documents.ts';
import { wordsSought } from './fold.ts';
import { type OrderLineField, orderLineWords } from './order-line-words.ts';
import type { Db, Schema } from './schema.ts';

/** One condition of a search: every word of `text` is, or begins, a word of the field. */
export interface OrderLineCondition {
  readonly field: OrderLineField | 'ALL';
  readonly text: string;
}

export async function polByNumber(db: Db, number: string): Promise<Pol | undefined> {
  const row = await db.selectFrom('pols').select('doc').where('number', '=', number).executeTakeFirst();
  return row && (fromDoc(row) as Pol);
}

/** The order lines that meet all conditions and whose status is one of these, in the order of their numbers. */
export async function findPols(
  db: Db,
  search: {
    readonly conditions: readonly OrderLineCondition[];
    /** Any, where not given. */
    readonly without?: readonly string[];
    readonly limit: number;
    readonly offset: number;
  },
): Promise<{ items: Pol[]; total: number }> {
  const { conditions, without = [], limit, offset } = search;
  let matching = db
    .selectFrom('pols')
    .where((where) => where.and(conditions.flatMap((condition) => matches(where, condition))));
  if (without.length > 0) matching = matching.where('status', 'not in', without);
  const { total } = await matching
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching.select('doc').orderBy('number').limit(limit).offset(offset).execute();
  return { items: rows.map((row) => fromDoc(row) as Pol), total };
}

/** Writes an order line that exists, with what it is found by. */
export async function savePol(db: Db, number: string, pol: Pol): Promise<void> {
  await db.updateTable('pols').set(polColumns(number, pol)).where('number', '=', number).execute();
  await writePolWords(db, number, pol);
}

/** The columns that are looked up, from the order line's record. */
export const polColumns = (number: string, pol: Pol) => ({
  number,
  status: codeOf(pol.status),
  doc: toDoc(pol),
});

/** Its words as they are now: by a title that was corrected, or another vendor, it is found no more. */
export async function writePolWords(db: Db, number: string, pol: Pol): Promise<void> {
  await db.deleteFrom('pol_words').where('number', '=', number).execute();
  const words = orderLineWords(pol);
  if (words.length === 0) return;
  await db
    .insertInto('pol_words')
    .values(words.map((word) => ({ ...word, number })))
    .execute();
}

function matches(
  where: ExpressionBuilder<Schema, 'pols'>,
  { field, text }: OrderLineCondition,
): Expression<SqlBool>[] {
  const term = wordsSought(text);
  // A value of marks and signs only is in no order line.
  if (term.length === 0) return [where.val(0) as unknown as Expression<SqlBool>];
  return term.map((word) => {
    const numbers = where
      .selectFrom('pol_words')
      .select('number')
      .where('word', '>=', word)
      .where('word', '<', `${word}\u{10FFFF}`);
    return where('pols.number', 'in', field === 'ALL' ? numbers : numbers.where('field', '=', field));
  });
}
