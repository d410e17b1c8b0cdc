import { createHash } from 'node:crypto';
import type { TableKind } from '../../../contract/configuration-tables.ts';
import { inOrder, type Row, saysOf } from './rows.ts';

/** Names the rows of a table as they came, in their order: two reads with one name are the same to the last sign. */
export function hashOf(rows: readonly Row[]): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(inOrder(row)).update('\n');
  return hash.digest('base64url');
}

/** Names what the rows of a table say, in whatever order. */
export function contentOf(kind: TableKind, rows: readonly Row[]): string {
  const hash = createHash('sha256');
  for (const says of rows.map((row) => saysOf(kind, row)).sort()) hash.update(says).update('\n');
  return hash.digest('base64url');
}
