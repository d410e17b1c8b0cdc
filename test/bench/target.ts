import { rounded, type Figures } from './figures.ts';

/** A number that the program has to keep, and what was measured. */
export interface Target {
  readonly what: string;
  readonly unit: 'ms' | 'times' | 'kB' | 'scans';
  readonly atMost: number;
  readonly measured: number;
}

/** Something measured in many tries, for the table. */
export interface Series {
  readonly what: string;
  readonly figures: Figures;
}

/** What one part of the bench has found. */
export interface Findings {
  readonly series: readonly Series[];
  readonly targets: readonly Target[];
  /** Facts beside the numbers, a sentence each. */
  readonly notes?: readonly string[];
}

/** A measurement that came to nothing keeps no target. */
export const isMet = ({ measured, atMost }: Target): boolean => measured <= atMost;

/** The findings as two tables. */
export function printFindings({ series, targets, notes = [] }: Findings): void {
  console.log('\nMilliseconds');
  console.table(
    Object.fromEntries(
      series.map(({ what, figures: { count, median, p95, p99, least, most, spread } }) => [
        what,
        { n: count, median, p95, p99, spread, least, most },
      ]),
    ),
  );
  console.log('Targets');
  console.table(
    Object.fromEntries(
      targets.map((target) => [
        target.what,
        {
          target: `≤ ${target.atMost} ${target.unit}`,
          measured: rounded(target.measured),
          met: isMet(target) ? 'yes' : 'NO',
        },
      ]),
    ),
  );
  for (const note of notes) console.log(`· ${note}`);
}
