import { Emitter } from '../emitter.ts';
import type { Clock, Log } from '../ports.ts';
import type { Trust } from '../policy/trust.ts';
import { type DrainRequest, HeardRequests, heededMs, leaseMs, readRequests } from './drain-request.ts';
import type { QuietDesk } from './quiet.ts';
import { type DeskAnswer, OwnDesk } from './running-desks.ts';

/** How often the folder of the machine is looked at, in milliseconds. A watch would miss a folder that comes later. */
export const lookEveryMs = 2000;

export interface DrainWatchOptions {
  readonly machineFolder: string;
  readonly trust: Trust;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  readonly quiet: Pick<QuietDesk, 'now'> & { ask(signal: AbortSignal): Promise<void> };
  readonly closing: AbortSignal;
}

/** The running program's side of `carrel --drain`: hears what installers ask, and answers whether its desk is quiet. */
export class DrainWatch {
  /** Emits when a drain begins or ends, or changes. */
  readonly changes = new Emitter<null>();
  readonly #options: DrainWatchOptions;
  readonly #heard: HeardRequests;
  readonly #own: OwnDesk;
  /** What was found of each place, and when: Windows answers slowly. */
  readonly #judged = new Map<string, { readonly found: string | null; readonly at: number }>();
  #requests: readonly DrainRequest[] = [];

  constructor(options: DrainWatchOptions) {
    this.#options = options;
    this.#heard = new HeardRequests(options.clock, options.version);
    this.#own = new OwnDesk(options.machineFolder);
  }

  /** An installer waits, or works: nobody new is taken. */
  get isDraining(): boolean {
    return this.#requests.length > 0;
  }

  /** When the desk goes on by itself, once all desks are quiet; null while an installer still waits. */
  get until(): string | null {
    if (this.#requests.length === 0 || this.#requests.some(({ phase }) => phase === 'waiting')) return null;
    return new Date(
      Math.max(...this.#requests.map((request) => Date.parse(request.at) + heededMs(request))),
    ).toISOString();
  }

  /** Looks until the program ends. */
  async start(): Promise<void> {
    const { clock, closing, log } = this.#options;
    for (;;) {
      try {
        await this.#look();
      } catch (error) {
        if (!closing.aborted) log.defect(error);
      }
      await clock.sleep(lookEveryMs, closing).catch(() => undefined);
      if (closing.aborted) break;
    }
    this.#own.remove();
  }

  async #look(): Promise<void> {
    const { machineFolder, log } = this.#options;
    const requests = this.#heard.counting(readRequests(machineFolder, (file) => this.#trust(file)));
    const idsOf = (list: readonly DrainRequest[]): string => list.map(({ id, phase }) => id + phase).join();
    const isChanged = idsOf(requests) !== idsOf(this.#requests);
    this.#requests = requests;
    if (isChanged) {
      log.line('drain', { requests: requests.length });
      this.changes.emit(null);
    }
    this.#own.tell(await this.#answer());
  }

  #trust(file: string): string | null {
    const at = this.#options.clock.monotonic();
    const known = this.#judged.get(file);
    // What was an administrator’s alone can have been changed by one alone. The rest may be put right by one.
    if (known && (known.found === null || at - known.at < leaseMs)) return known.found;
    const found = this.#options.trust(file);
    this.#judged.set(file, { found, at });
    return found;
  }

  async #answer(): Promise<DeskAnswer | null> {
    if (!this.isDraining) return null;
    const { quiet, closing } = this.#options;
    await quiet.ask(closing);
    const { reasons } = quiet.now;
    return {
      requests: this.#requests.map(({ id }) => id),
      quiet: reasons.length === 0,
      reasons: [...reasons],
    };
  }
}
