import { type Trial } from '../check.ts';
import { done, equal, listed } from '../expect.ts';
import { p } from '../http.ts';
import { cents, code, type Json, text } from '../read.ts';

/** A user of this check's own, with a fee. */
export async function owing(t: Trial, amount = '10.00') {
  const user = await t.world.user();
  const id = await t.world.fee(user, amount);
  return { user, id, path: p`/users/${user}/fees/${id}` };
}

/** Fails unless the fee is in this state with this balance. */
export async function stands(t: Trial, path: string, status: string, balance: string): Promise<Json> {
  const fee = done(t, await t.service.get(path));
  equal('status', code(fee['status']), status);
  equal('balance in hundredths', cents(fee['balance']), cents(balance));
  return fee;
}

/** The ids of a user's fees. */
export async function ids(t: Trial, user: string, query = {}): Promise<string[]> {
  const { items } = listed(t, await t.service.get(p`/users/${user}/fees`, query), 'fee');
  return items.map((fee) => text(fee['id']));
}
