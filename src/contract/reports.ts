import type { Call } from './define.ts';

/** Reports of the service and of this station. Source: Configuration (fee transactions). */
export const reports = {} satisfies Record<string, Call>;
