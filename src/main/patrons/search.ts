import type { PatronHit, PatronOrder } from '../../contract/desk.ts';
import { searchValue } from '../../service/query.ts';
import type { Connection } from '../ports.ts';
import { codeIn } from '../forms/fields.ts';
import { userIdOf, nameOf, emailOf, isActive } from './record.ts';
import type { User } from '../../service/shapes/user.ts';
import { dateOf } from '../../service/read.ts';
import { codedOf, isExpired } from '../records/values.ts';

/** The orders in the service's words. Within the same last name it orders by first name. */
const orders: Readonly<Record<PatronOrder, string>> = {
  last_name: 'last_name',
  first_name: 'first_name,last_name',
  primary_id: 'primary_id',
};

interface Search {
  readonly text: string;
  readonly order: PatronOrder;
  readonly limit: number;
  readonly offset: number;
}

/** Finds patrons by name, mail, barcode, primary id or any other identifier. Source: Users, `q` and `order_by`. */
export async function searchPatrons(
  connection: Connection,
  { text, order, limit, offset }: Search,
  now: Date,
  signal: AbortSignal,
): Promise<{ patrons: PatronHit[]; total: number }> {
  const q = `ALL~${searchValue(codeIn('text', text))}`;
  const { client } = await connection.service();
  const page = await client.call(
    'users.list',
    { query: { q, order_by: orders[order], limit, offset } },
    { signal },
  );
  return {
    patrons: page.items.map((user) => patronHit(user, now)),
    total: Math.max(page.total, page.items.length),
  };
}

/** One line of the search results. */
export function patronHit(user: User, now: Date): PatronHit {
  const expiry = dateOf(user.expiry_date);
  return {
    userId: userIdOf(user),
    name: nameOf(user),
    email: emailOf(user),
    group: codedOf(user.user_group),
    active: isActive(user),
    expiry,
    expired: isExpired(expiry, now),
  };
}
