import { type Trial } from '../check.ts';
import { done } from '../expect.ts';
import { p } from '../http.ts';
import type { Item } from '../items.ts';
import { type Json, text } from '../read.ts';

/** Where a loan is made. */
export const desk = (t: Trial) => ({
  circ_desk: { value: t.codes.desk },
  library: { value: t.codes.library },
});

/** Lends an item to a user of this check's own. */
export async function lent(t: Trial): Promise<{ user: string; item: Item; loan: Json; path: string }> {
  const item = await t.world.items.free();
  const user = await t.world.user();
  const loan = done(
    t,
    await t.service.post(p`/users/${user}/loans`, { item_barcode: item.barcode }, desk(t)),
  );
  return { user, item, loan, path: p`/users/${user}/loans/${text(loan['loan_id'])}` };
}
