import type { BusyReason } from '../../contract/quiet.ts';
import { Emitter } from '../emitter.ts';
import type { Clock } from '../ports.ts';
import type { WindowWork } from './window-work.ts';

/** Whether the desk of this program is in use, and by what. */
export interface QuietView {
  /** What is in use, each once; empty: the desk is quiet, and could be closed without anyone losing anything. */
  readonly reasons: readonly BusyReason[];
  /**
   * Commands at the connected library of which it is not known whether they happened, and work that waits to be finished.
   * They do not keep a desk from being quiet: they are in the journal. But the library must not be changed under them.
   */
  readonly unsettled: { readonly unclear: number; readonly unfinished: number };
  /** How long nobody has touched the program, in milliseconds; infinite where it has no window. */
  readonly idleMs: number;
}

/** What is waited for. */
export interface Wanted {
  /** Nothing unclear or unfinished either. */
  readonly settled?: boolean;
  /** Nobody has touched it for this long, in milliseconds. */
  readonly idleMs?: number;
}

/** Answers whether this desk is in use. Whatever would disturb a desk asks here first: policy, updates, installers. */
export interface QuietDesk {
  /** As far as is known at this moment; `whenQuiet` asks the windows first. */
  readonly now: QuietView;
  /** Emits when `reasons` or `unsettled` are not as they were, while somebody listens. */
  readonly changes: Pick<Emitter<QuietView>, 'on'>;
  /** Resolves once the desk is quiet, every window having said so now. Rejects with the signal's reason. */
  whenQuiet(wanted: Wanted, signal: AbortSignal): Promise<QuietView>;
}

/** What main itself knows is in use. */
export interface MainWork {
  readonly reasons: readonly BusyReason[];
  readonly unsettled: QuietView['unsettled'];
}

export interface QuietOptions {
  readonly clock: Clock;
  readonly windows: WindowWork;
  /** What main knows, read whenever it is asked for. */
  readonly ofMain: () => MainWork;
  readonly closing: AbortSignal;
}

/** How often what is in use is looked at while somebody waits for it, in milliseconds. */
const lookEveryMs = 1000;

export class Quiet implements QuietDesk {
  readonly #options: QuietOptions;
  readonly #changes = new Emitter<QuietView>();
  #listeners = 0;
  #looking = false;

  constructor(options: QuietOptions) {
    this.#options = options;
  }

  get now(): QuietView {
    const { windows, ofMain } = this.#options;
    const { reasons, unsettled } = ofMain();
    const all = new Set([...windows.reasons, ...reasons]);
    return { reasons: [...all].toSorted(), unsettled, idleMs: windows.idleMs };
  }

  readonly changes = {
    on: (listener: (view: QuietView) => void): (() => void) => {
      const stop = this.#changes.on(listener);
      this.#listeners += 1;
      void this.#look();
      return () => {
        stop();
        this.#listeners -= 1;
      };
    },
  };

  /** Asks the windows what of them is in use. */
  ask(signal: AbortSignal): Promise<void> {
    return this.#options.windows.ask(signal);
  }

  async whenQuiet(wanted: Wanted, signal: AbortSignal): Promise<QuietView> {
    const { clock, windows, closing } = this.#options;
    const until = AbortSignal.any([signal, closing]);
    for (;;) {
      until.throwIfAborted();
      await windows.ask(until);
      const view = this.now;
      if (isQuiet(view, wanted)) return view;
      await clock.sleep(lookEveryMs, until);
    }
  }

  /** Looks, and tells of changes, for as long as somebody listens. */
  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    let last = stateOf(this.now);
    try {
      while (this.#listeners > 0) {
        await this.#options.clock.sleep(lookEveryMs, this.#options.closing);
        const view = this.now;
        if (stateOf(view) === last) continue;
        last = stateOf(view);
        this.#changes.emit(view);
      }
    } catch (error) {
      if (!this.#options.closing.aborted) throw error;
    } finally {
      this.#looking = false;
    }
  }
}

const stateOf = ({ reasons, unsettled }: QuietView): string => JSON.stringify([reasons, unsettled]);

/** Whether this is what somebody waits for. */
export function isQuiet({ reasons, unsettled, idleMs }: QuietView, wanted: Wanted): boolean {
  if (reasons.length > 0 || idleMs < (wanted.idleMs ?? 0)) return false;
  return wanted.settled !== true || (unsettled.unclear === 0 && unsettled.unfinished === 0);
}
