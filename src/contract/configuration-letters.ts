import type { Call } from './define.ts';

/** The letters to patrons. Source: Configuration. */
export const letters = {} satisfies Record<string, Call>;
