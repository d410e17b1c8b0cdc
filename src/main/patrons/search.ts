import type { PatronHit, PatronOrder } from '../../contract/desk.ts';
import { searchValue } from '../../service/query.ts';
import type { Connection } from '../ports.ts';
import { patronHit } from './view.ts';
import { codeIn } from '../forms/fields.ts';

/** The service's words; namesakes it puts by their first names itself. */
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

/**
 * Finds patrons by name, mail, barcode, primary id or any other identifier, in the order asked for. Namesakes stand by
 * their other names. Source: Users, `q` and `order_by`.
 */
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
