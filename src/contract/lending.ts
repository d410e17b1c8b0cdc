import type { Call } from './define.ts';

/** Lending requests for partners. Source: Resource sharing partners. */
export const lending = {} satisfies Record<string, Call>;
