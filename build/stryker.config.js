/**
 * `npm run mutate`: puts small faults into the code that must not have any, one at a time, and runs the tests that
 * reach it. A fault that no test notices survives, and is told in the report.
 */
export default {
  // Where nothing is lost and nothing doubled: the journal, how a command leaves and is found out, the client, the
  // practice library's rules, money and dates.
  mutate: [
    'src/main/journal/**/*.ts',
    'src/main/commands/**/*.ts',
    'src/client/**/*.ts',
    'src/server/rules/**/*.ts',
    'src/service/{money,currency,read,patch,written,next-place}.ts',
    'src/main/views/{day,coded}.ts',
    'src/main/tasks/{typed-amount,typed-day,due-date}.ts',
  ],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'build/vitest.mutate.config.ts' },
  // A fault in what is made once, when a file is loaded, asks for all tests each time: days, for a handful of faults.
  ignoreStatic: true,
  // What was tried before and did not change is not tried again.
  incremental: true,
  incrementalFile: 'out/mutation/incremental.json',
  reporters: ['clear-text', 'progress', 'html', 'json'],
  htmlReporter: { fileName: 'out/mutation/report.html' },
  jsonReporter: { fileName: 'out/mutation/report.json' },
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
  thresholds: { high: 95, low: 90, break: 90 },
  concurrency: 2,
  timeoutMS: 30_000,
};
