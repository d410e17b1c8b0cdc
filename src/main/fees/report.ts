import { totalOf } from '../../client/answer.ts';
import { arrayOf } from '../../service/read.ts';
import type { Fee } from '../../service/shapes/fee.ts';

/** The most that the service gives at once. Source: Limits. */
const fullPage = 100;

/** An answer of the report of fee transactions. */
interface FeeReportAnswer {
  readonly items: readonly Fee[];
  readonly envelope: Parameters<typeof totalOf>[0];
}

/**
 * Whether the service has more than it gave: nothing is said of pages. What it counts is not described either: fees, or
 * what was done with them. Without a count, a full page may not be all. Source: Configuration (fee transactions).
 */
export function isPart({ items, envelope }: FeeReportAnswer): boolean {
  const said = totalOf(envelope);
  if (said === null) return items.length > 0 && items.length % fullPage === 0;
  const transactions = items.reduce((sum, { transaction }) => sum + arrayOf(transaction).length, 0);
  return said > items.length && said !== transactions;
}
