import type { Call } from './define.ts';

/** What the institution has set up. Source: Configuration. */
export const configuration = {} satisfies Record<string, Call>;
