import type { AnswerReport } from '../../client/exchange.ts';
import type { Client } from '../../client/client.ts';
import { isClientError } from '../../client/errors.ts';
import type { ServiceStatus } from '../../contract/station.ts';

/** From here on an answer is slow, in milliseconds. */
const slowMs = 1500;

/** A state that stays the same is told at most this often, in milliseconds. */
const toldEveryMs = 1000;

/** How the service is doing, read off the calls that are made anyway. */
export class ServiceMeter {
  readonly #tell: (status: ServiceStatus) => void;
  #status: ServiceStatus = { state: 'unknown', ms: null, remaining: null };
  #toldAt = -Infinity;
  #later: NodeJS.Timeout | undefined;

  constructor(tell: (status: ServiceStatus) => void) {
    this.#tell = tell;
  }

  get status(): ServiceStatus {
    return this.#status;
  }

  answered({ ms, remaining }: Pick<AnswerReport, 'ms' | 'remaining'>): void {
    const state = ms > slowMs ? 'slow' : 'answering';
    this.#set({ state, ms: Math.round(ms), remaining: remaining ?? this.#status.remaining });
  }

  away(): void {
    this.#set({ ...this.#status, state: 'away' });
  }

  /** Another service: nothing is known of it yet. */
  reset(): void {
    this.#set({ state: 'unknown', ms: null, remaining: null });
  }

  /** The same client, whose unanswered calls are noticed as long as it is the one that counts. */
  watch(client: Client, counts: () => boolean): Client {
    const noticed = async <T>(calling: Promise<T>): Promise<T> => {
      try {
        return await calling;
      } catch (error) {
        if (counts() && isClientError(error) && cameToNothing(error)) this.away();
        throw error;
      }
    };
    return {
      // Handed on as it is: what goes in and comes out is typed by the caller.
      call: ((...given: Parameters<Client['call']>) => noticed(client.call(...given))) as Client['call'],
      open: (...given) => noticed(client.open(...given)),
      time: () => client.time(),
    };
  }

  #set(status: ServiceStatus): void {
    const changed = status.state !== this.#status.state;
    this.#status = status;
    const wait = this.#toldAt + toldEveryMs - performance.now();
    if (changed || wait <= 0) this.#tellNow();
    else this.#later ??= setTimeout(() => this.#tellNow(), wait).unref();
  }

  #tellNow(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#toldAt = performance.now();
    this.#tell(this.#status);
  }
}

function cameToNothing(error: {
  readonly kind: string;
  readonly why?: string;
  readonly status?: unknown;
}): boolean {
  if (error.kind === 'unreachable') return true;
  return error.kind === 'unknown-outcome' && error.why !== 'aborted' && error.status === null;
}
