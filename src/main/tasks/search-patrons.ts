import type { PatronHit } from '../../contract/desk.ts';
import { searchValue } from '../../service/query.ts';
import type { Standing } from '../ports.ts';
import { patronHit } from '../views/patron.ts';
import { codeIn } from './code.ts';

interface Search {
  readonly text: string;
  readonly limit: number;
  readonly offset: number;
}

/** Finds patrons by name, barcode or mail, in the service's order. */
export async function searchPatrons(
  standing: Standing,
  { text, limit, offset }: Search,
  now: Date,
  signal: AbortSignal,
): Promise<{ patrons: PatronHit[]; total: number }> {
  const q = `ALL~${searchValue(codeIn('text', text))}`;
  const { client } = await standing.service();
  const page = await client.call('users.list', { query: { q, limit, offset } }, { signal });
  return {
    patrons: page.items.map((user) => patronHit(user, now)),
    total: Math.max(page.total, page.items.length),
  };
}
