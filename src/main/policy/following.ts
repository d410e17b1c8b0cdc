import { isDeepStrictEqual } from 'node:util';
import type { WaitingSetting } from '../../contract/policy.ts';
import { Emitter } from '../emitter.ts';
import { Failed, failureOf } from '../failure.ts';
import type { Clock, Log } from '../ports.ts';
import type { Station } from '../station/station.ts';
import type { SettingsStore } from '../station/settings.ts';
import { isQuiet, type Quiet } from '../quiet/quiet.ts';
import type { Policy } from './policy.ts';
import { codesOf, type PlaceCodes, placeOf, serviceOf } from './settings.ts';

/** Whether nothing is under way, unclear or unfinished at any desk. */
export interface Calm {
  /** Asks the windows what is open in them, as `isCalm` then knows. */
  ask(): Promise<void>;
  isCalm(): boolean;
  /** Calls the listener each time it becomes so, until the returned function is called. */
  onCalm(listener: () => void): () => void;
}

/** By the desk's own rule. */
export function calmOf(desk: Quiet, signal: AbortSignal): Calm {
  const wanted = { settled: true };
  return {
    ask: () => desk.ask(signal),
    isCalm: () => isQuiet(desk.now, wanted),
    onCalm: (listener) =>
      desk.changes.on((view) => {
        if (isQuiet(view, wanted)) listener();
      }),
  };
}

export interface FollowingOptions {
  readonly policy: Policy;
  readonly settings: SettingsStore;
  readonly station: Pick<Station, 'useAddress' | 'places' | 'choose' | 'watch' | 'view'>;
  readonly calm: Calm;
  /** The station is at another service now: what the windows show of the last one goes. */
  readonly serviceChanged: () => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** What waits is tried again after so long, in milliseconds. */
const retryMs = 20_000;

const busy = new Failed({ kind: 'cancelled' });

/** Of what a policy names, in words. */
const placeText = ({ library, desk, department }: PlaceCodes): string =>
  [library, desk ?? [], department ?? []].flat().join(' · ');

/**
 * Makes the station follow the service and the place of the policy: they are changed as a person would change them, and
 * only while nothing is under way. Until then the change waits, and the windows say so. They stay as they are when the
 * policy goes, or breaks.
 */
export class Following {
  readonly changes = new Emitter<undefined>();
  readonly #options: FollowingOptions;
  #waiting: readonly WaitingSetting[] = [];
  #running: Promise<void> | null = null;
  #again = false;
  #stopListening: (() => void) | null = null;

  constructor(options: FollowingOptions) {
    this.#options = options;
  }

  get waiting(): readonly WaitingSetting[] {
    return this.#waiting;
  }

  /** Follows each change until the signal is aborted. */
  async start(signal: AbortSignal): Promise<void> {
    const { policy, station, clock } = this.#options;
    const follow = (): void => void this.follow();
    const stopWatching = station.watch(({ type }) => {
      // Its other events tell of answers of the service: those to its own reads would have it read again.
      if (type === 'station') this.#retry();
    });
    const stops = [policy.changes.on(follow), stopWatching, () => this.#listen(false)];
    follow();
    try {
      for (;;) {
        await clock.sleep(retryMs, signal);
        this.#retry();
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      for (const stop of stops) stop();
    }
  }

  /** Follows now, as far as it is possible. */
  follow(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#follow().finally(() => {
      this.#running = null;
      if (!this.#again) return;
      this.#again = false;
      void this.follow();
    });
    return this.#running;
  }

  /** A connection, a place or a key may be another now; but where nothing is wanted, nothing is asked. */
  #retry(): void {
    if (this.#waiting.length > 0 || this.#wantedService() || this.#wantedPlace()) void this.follow();
  }

  async #follow(): Promise<void> {
    const waiting: WaitingSetting[] = [];
    const service = this.#wantedService();
    if (service) {
      const why = await this.#try(() => this.#useAddress(service));
      if (why) waiting.push({ id: 'serviceAddress', value: `${service.address}/${service.root}`, why });
    }
    const place = this.#wantedPlace();
    if (place) {
      const why = service && waiting.length > 0 ? 'work' : await this.#try(() => this.#choose(place));
      if (why) waiting.push({ id: 'placeByHost', value: placeText(place), why });
    }
    this.#listen(waiting.some(({ why }) => why === 'work'));
    if (isDeepStrictEqual(waiting, this.#waiting)) return;
    this.#waiting = waiting;
    this.changes.emit(undefined);
  }

  /** Only while something waits for it: to notice that a desk is calm, it is looked at every second. */
  #listen(isWaiting: boolean): void {
    if (isWaiting) this.#stopListening ??= this.#options.calm.onCalm(() => void this.follow());
    else {
      this.#stopListening?.();
      this.#stopListening = null;
    }
  }

  /** The service that the station is to be at and is not; null if none. */
  #wantedService(): { readonly address: string; readonly root: string } | null {
    const { policy, settings } = this.#options;
    const { institution } = settings.now;
    const held =
      serviceOf(policy, 'mandatory', institution) ??
      (institution === null ? serviceOf(policy, 'recommended', institution) : null);
    if (!held) return null;
    const { address, root } = held.value;
    return institution?.address === address && institution.root === root ? null : held.value;
  }

  #wantedPlace(): PlaceCodes | null {
    const { policy, settings } = this.#options;
    const now = codesOf(settings.now.institutionPlace);
    const held = placeOf(policy, 'mandatory') ?? (now === null ? placeOf(policy, 'recommended') : null);
    return held && !isDeepStrictEqual(held.value, now) ? held.value : null;
  }

  async #useAddress(service: { readonly address: string; readonly root: string }): Promise<void> {
    const { station, serviceChanged } = this.#options;
    await this.#assertCalm();
    await station.useAddress(service, () => this.#assertStillCalm());
    serviceChanged();
  }

  /** The place is read at the library system first: a desk that does not exist would refuse every loan. */
  async #choose(place: PlaceCodes): Promise<void> {
    const { station, settings } = this.#options;
    // At the practice library the institution's place waits until it is connected.
    if (settings.now.mode !== 'institution')
      throw new Failed({ kind: 'invalid', field: 'key', reason: 'required', detail: '' });
    await station.places();
    await this.#assertCalm();
    await station.choose(place);
  }

  async #assertCalm(): Promise<void> {
    await this.#options.calm.ask();
    this.#assertStillCalm();
  }

  #assertStillCalm(): void {
    if (!this.#options.calm.isCalm()) throw busy;
  }

  /** Why it could not be done; null if it was. */
  async #try(act: () => Promise<void>): Promise<WaitingSetting['why'] | null> {
    try {
      await act();
      return null;
    } catch (error) {
      if (error === busy) return 'work';
      const failure = failureOf(error, this.#options.log);
      if (failure.kind === 'settings') return 'notWritten';
      const isCode = failure.kind === 'invalid' && ['library', 'desk', 'department'].includes(failure.field);
      return isCode ? 'unknown' : 'noService';
    }
  }
}
