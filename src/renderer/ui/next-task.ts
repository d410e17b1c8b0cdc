/** Resolves in a task of its own: a key that was pressed meanwhile comes first. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
