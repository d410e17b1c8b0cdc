/** Whether an amount is more than nothing; false for what is no amount. */
export function isPositive(amount: string): boolean {
  return /^\d+(\.\d+)?$/.test(amount) && /[1-9]/.test(amount);
}

/** Whether something can be paid on a fee: it is active, and no credit; never where its balance could not be read. */
export function isPayable(fee: { readonly active: boolean; readonly balance: string }): boolean {
  return fee.active && isPositive(fee.balance);
}

/**
 * The fees in the order in which they are paid: the one charged first comes first, one without a time comes last.
 *
 * @param timeOf when a fee was charged, as ISO 8601 in UTC; `''` where that is not known
 */
export function oldestFirst<F>(fees: readonly F[], timeOf: (fee: F) => string): F[] {
  const key = (fee: F): string => timeOf(fee) || '~';
  return fees.toSorted((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
}
