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
  #isConnecting = false;

  constructor(options: FirstStartOptions) {
    this.#options = options;
  }

  get view(): FirstStartView {
    const { settings, policy, station } = this.#options;
    const isFirst = settings.now.firstStart === 'open';
    const { institution } = settings.now;
    const named =
      serviceOf(policy, 'mandatory', institution) ?? serviceOf(policy, 'recommended', institution);
    const asksKey = isFirst && named !== null && institution !== null && station.view().key === 'none';
    return { isFirst, asksKey };
  }

  /** Follows the station until the returned function is called. */
  start(): () => void {
    return this.#options.station.watch((event) => {
      if (event.type !== 'station') return;
      const { mode, library, key } = event.station;
      if (this.#options.settings.now.firstStart === 'open') {
        if (mode === 'institution' && library !== null) this.#decide();
        else if (mode === 'practice' && key === 'keychain') void this.#connect();
      }
      this.changes.emit(undefined);
    });
  }

  /** Throws a `Failed` of kind `settings` if that cannot be written. */
  putAside(): void {
    this.#options.settings.change({ firstStart: 'decided' });
    this.changes.emit(undefined);
  }

  /** On a full disk it is offered once more at the next start: no harm. */
  #decide(): void {
    try {
      this.#options.settings.change({ firstStart: 'decided' });
    } catch (error) {
      failureOf(error, this.#options.log);
    }
  }

  /** Once a run: whoever goes back to the practice library stays there. */
  async #connect(): Promise<void> {
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    const { station, serviceChanged, log } = this.#options;
    try {
      await station.institution();
      serviceChanged();
    } catch (error) {
      // The keychain did not give the key: a person enters it.
      failureOf(error, log);
    }
  }
}
