import * as z from 'zod';
import type { JournalEntry } from '../ports.ts';

const Payload = z.looseObject({ query: z.record(z.string(), z.unknown()).catch({}) }).catch({ query: {} });

/** The operations on a deposit that a person knows by a name of their own. */
const onDeposits: readonly unknown[] = ['pay', 'refund', 'dispute', 'restore'];

/**
 * What a person asked for: the operation, or which of the several things that one operation does. What was reduced, or
 * cannot be read, is named by its operation.
 */
export function actOf({ operation, payload }: Pick<JournalEntry, 'operation' | 'payload'>): string {
  const { query } = Payload.parse(payload);
  if (operation === 'bibs.items.scanIn') {
    if (query['circ_desk']) return 'return';
    return query['department'] ? 'keep' : operation;
  }
  if (operation === 'users.deposits.act' && onDeposits.includes(query['op'])) {
    return `deposit.${String(query['op'])}`;
  }
  return operation;
}
