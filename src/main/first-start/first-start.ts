import type { FirstStartView } from '../../contract/first-start.ts';
import { Emitter } from '../emitter.ts';
import { failureOf } from '../failure.ts';
import type { Policy } from '../policy/policy.ts';
import { serviceOf } from '../policy/settings.ts';
import type { Log } from '../ports.ts';
import type { SettingsStore } from '../station/settings.ts';
import type { Station } from '../station/station.ts';

export interface FirstStartOptions {
  readonly settings: SettingsStore;
  readonly policy: Policy;
  readonly station: Pick<Station, 'watch' | 'view' | 'institution'>;
  /** The station is at another service now. */
  readonly serviceChanged: () => void;
  readonly log: Log;
}

/**
 * The first start of a workstation: it lasts until the institution's library is connected and chosen, or until a person
 * puts it aside. Where a policy names the service and the keychain has its key, nobody is asked anything.
 */
export class FirstStart {
  readonly changes = new Emitter<undefined>();
  readonly #options: FirstStartOptions;
  /** The key that the keychain has was tried in this run, or the institution was connected in it before that. */
  #isTried = false;
  /** It was tried, and the keychain did not give it. */
  #isKeyWithheld = false;

  constructor(options: FirstStartOptions) {
    this.#options = options;
  }

  get view(): FirstStartView {
    const { settings, station } = this.#options;
    const isFirst = settings.now.firstStart === 'open';
    const isMissing = station.view().key === 'none' || this.#isKeyWithheld;
    return { isFirst, asksKey: isFirst && this.#isNamed && isMissing };
  }

  /** Follows the station until the returned function is called. */
  start(): () => void {
    return this.#options.station.watch((event) => {
      if (event.type !== 'station') return;
      const { mode, library, key } = event.station;
      // Whoever goes back to the practice library stays there.
      if (mode === 'institution') this.#isTried = true;
      if (this.#options.settings.now.firstStart === 'open') {
        if (mode === 'institution' && library !== null) this.#decide();
        else if (mode === 'practice' && key === 'keychain' && this.#isNamed) void this.#connect();
      }
      this.changes.emit(undefined);
    });
  }

  /** Throws a `Failed` of kind `settings` if that cannot be written. */
  putAside(): void {
    this.#options.settings.change({ firstStart: 'decided' });
    this.changes.emit(undefined);
  }

  /** Whether a policy names the library system, and the station has taken it over. */
  get #isNamed(): boolean {
    const { settings, policy } = this.#options;
    const { institution } = settings.now;
    if (institution === null) return false;
    return (
      (serviceOf(policy, 'mandatory', institution) ?? serviceOf(policy, 'recommended', institution)) !== null
    );
  }

  /** On a full disk it is offered once more at the next start: no harm. */
  #decide(): void {
    try {
      this.#options.settings.change({ firstStart: 'decided' });
    } catch (error) {
      failureOf(error, this.#options.log);
    }
  }

  /** Once a run. */
  async #connect(): Promise<void> {
    if (this.#isTried) return;
    this.#isTried = true;
    const { station, serviceChanged, log } = this.#options;
    try {
      await station.institution();
      serviceChanged();
    } catch (error) {
      // The keychain did not give the key: a person enters it.
      failureOf(error, log);
      this.#isKeyWithheld = true;
      this.changes.emit(undefined);
    }
  }
}
