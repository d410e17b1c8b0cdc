import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    // Most start a service of their own: a busy machine is slow, not wrong. How fast it is, the bench tells.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
