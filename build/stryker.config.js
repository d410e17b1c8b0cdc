/**
 * How `npm run mutate` runs Stryker: small faults are put into the code that must not have any, one at a time, and the
 * tests that reach each are run. One that no test notices survives. What is tried, and by which tests, is in
 * mutation-areas.ts.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'build/vitest.mutate.config.ts' },
  // A fault in what is made once, when a file is loaded, asks for all tests each time: days, for a handful of faults.
  ignoreStatic: true,
  // What was tried before and did not change is not tried again.
  incremental: true,
  reporters: ['clear-text', 'progress', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false },
  // The project is copied for each run of it; these are of no use there.
  ignorePatterns: [
    '/out',
    '/dist',
    '/coverage',
    '/test-results',
    '/test/e2e',
    '/test/screens',
    '/test/bench',
  ],
  tempDirName: 'out/mutation/work',
  thresholds: { high: 95, low: 90, break: null },
  concurrency: 2,
  timeoutMS: 30_000,
};
