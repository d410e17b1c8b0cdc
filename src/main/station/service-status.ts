import type { AnswerReport } from '../../client/exchange.ts';
import type { Client } from '../../client/client.ts';
import { isClientError } from '../../client/errors.ts';
import type { ServiceStatus } from '../../contract/station.ts';

/** An answer that takes longer is slow, in milliseconds. */
const slowMs = 1500;

/** While the state stays the same, it is reported at most this often, in milliseconds. */
const reportEveryMs = 1000;

/** So many answers are remembered for their median. */
const mostTimes = 1000;

export interface AnswerTimes {
  readonly answers: number;
  readonly lastMs: number | null;
  readonly medianMs: number | null;
  readonly worstMs: number | null;
}

/** Measures the state of the service from the calls that are made anyway. */
export class ServiceMeter {
  readonly #onChange: (status: ServiceStatus) => void;
  #status: ServiceStatus = { state: 'unknown', ms: null, remaining: null };
  #reportedAt = -Infinity;
  /** How long the last answers of the connected service took, the oldest first. */
  readonly #times: number[] = [];
  #answers = 0;
  #delayedReport: NodeJS.Timeout | undefined;

  constructor(onChange: (status: ServiceStatus) => void) {
    this.#onChange = onChange;
  }

  get status(): ServiceStatus {
    return this.#status;
  }

  /** How long the service's answers took in this run, in milliseconds; the median and the worst of the last thousand. */
  get times(): AnswerTimes {
    const sorted = this.#times.toSorted((a, b) => a - b);
    const [lastMs = null, worstMs = null] = [this.#times.at(-1), sorted.at(-1)];
    return { answers: this.#answers, lastMs, medianMs: sorted[sorted.length >> 1] ?? null, worstMs };
  }

  answered({ ms, remaining }: Pick<AnswerReport, 'ms' | 'remaining'>): void {
    this.#answers++;
    if (this.#times.push(Math.round(ms)) > mostTimes) this.#times.shift();
    const state = ms > slowMs ? 'slow' : 'answering';
    this.#set({ state, ms: Math.round(ms), remaining: remaining ?? this.#status.remaining });
  }

  away(): void {
    this.#set({ ...this.#status, state: 'away' });
  }

  /** The station is connected to another service: nothing is known about it yet. */
  reset(): void {
    this.#times.length = 0;
    this.#answers = 0;
    this.#set({ state: 'unknown', ms: null, remaining: null });
  }

  /** Wraps a client to notice calls without an answer, as long as it is the current one. */
  watch(client: Client, isCurrent: () => boolean): Client {
    const observe = async <T>(calling: Promise<T>): Promise<T> => {
      try {
        return await calling;
      } catch (error) {
        if (isCurrent() && isClientError(error) && isNoAnswer(error)) this.away();
        throw error;
      }
    };
    return {
      // Forwarded unchanged: the caller has the types.
      call: ((...args: Parameters<Client['call']>) => observe(client.call(...args))) as Client['call'],
      open: (...args) => observe(client.open(...args)),
      time: () => client.time(),
    };
  }

  #set(status: ServiceStatus): void {
    const changed = status.state !== this.#status.state;
    this.#status = status;
    const wait = this.#reportedAt + reportEveryMs - performance.now();
    if (changed || wait <= 0) this.#reportNow();
    else this.#delayedReport ??= setTimeout(() => this.#reportNow(), wait).unref();
  }

  #reportNow(): void {
    clearTimeout(this.#delayedReport);
    this.#delayedReport = undefined;
    this.#reportedAt = performance.now();
    this.#onChange(this.#status);
  }
}

function isNoAnswer(error: {
  readonly kind: string;
  readonly why?: string;
  readonly status?: unknown;
}): boolean {
  if (error.kind === 'unreachable') return true;
  return error.kind === 'unknown-outcome' && error.why !== 'aborted' && error.status === null;
}
