/** The numbers of a suite's report, and the tests that somebody has to look at. */
export interface SuiteSummary {
  readonly passed: number;
  readonly failed: number;
  /** Each failed test with the first lines of its message. */
  readonly failures: readonly string[];
  /** Tests that failed once and passed when tried again. */
  readonly secondTries: readonly string[];
}

/** So many lines of a failure say what was expected, and where. */
const messageLines = 6;

/** Vitest's JSON report. */
export interface UnitReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

export function unitSummary(report: UnitReport): SuiteSummary {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failures: [
      ...report.testResults
        .filter((file) => file.message !== '')
        .map((file) => withMessage(file.name, [file.message])),
      ...tests
        .filter((test) => test.status === 'failed')
        .map((test) => withMessage(test.fullName, test.failureMessages)),
    ],
    // Unit tests have no second try: the first one may have changed what the second would test.
    secondTries: [],
  };
}

interface ScreensSuite {
  readonly suites?: readonly ScreensSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tags?: readonly string[];
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

/** Playwright's JSON report. */
export interface ScreensReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly suites: readonly ScreensSuite[];
}

export function screensSummary({ stats, suites }: ScreensReport): SuiteSummary {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: withStatus(suites, 'unexpected'),
    secondTries: withStatus(suites, 'flaky'),
  };
}

/** How many tests with this tag passed, and how many did not. */
export function taggedCount(
  { suites }: Pick<ScreensReport, 'suites'>,
  tag: string,
): Pick<SuiteSummary, 'passed' | 'failed'> {
  const statuses = statusesOf(suites, tag);
  const passed = statuses.filter((status) => status === 'expected').length;
  return { passed, failed: statuses.length - passed };
}

const statusesOf = (files: readonly ScreensSuite[], tag: string): string[] =>
  files.flatMap(({ specs, suites = [] }) => [
    ...specs
      .filter(({ tags = [] }) => tags.includes(tag))
      .flatMap(({ tests }) => tests.map(({ status }) => status)),
    ...statusesOf(suites, tag),
  ]);

function withStatus(files: readonly ScreensSuite[], status: string): string[] {
  return files.flatMap(({ specs, suites = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter((test) => test.status === status)
        .map(({ results }) => withMessage(title, [results.find(({ error }) => error)?.error?.message ?? ''])),
    ),
    ...withStatus(suites, status),
  ]);
}

function withMessage(title: string, messages: readonly string[]): string {
  const texts = (messages[0] ?? '').split('\n').filter((line) => line.trim() !== '');
  return [title, ...texts.slice(0, messageLines).map((line) => `    ${line}`)].join('\n');
}
