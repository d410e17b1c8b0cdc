import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const node = {
  extends: true as const,
  test: {
    environment: 'node',
    // Most start a service of their own: a busy machine is slow, not wrong. How fast it is, the bench tells.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    globalSetup: ['test/sample/template.ts'],
  },
};

/** Of those, the ones that put other modules in the place of Electron's or Node's, or change what the process trusts. */
const ofItsProcess = [
  'test/client/{limiter,proxies}.test.ts',
  'test/main/desktop/{files,ipc,windows}.test.ts',
  'test/main/station/system-trust.test.ts',
];

/** The classes of state as a window runs them: Svelte's own half for servers has no signals. */
const window = {
  extends: true as const,
  plugins: [svelte()],
  resolve: { conditions: ['browser'] },
  test: {
    environment: './test/renderer/support/environment.ts',
    // One that opens a room reads in all of its code.
    testTimeout: 30_000,
    setupFiles: ['test/setup.ts', 'test/renderer/support/play.ts'],
  },
};

/** Of the window's tests, those of what a module holds before anything has used it. */
const fromTheStart = [
  'test/renderer/api.test.ts',
  'test/renderer/failures/failure-text.test.ts',
  'test/renderer/lending/lending-room.test.ts',
];

export default defineConfig({
  test: {
    setupFiles: ['test/setup.ts'],
    // Much of a test is waiting for a service; vitest by itself leaves a processor free, which of two is half.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // No second try: the first one has changed what the second one would find, and a fault would pass.
    retry: 0,
    projects: [
      {
        ...node,
        test: {
          ...node.test,
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/renderer/**', ...ofItsProcess],
          // Most of a file's time was reading the same modules in again.
          isolate: false,
        },
      },
      { ...node, test: { ...node.test, name: 'node, alone', include: ofItsProcess } },
      {
        ...window,
        test: {
          ...window.test,
          name: 'renderer',
          include: ['test/renderer/**/*.test.ts'],
          exclude: fromTheStart,
          isolate: false,
        },
      },
      { ...window, test: { ...window.test, name: 'renderer, alone', include: fromTheStart } },
    ],
  },
});
