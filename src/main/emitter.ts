/**
 * Emits events of one type. The listeners are called in the order in which they were added. If one throws, the others
 * are called all the same, and the caller of `emit` goes on: what it has done is done, whoever hears of it. The error
 * becomes an unhandled rejection, which is logged as a defect.
 */
export class Emitter<T> {
  readonly #listeners = new Set<(event: T) => void>();

  /** Returns a function that removes the listener. */
  on(listener: (event: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: T): void {
    for (const listener of [...this.#listeners])
      void new Promise<void>((resolve) => {
        listener(event);
        resolve();
      });
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
