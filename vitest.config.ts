import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    // Much of a test is waiting for a service; vitest by itself leaves a processor free, which of two is half.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Services, keychains and killed processes, side by side on a machine that others use too: a second try tells a
    // hiccup from a fault. `npm test` names each test that needed it.
    retry: 1,
    // Most start a service of their own: a busy machine is slow, not wrong. How fast it is, the bench tells.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
