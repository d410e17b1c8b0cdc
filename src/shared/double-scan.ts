/**
 * So soon after a scan the same code again is taken for the same scan: a scanner that reads twice, or a hand that is not
 * sure. Milliseconds. Where a scan counts one more, as of another copy of a book, it must be later than that.
 */
export const doubleScanMs = 1500;
