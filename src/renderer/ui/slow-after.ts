/** Milliseconds after which a wait is shown as one. */
export const slowAfter = 300;
