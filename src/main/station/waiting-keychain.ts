import type { Clock, Keychain } from '../ports.ts';
import { KeychainProblem } from './keychain.ts';

/** After so long a keychain that has not answered is asking its user, as far as anybody can tell. */
const soonMs = 1500;

interface WaitingKeychainOptions {
  readonly keychain: Keychain;
  readonly clock: Clock;
  readonly closing: AbortSignal;
  /** It asks its user, who has not answered yet. */
  readonly onWaiting: () => void;
}

/**
 * A keychain that waits for its user: macOS asks them whether this program may have what is kept there, others to unlock
 * it, and they may be away. What it would have given is not made anew meanwhile, unless a person goes on without it.
 */
export class WaitingKeychain implements Keychain {
  readonly #options: WaitingKeychainOptions;
  readonly #without = Promise.withResolvers<never>();
  #goesOn = false;

  constructor(options: WaitingKeychainOptions) {
    this.#options = options;
    this.#without.promise.catch(() => undefined);
  }

  /** The same keychain for a caller that does not wait for the user. */
  get atOnce(): Keychain {
    return this.#options.keychain;
  }

  /** Nobody waits any more: what is not answered by now has failed. */
  goOnWithout(): void {
    this.#goesOn = true;
    this.#without.reject(new KeychainProblem('keychainTimeout'));
  }

  read(account: string): Promise<string | null> {
    return this.#answered(() => this.#options.keychain.read(account));
  }

  write(account: string, secret: string): Promise<void> {
    return this.#answered(() => this.#options.keychain.write(account, secret));
  }

  forget(account: string): Promise<void> {
    return this.#options.keychain.forget(account);
  }

  async #answered<T>(ask: () => Promise<T>): Promise<T> {
    const { clock, onWaiting } = this.#options;
    const over = new AbortController();
    clock.sleep(soonMs, over.signal).then(onWaiting, () => undefined);
    try {
      return await Promise.race([this.#asked(ask), this.#without.promise]);
    } finally {
      over.abort();
    }
  }

  /** Asked once more, the keychain goes on with what it was asked. */
  async #asked<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        const isAsking = error instanceof KeychainProblem && error.why === 'keychainTimeout';
        if (!isAsking || this.#goesOn) throw error;
        await this.#options.clock.sleep(soonMs, this.#options.closing);
      }
    }
  }
}
