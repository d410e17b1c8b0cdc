import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { defineConfig } from '@playwright/test';
import { adoptElectronHost } from './build/electron.ts';

await adoptElectronHost();

/** Of a worker, which one it is; the runner has none. */
const worker = process.env.TEST_PARALLEL_INDEX;
// Programs whose threads move between the processors of a virtual machine wait for both at each page of memory: a worker
// keeps to one, with all that it starts, and two tests take three quarters of the time.
if (process.platform === 'linux' && worker !== undefined)
  spawnSync('taskset', ['-apc', String(Number(worker) % cpus().length), String(process.pid)]);

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
  workers: Math.min(6, cpus().length),
  fullyParallel: true,
  projects: [
    { name: 'stand-in', testDir: 'test/stand-in' },
    { name: 'screens', testDir: 'test/e2e' },
    // It holds the start against the clock, which a machine that runs all else beside it would fail.
    ...(process.env.CARREL_SMOKE === '1' ? [{ name: 'smoke', testDir: 'test/smoke' }] : []),
  ],
});
