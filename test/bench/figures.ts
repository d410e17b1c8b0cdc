/** What many measurements of one thing come to, in milliseconds. */
export interface Figures {
  readonly count: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly least: number;
  readonly most: number;
  /** Between the first and the third quarter: how far the usual ones lie apart. */
  readonly spread: number;
}

/** Sums measurements up. A share of them is the nearest one, not a value between two. */
export function figuresOf(values: readonly number[]): Figures {
  const sorted = values.toSorted((one, other) => one - other);
  const share = (part: number): number =>
    rounded(
      sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))] ?? Number.NaN,
    );
  return {
    count: sorted.length,
    median: share(0.5),
    p95: share(0.95),
    p99: share(0.99),
    least: share(0),
    most: share(1),
    spread: rounded(share(0.75) - share(0.25)),
  };
}

/** To a hundredth: no clock here is better. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
