import { createHash } from 'node:crypto';
import { inOrder, type Row } from './rows.ts';

/** Names the rows of a table as they came, in their order: two reads with one name are the same to the last sign. */
export function hashOf(rows: readonly Row[]): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(inOrder(row)).update('\n');
  return hash.digest('base64url');
}
