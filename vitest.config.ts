import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['test/setup.ts'],
    // Much of a test is waiting for a service; vitest by itself leaves a processor free, which of two is half.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // No second try: the first one has changed what the second one would find, and a fault would pass.
    retry: 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/renderer/**'],
          // Most start a service of their own: a busy machine is slow, not wrong. How fast it is, the bench tells.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          globalSetup: ['test/sample/template.ts'],
        },
      },
      {
        extends: true,
        // The classes of state as a window runs them: Svelte's own half for servers has no signals.
        plugins: [svelte()],
        resolve: { conditions: ['browser'] },
        test: {
          name: 'renderer',
          environment: './test/renderer/support/environment.ts',
          include: ['test/renderer/**/*.test.ts'],
        },
      },
    ],
  },
});
