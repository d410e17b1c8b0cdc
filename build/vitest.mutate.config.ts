import { defineConfig } from 'vitest/config';

/**
 * The unit tests as Stryker runs them, with a fault in the code: without the window's, which none of that code is in,
 * and without those that start programs or play for minutes.
 */
export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['test/setup.ts'],
    include: ['test/{client,main,server,service}/**/*.test.ts'],
    exclude: [
      'test/server/{cli,utility,durability}.test.ts',
      'test/main/journal/on-disk.test.ts',
      '**/fuzz*.test.ts',
    ],
    retry: 0,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
