/** Whoever wants to be told of something, in the order in which they came. */
export class Listeners<T> {
  readonly #listeners = new Set<(told: T) => void>();

  /** Returns how to stop being told. */
  add(listener: (told: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(told: T): void {
    for (const listener of [...this.#listeners]) listener(told);
  }
}

/** Listens until the signal is aborted. */
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
