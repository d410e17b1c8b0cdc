/**
 * An emitter of one kind of event. The listeners are called in the order in which they were added. An error that one
 * throws goes to the caller of `tell`, and the listeners after it are not called.
 */
export class Listeners<T> {
  readonly #listeners = new Set<(told: T) => void>();

  /** Returns the function that removes the listener. */
  add(listener: (told: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(told: T): void {
    for (const listener of [...this.#listeners]) listener(told);
  }
}

/** Listens until the signal is aborted; resolves then. */
export function listenUntil<T>(
  listeners: Listeners<T>,
  signal: AbortSignal,
  listener: (told: T) => void,
): Promise<null> {
  const stop = listeners.add(listener);
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      resolve(null);
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
