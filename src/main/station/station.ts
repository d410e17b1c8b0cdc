import type { Client } from '../../client/client.ts';
import type { BarcodeRules } from '../../contract/barcodes.ts';
import type {
  Appearance,
  Connection,
  Places,
  ServiceStatus,
  StationEvent,
  StationView,
} from '../../contract/station.ts';
import { decimalsOf } from '../../service/currency.ts';
import { failureOf } from '../failure.ts';
import { Failed, invalid } from '../failed.ts';
import type { Keychain, KnownLibrary, Log, Service, Standing } from '../ports.ts';
import { Clients } from './clients.ts';
import { InstitutionKey } from './institution-key.ts';
import { accountOf, institutionAt, type Institution } from './institution.ts';
import { readPlaces } from './places.ts';
import type { PracticeAddress } from './practice.ts';
import { ServiceMeter } from './service-status.ts';
import { nowhere, type Place, type Settings, type SettingsStore } from './settings.ts';
import { slipView, type KeptSlips } from './slip-settings.ts';
import { testConnection } from './test-connection.ts';

export interface StationOptions {
  readonly settings: SettingsStore;
  readonly keychain: Keychain;
  /** Where the practice library listens, once it does. */
  readonly practice: { address(): Promise<PracticeAddress> };
  readonly journalSeal: StationView['journalSeal'];
  readonly host: StationView['host'];
  readonly version: string;
  readonly log: Log;
}

/** What a window sends to connect the station. */
export interface Connecting {
  readonly address: string;
  readonly root: string;
  readonly key: string;
  readonly keep: 'keychain' | 'thisRun';
  readonly commit: boolean;
}

interface Choice {
  readonly library: string;
  readonly desk: string | null;
  readonly department: string | null;
}

type Mode = Settings['mode'];

const whenever = (): void => undefined;

const placeOf = { practice: 'practicePlace', institution: 'institutionPlace' } as const;

/**
 * This workstation: which service it stands on, where in it, and how it looks. Whatever changes is told to the
 * windows that watch. A change that fails changes nothing.
 */
export class Station implements Standing {
  readonly #options: StationOptions;
  readonly #key: InstitutionKey;
  readonly #meter = new ServiceMeter((status) => this.#tell({ type: 'service', status }));
  readonly #clients = new Clients(this.#meter);
  readonly #watchers = new Set<(event: StationEvent) => void>();
  #places: { readonly mode: Mode; readonly places: Places } | null = null;

  constructor(options: StationOptions) {
    this.#options = options;
    this.#key = new InstitutionKey(options.keychain, options.log);
  }

  view(): StationView {
    const { journalSeal, host, version } = this.#options;
    const { mode, institution, keyInKeychain, appearance, barcodes, slips } = this.#settings;
    const place = this.#settings[placeOf[mode]];
    const key = keyInKeychain ? 'keychain' : this.#key.isInMemory ? 'thisRun' : 'none';
    return {
      mode,
      institution,
      key,
      journalSeal,
      ...place,
      appearance,
      barcodes,
      slips: slipView(slips),
      host,
      version,
    };
  }

  library(): KnownLibrary {
    const { mode } = this.#settings;
    return { id: mode, mode, name: '' };
  }

  status(): ServiceStatus {
    return this.#meter.status;
  }

  /** Tells what is, then each change, until the function it answers is called. */
  watch(watcher: (event: StationEvent) => void): () => void {
    this.#watchers.add(watcher);
    watcher({ type: 'station', station: this.view() });
    watcher({ type: 'service', status: this.status() });
    return () => this.#watchers.delete(watcher);
  }

