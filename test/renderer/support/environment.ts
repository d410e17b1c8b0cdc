import type { Environment } from 'vitest/runtime';

/** Node, with what Vite makes for a browser: what a class of state needs of a page, its test puts there. */
export default {
  name: 'window',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
} satisfies Environment;
