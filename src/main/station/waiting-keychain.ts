import type { Clock, Keychain } from '../ports.ts';
import { KeychainProblem } from './keychain.ts';

/** A keychain without an answer for this long is probably asking its user, in milliseconds. */
const askingAfterMs = 1500;

interface WaitingKeychainOptions {
  readonly keychain: Keychain;
  readonly clock: Clock;
  readonly closing: AbortSignal;
  /** Called when the keychain probably asks its user. */
  readonly onWaiting: () => void;
}

/**
 * A keychain that waits for its user, who may be away: macOS asks whether this program may read the secret, other
 * systems ask to unlock the keychain. Meanwhile no new key replaces the stored one, unless the user continues without
 * it.
 */
export class WaitingKeychain implements Keychain {
  readonly #options: WaitingKeychainOptions;
  readonly #goOnSignal = Promise.withResolvers<never>();
  #goesOn = false;

  constructor(options: WaitingKeychainOptions) {
    this.#options = options;
    this.#goOnSignal.promise.catch(() => undefined);
  }

  /** The same keychain without waiting for the user. */
  get atOnce(): Keychain {
    return this.#options.keychain;
  }

  /** Stops all waiting: calls without an answer fail. */
  goOnWithout(): void {
    this.#goesOn = true;
    this.#goOnSignal.reject(new KeychainProblem('keychainTimeout'));
  }

  read(account: string): Promise<string | null> {
    return this.#waitForAnswer(() => this.#options.keychain.read(account));
  }

  write(account: string, secret: string): Promise<void> {
    return this.#waitForAnswer(() => this.#options.keychain.write(account, secret));
  }

  forget(account: string): Promise<void> {
    return this.#options.keychain.forget(account);
  }

  async #waitForAnswer<T>(ask: () => Promise<T>): Promise<T> {
    const { clock, onWaiting } = this.#options;
    const finished = new AbortController();
    clock.sleep(askingAfterMs, finished.signal).then(onWaiting, () => undefined);
    try {
      return await Promise.race([this.#retryWhileAsking(ask), this.#goOnSignal.promise]);
    } finally {
      finished.abort();
    }
  }

  /** Calls again after a timeout: the keychain then continues the earlier call. */
  async #retryWhileAsking<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        const isAsking = error instanceof KeychainProblem && error.why === 'keychainTimeout';
        if (!isAsking || this.#goesOn) throw error;
        await this.#options.clock.sleep(askingAfterMs, this.#options.closing);
      }
    }
  }
}