  /** Starts the practice library where it will be needed, so that the first scan need not wait for it. */
  warmUp(): void {
    if (this.#settings.mode === 'practice') this.service().catch(() => undefined); // the first scan is told
  }

  /** The practice library's process has died. */
  practiceGone(): void {
    if (this.#settings.mode === 'practice') this.#meter.away();
  }

  async service(): Promise<Service> {
    const { mode } = this.#settings;
    try {
      const client = mode === 'practice' ? await this.#practiceClient() : await this.#institutionClient();
      const { currency } = this.#settings[placeOf[mode]];
      return { client, library: this.library(), currency, decimals: decimalsOf(currency) };
    } catch (error) {
      throw new Failed(failureOf(error, this.#options.log));
    }
  }

  /**
   * Tests a connection; with `commit` the station then stands on it, the key where `keep` says. `mayMove` throws where
   * it cannot leave its service after all: much can begin while a far service is tested.
   */
  async connect(asked: Connecting, signal?: AbortSignal, mayMove = whenever): Promise<Connection> {
    const institution = institutionAt(asked.address, asked.root);
    const key = asked.key.trim();
    const { connection, currency } = await testConnection(this.#clients.trial(institution, key), signal);
    signal?.throwIfAborted();
    if (asked.commit) mayMove();
    if (asked.commit) await this.#commit(institution, key, asked.keep, currency);
    return connection;
  }

  /** Tests the service the station stands on, with the key it has. */
  async test(signal?: AbortSignal): Promise<Connection> {
    const { client, library } = await this.service();
    const { connection, currency } = await testConnection(client, signal);
    if (currency !== null) this.#changePlace(library.mode, { currency });
    return connection;
  }

  practice(): StationView {
    return this.#standOn({ mode: 'practice' });
  }

  /** Back to the institution; not without its key. */
  async institution(mayMove = whenever): Promise<StationView> {
    const { institution, keyInKeychain } = this.#settings;
    if (!institution) throw invalid('institution', 'required');
    await this.#key.read(institution, keyInKeychain);
    mayMove();
    return this.#standOn({ mode: 'institution' });
  }

  async forget(): Promise<StationView> {
    const { institution, keyInKeychain } = this.#settings;
    if (institution) await this.#key.forget(institution, keyInKeychain);
    const change = { institution: null, keyInKeychain: false, institutionPlace: nowhere };
    return this.#standOn({ mode: 'practice', ...change });
  }

  async places(signal?: AbortSignal): Promise<Places> {
    const { client, library } = await this.service();
    const places = await readPlaces(client, signal);
    this.#places = { mode: library.mode, places };
    return places;
  }

  async choose(asked: Choice, signal?: AbortSignal): Promise<StationView> {
    const { mode } = this.#settings;
    const known = this.#places?.mode === mode ? this.#places.places : await this.places(signal);
    const library = found('library', known.libraries, asked.library);
    return this.#changePlace(mode, {
      library: { code: library.code, label: library.label },
      desk: asked.desk === null ? null : found('desk', library.desks, asked.desk),
      department: asked.department === null ? null : found('department', known.departments, asked.department),
    });
  }

  appearance(change: Partial<Appearance>): StationView {
    return this.#change({ appearance: { ...this.#settings.appearance, ...change } });
  }

  /** How slips are printed. */
  get slips(): KeptSlips {
    return this.#settings.slips;
  }

  changeSlips(slips: KeptSlips): StationView['slips'] {
    return this.#change({ slips }).slips;
  }

  barcodes(barcodes: BarcodeRules): StationView {
    const idle = barcodes.rules.findIndex(
      ({ prefix, length, digits, checkDigit }) => prefix === '' && length === null && !digits && !checkDigit,
    );
    if (idle >= 0) throw invalid('barcodes', 'required', String(idle));
    return this.#change({ barcodes });
  }

  get #settings(): Settings {
    return this.#options.settings.now;
  }

  async #practiceClient(): Promise<Client> {
    const { practice } = this.#options;
    await practice.address();
    return this.#clients.practice(() => practice.address());
  }

  async #institutionClient(): Promise<Client> {
    const { institution, keyInKeychain } = this.#settings;
    if (!institution) throw invalid('institution', 'required');
    return this.#clients.institution(institution, await this.#key.read(institution, keyInKeychain));
  }

  /** The new key is kept before anything says so, and an old one goes only when all else is done. */
  async #commit(
    institution: Institution,
    key: string,
    keep: Connecting['keep'],
    currency: string | null,
  ): Promise<void> {
    const { institution: before, keyInKeychain: hadKey, institutionPlace } = this.#settings;
    const keyInKeychain = keep === 'keychain';
    if (keyInKeychain) await this.#key.keep(institution, key);

    const same = before !== null && accountOf(before) === accountOf(institution);
    const place = same ? institutionPlace : nowhere;
    this.#key.use(institution, key);
    this.#standOn({
      mode: 'institution',
      institution,
      keyInKeychain,
      institutionPlace: { ...place, currency: currency ?? place.currency },
    });
    if (before !== null && hadKey && !(same && keyInKeychain)) await this.#key.discard(before);
  }

  #standOn(change: Partial<Settings>): StationView {
    const view = this.#change(change);
    this.#places = null;
    this.#clients.reset();
    return view;
  }

  #changePlace(mode: Mode, change: Partial<Place>): StationView {
    return this.#change({ [placeOf[mode]]: { ...this.#settings[placeOf[mode]], ...change } });
  }

  #change(change: Partial<Settings>): StationView {
    this.#options.settings.change(change);
    const station = this.view();
    this.#tell({ type: 'station', station });
    return station;
  }

  #tell(event: StationEvent): void {
    for (const watcher of this.#watchers) watcher(event);
  }
}

function found<T extends { readonly code: string }>(field: string, among: readonly T[], code: string): T {
  const one = among.find((each) => each.code === code);
  if (!one) throw invalid(field, 'malformed', code);
  return one;
}
