import type { Clock, Keychain } from '../ports.ts';
import { KeychainProblem } from './keychain.ts';

/** After so long a keychain that has not answered is asking its user, as far as anybody can tell. */
const soonMs = 1500;

interface Options {
  readonly keychain: Keychain;
  readonly clock: Clock;
  readonly closing: AbortSignal;
  /** It asks its user, who has not answered yet. */
  readonly onWaiting: () => void;
}

/**
 * A keychain whose reads wait for its user: macOS asks them whether this program may have what is kept there, and they
 * may be away. What a read would have answered is not made anew meanwhile, unless a person goes on without it.
 */
export class PatientKeychain implements Keychain {
  readonly #options: Options;
  readonly #without = Promise.withResolvers<never>();
  #goesOn = false;

  constructor(options: Options) {
    this.#options = options;
    this.#without.promise.catch(() => undefined);
  }

  /** Nobody waits any more: reads that are not answered by now have failed. */
  goOnWithout(): void {
    this.#goesOn = true;
    this.#without.reject(new KeychainProblem('keychainTimeout'));
  }

  async read(account: string): Promise<string | null> {
    const { clock, onWaiting } = this.#options;
    const answered = new AbortController();
    clock.sleep(soonMs, answered.signal).then(onWaiting, () => undefined);
    try {
      return await Promise.race([this.#answer(account), this.#without.promise]);
    } finally {
      answered.abort();
    }
  }

  write(account: string, secret: string): Promise<void> {
    return this.#options.keychain.write(account, secret);
  }

  forget(account: string): Promise<void> {
    return this.#options.keychain.forget(account);
  }

  async #answer(account: string): Promise<string | null> {
    for (;;) {
      try {
        return await this.#options.keychain.read(account);
      } catch (error) {
        const isAsking = error instanceof KeychainProblem && error.why === 'keychainTimeout';
        if (!isAsking || this.#goesOn) throw error;
        await this.#options.clock.sleep(soonMs, this.#options.closing);
      }
    }
  }
}
