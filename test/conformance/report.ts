import type { Outcome, Report } from './suite.ts';

/** Says what came of one check, in a line; what differed in a second. */
export function lineOf({ check, result, why, differences }: Outcome): string {
  const sign = { passed: '✓', failed: '✗', 'left out': '–' }[result];
  const name = `  ${sign} ${check.operations.join(', ')} · ${check.rule} · ${check.name}`;
  const more = [...(why === '' ? [] : [why]), ...differences.map((difference) => `tolerated: ${difference}`)];
  return [name, ...more.map((line) => `      ${line}`)].join('\n');
}

/** Sums a run up. What the service does differently stands before the last line, which has the numbers. */
export function summaryOf(report: Report): string {
  const { operations: ops, outcomes } = report;
  const leftOut = outcomes.filter(({ result }) => result === 'left out');
  const failed = outcomes.filter(({ result }) => result === 'failed');
  const differing = outcomes.filter(({ differences }) => differences.length > 0);
  return [
    ...block(
      'Operations left alone, because they change something, or read what is in no list',
      report.untouched,
    ),
    ...block('Operations that never answered as a success', report.uncovered),
    ...block('Checks left out', tally(leftOut.map(({ why }) => why))),
    ...block('What stays in the library', report.leftBehind),
    ...block('Failures', failed.map(lineOf)),
    ...block(
      'What this service does differently from the description, in a way that callers bear',
      tally(
        differing.flatMap(({ check, differences }) =>
          [...new Set(differences)].map((difference) => `${check.operations[0] ?? ''}: ${difference}`),
        ),
      ),
    ),
    `operations ${ops.covered}/${ops.of} (+${ops.assumed} assumed), checks ${report.passed} passed, ${report.failed} failed`,
  ].join('\n');
}

/** 0 where nothing failed and every operation that may be called answered as a success. */
export function exitCodeOf(report: Report): number {
  return report.failed === 0 && report.uncovered.length === 0 ? 0 : 1;
}

function block(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`\n${title}:`, ...lines.map((line) => `  ${line.trimStart()}`), ''];
}

/** Each line once, with how often it came. */
function tally(lines: readonly string[]): string[] {
  return [...Map.groupBy(lines, (line) => line)].map(([line, { length }]) =>
    length === 1 ? line : `${line} (${length} checks)`,
  );
}
