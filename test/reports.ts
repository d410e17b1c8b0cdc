/** What a suite's own report says of the tests that need a look. */
export interface Told {
  readonly passed: number;
  readonly failed: number;
  /** Each failed test with the beginning of what it said. */
  readonly failures: readonly string[];
  /** Tests that failed once and passed when tried again. */
  readonly secondTries: readonly string[];
}

/** As much of a failure's text as tells what was expected, and where. */
const saidLines = 6;

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

export function unitTold(report: UnitReport): Told {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failures: [
      ...report.testResults
        .filter((file) => file.message !== '')
        .map((file) => named(file.name, [file.message])),
      ...tests
        .filter((test) => test.status === 'failed')
        .map((test) => named(test.fullName, test.failureMessages)),
    ],
    // There is none: what a first try has changed would let a fault pass.
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

export function screensTold({ stats, suites }: ScreensReport): Told {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: withStatus(suites, 'unexpected'),
    secondTries: withStatus(suites, 'flaky'),
  };
}

/** How many tests with this tag passed, and how many did not. */
export function taggedTold(
  { suites }: Pick<ScreensReport, 'suites'>,
  tag: string,
): Pick<Told, 'passed' | 'failed'> {
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
        .map(({ results }) => named(title, [results.find(({ error }) => error)?.error?.message ?? ''])),
    ),
    ...withStatus(suites, status),
  ]);
}

function named(title: string, messages: readonly string[]): string {
  const said = (messages[0] ?? '').split('\n').filter((line) => line.trim() !== '');
  return [title, ...said.slice(0, saidLines).map((line) => `    ${line}`)].join('\n');
}
