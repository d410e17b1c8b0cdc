import { m } from '../../messages/compiled/messages.js';
import type { Comparison, Discrepancy } from '../../contract/takings.ts';
import { methodName } from '../fees/methods.svelte.ts';
import { countText, dateText, moneyText } from '../ui/format.ts';
import type { Meaning } from '../ui/meanings.ts';

/** What a line says, as a word and its meaning. What was paid elsewhere is no fault. */
export function foundIn({ kind, theirs }: Discrepancy): { meaning: Meaning; word: string } {
  switch (kind) {
    case 'missing':
      return { meaning: 'refused', word: m.takings_line_missing() };
    case 'differs':
      return { meaning: 'refused', word: m.takings_line_differs() };
    case 'unclear':
      return {
        meaning: 'attention',
        word: theirs === null ? m.takings_line_unclear() : m.takings_line_unclear_there(),
      };
    case 'elsewhere':
      return { meaning: 'quiet', word: m.takings_line_elsewhere() };
  }
}

/** The amount on one side; nothing where that side has none. */
export const sideText = (amount: string | null, currency: string): string =>
  amount === null ? '' : moneyText({ amount, currency });

/** Whether both agree; what was paid elsewhere does not count. */
export function verdictOn({ lines }: Comparison): { meaning: Meaning; word: string } {
  const count = lines.filter(({ kind }) => kind !== 'elsewhere').length;
  return count === 0
    ? { meaning: 'done', word: m.takings_compare_agrees() }
    : { meaning: 'attention', word: m.takings_compare_differs({ count, shown: countText(count) }) };
}

/** How many payments are in both, and how sure that is. */
export function matchedText({ matched, byTime }: Comparison): string {
  const both = m.takings_compare_matched({ count: matched, shown: countText(matched) });
  return byTime === 0 ? both : `${both} · ${m.takings_compare_by_time({ shown: countText(byTime) })}`;
}

/** More of these nobody reads on paper, and no slip takes. */
const mostPrinted = 500;

/** What is printed of a comparison: the lines that are no fault are the first to be left out, and that is said. */
export function printedComparison(comparison: Comparison, currency: string): readonly string[] {
  const { lines } = comparison;
  const more = lines.length - mostPrinted;
  if (more <= 0) return comparisonLines(comparison, currency);
  const first = lines.toSorted(
    (one, other) => Number(one.kind === 'elsewhere') - Number(other.kind === 'elsewhere'),
  );
  return [
    ...comparisonLines(comparison, currency, first.slice(0, mostPrinted)),
    m.takings_lines_more({ shown: countText(more) }),
  ];
}

/** The comparison in whole lines, for paper and clipboard. */
export function comparisonLines(
  comparison: Comparison,
  currency: string,
  lines: Comparison['lines'] = comparison.lines,
): readonly string[] {
  return [
    m.takings_compared({ moment: dateText(comparison.at, 'moment') }),
    verdictOn(comparison).word,
    matchedText(comparison),
    ...lines.map((line) =>
      [
        dateText(line.at, 'moment'),
        methodName(line.method),
        foundIn(line).word,
        sideText(line.ours ?? line.theirs, currency),
        ...(line.ours !== null && line.theirs !== null ? [sideText(line.theirs, currency)] : []),
        line.id,
      ]
        .filter((part) => part !== '')
        .join('\t'),
    ),
  ];
}
