import type { Call } from './define.ts';

/** Whether the station can do its work today. */
export const openingCheck = {} satisfies Record<string, Call>;
