/**
 * An emitter of one kind of event. The listeners are called in the order in which they were added. An error that one
 * throws goes to the caller of `tell`, and the listeners after it are not called.
 */
export class Emitter<T> {
  readonly #listeners = new Set<(told: T) => void>();

  /** Returns the function that removes the listener. */
  on(listener: (told: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(told: T): void {
    for (const listener of [...this.#listeners]) listener(told);
  }
}

/** Listens until the signal is aborted; resolves then. */
export function listenUntil<T>(
  listeners: Emitter<T>,
  signal: AbortSignal,
  listener: (told: T) => void,
): Promise<null> {
  const stop = listeners.on(listener);
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      resolve(null);
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
