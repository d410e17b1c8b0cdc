import type { Call } from './define.ts';

/** The locations of a library. Source: Configuration. */
export const locations = {} satisfies Record<string, Call>;
