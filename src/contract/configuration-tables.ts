import type { Call } from './define.ts';

/** Code tables and mapping tables. Source: Configuration. */
export const tables = {} satisfies Record<string, Call>;
