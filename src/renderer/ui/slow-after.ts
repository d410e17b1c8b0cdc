/** Milliseconds after which a wait is said to be one. */
export const slowAfter = 300;
