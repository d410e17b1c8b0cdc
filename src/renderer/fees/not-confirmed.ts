import type { UnclearView } from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import type { FeeView } from '../../contract/fees.ts';

/** What is not confirmed and may have changed this fee; undefined where nothing is. */
export const unclearOf = (
  { feeId }: Pick<FeeView, 'feeId'>,
  unclear: readonly UnclearView[],
): UnclearView | undefined =>
  unclear.find(({ late, elsewhere, feeIds }) => !late && !elsewhere && feeIds.includes(feeId));

/**
 * Why none of these fees can be paid now, in the words in which main would refuse it; null where they can. A form for
 * money that main does not take is never shown: the patron would have paid twice before it says so.
 */
export function whyNotPayable(fees: readonly FeeView[], unclear: readonly UnclearView[]): Failure | null {
  for (const fee of fees) {
    const entry = unclearOf(fee, unclear);
    if (entry) return { kind: 'unsettled', operation: entry.operation, journalId: entry.id, at: entry.at };
  }
  return null;
}
