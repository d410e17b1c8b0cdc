import type { Call } from './define.ts';

/** Workflows of the institution. Source: Configuration. */
export const workflows = {} satisfies Record<string, Call>;
