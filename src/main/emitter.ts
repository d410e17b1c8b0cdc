/**
 * Emits events of one type. The listeners are called in the order in which they were added. If one throws, the
 * listeners after it are not called, and the error goes to the caller of `emit`. This is also what Node's
 * `EventEmitter` does.
 */
export class Emitter<T> {
  readonly #listeners = new Set<(event: T) => void>();

  /** Returns a function that removes the listener. */
  on(listener: (event: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: T): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}

/** Listens until the signal is aborted, then resolves. */
export function listenUntil<T>(
  emitter: Emitter<T>,
  signal: AbortSignal,
  listener: (event: T) => void,
): Promise<null> {
  const stop = emitter.on(listener);
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      resolve(null);
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
