import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { adoptElectronHost } from './build/electron.ts';

await adoptElectronHost();

export default defineConfig({
  outputDir: 'test-results',
  globalSetup: ['./test/sample/template.ts', './test/entry/build.ts'],
  // The rest beside them are vitest's.
  testMatch: '**/*.spec.ts',
  reporter: 'list',
  // Real windows with real timing, on a machine that others use too: a second try tells a hiccup from a fault. `npm test`
  // names each test that needed it, and fails where there are more than two.
  retries: 1,
  // A machine whose host is busy takes five times as long: it is slow, not wrong. How fast it is, the bench tells.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // Most of a test is waiting for a window or a service: of two processors, two at once use half.
  workers: Math.min(6, availableParallelism() + 1),
  fullyParallel: true,
  projects: [
    { name: 'stand-in', testDir: 'test/stand-in' },
    { name: 'screens', testDir: 'test/e2e' },
    // It holds the start against the clock, which a machine that runs all else beside it would fail.
    ...(process.env.CARREL_SMOKE === '1' ? [{ name: 'smoke', testDir: 'test/smoke' }] : []),
  ],
});
