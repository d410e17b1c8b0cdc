import type {
  Appearance,
  ConnectionTest,
  Places,
  ServiceStatus,
  StationEvent,
  StationView,
} from '../../contract/station.ts';
import type { Affixes } from '../../shared/scanned-text.ts';
import { decimalsOf } from '../../service/currency.ts';
import { Emitter } from '../emitter.ts';
import { invalid } from '../failure.ts';
import { certificateUntil } from '../../client/certificates.ts';
import { Outward } from '../../client/proxy/outward.ts';
import type { Journal } from '../journal/port.ts';
import type { Keychain, KnownLibrary, Log, Network, Service, Connection } from '../ports.ts';
import { withNotes } from './banknotes.ts';
import { assertRules } from './barcode-rules.ts';
import { Clients, testConnection, trustSystem } from './clients.ts';
import { type ConnectRequest, InstitutionService } from './institution-service.ts';
import type { ServiceAddress } from './institution-key.ts';
import { Libraries } from './libraries.ts';
import { readPlaces } from './places.ts';
import { type PracticeAddress, PracticeService } from './practice.ts';
import { type EnteredLogin, ProxyLogins } from './proxy-logins.ts';
import { type AnswerTimes, ServiceMeter } from './service-status.ts';
import type { Place, Settings, SettingsStore } from './settings.ts';
import { type StoredSlips, slipView } from './slip-settings.ts';

export interface StationOptions {
  readonly settings: SettingsStore;
  readonly keychain: Keychain;
  readonly network: Network;
  /** The practice library's address, once it listens. */
  readonly practice: { address(): Promise<PracticeAddress> };
  /** The journal's part for libraries. */
  readonly journal: Pick<Journal, 'libraries' | 'keepLibrary' | 'marks'>;
  /** Another library answers than the last one, whose rows may be shown. */
  readonly onLibraryChanged?: () => void;
  /** Whether something is under way at the connected library, so that it cannot be left now. */
  readonly isWorkOpen?: () => boolean;
  readonly journalSeal: StationView['journalSeal'];
  readonly host: StationView['host'];
  readonly version: string;
  readonly log: Log;
}

interface Choice {
  readonly library: string;
  readonly desk: string | null;
  readonly department: string | null;
}

type Mode = Settings['mode'];

const noCheck = (): void => undefined;

const placeOf = { practice: 'practicePlace', institution: 'institutionPlace' } as const;

/**
 * This workstation: the service that it is connected to, its place there, and its appearance. Windows that watch it get
 * every change. A change that fails changes nothing.
 */
export class Station implements Connection {
  readonly #options: StationOptions;
  readonly #meter = new ServiceMeter((status) => this.#emit({ type: 'service', status }));
  readonly #proxyLogins: ProxyLogins;
  readonly #outward: Outward;
  readonly #clients: Clients;
  readonly #events = new Emitter<StationEvent>();
  readonly #practice: PracticeService;
  readonly #institution: InstitutionService;
  #places: { readonly mode: Mode; readonly places: Places } | null = null;

  constructor(options: StationOptions) {
    this.#options = options;
    const { settings, keychain, network, practice, log, onLibraryChanged } = options;
    const libraries = new Libraries(options.journal);
    this.#proxyLogins = new ProxyLogins({ keychain, log, onChange: () => this.#emitView() });
    this.#outward = new Outward({
      proxyFor: (url) => network.proxyFor(url),
      logins: this.#proxyLogins,
      prepare: () => trustSystem(network, log),
    });
    this.#clients = new Clients(this.#meter, this.#outward.fetch);
    this.#practice = new PracticeService({
      practice,
      clients: this.#clients,
      libraries,
      onLibraryChanged: (hasRows) => {
        this.#emitView();
        if (hasRows) onLibraryChanged?.();
      },
    });
    this.#institution = new InstitutionService({
      settings,
      onChange: () => this.#emitView(),
      onServiceChange: () => this.#emitServiceChange(),
      onLibraryChanged: () => onLibraryChanged?.(),
      isWorkOpen: () => options.isWorkOpen?.() ?? false,
      keychain,
      clients: this.#clients,
      libraries,
      log,
    });
  }

  view(): StationView {
    const { journalSeal, host, version } = this.#options;
    const { mode, institution, appearance, barcodes, scanner, banknotes, network, slips, labels } =
      this.#settings;
    const place = this.#settings[placeOf[mode]];
    return {
      ...{ mode, journalSeal, appearance, banknotes, labels, host, version },
      barcodes: { ...barcodes, affixes: scanner },
      institution: institution && { address: institution.address, root: institution.root },
      network: { proxy: network.proxy, authority: network.authority?.file ?? '' },
      libraryId: this.library()?.id ?? null,
      possibleLibraries: this.#institution.possibleLibraries,
      key: this.#institution.keyIn,
      proxy: this.#proxyLogins.view,
      ...place,
      slips: slipView(slips),
    };
  }

  /** `fetch` for what is outside this machine: it knows the proxies, their logins, and the authorities of the system. */
  get outward(): typeof globalThis.fetch {
    return this.#outward.fetch;
  }

  library(): KnownLibrary | null {
    return this.#serviceOf(this.#settings.mode).library;
  }

  status(): ServiceStatus {
    return this.#meter.status;
  }

  /** How long the service's answers took in this run. */
  answerTimes(): AnswerTimes {
    return this.#meter.times;
  }

  /** The last moment of the certificate that the connected service has shown in this run; null if none. */
  certificateUntil(): string | null {
    const { mode, institution } = this.#settings;
    return mode === 'institution' && institution ? certificateUntil(institution.address) : null;
  }

  /** Calls the watcher with the current state, then with each change, until the returned function is called. */
  watch(watcher: (event: StationEvent) => void): () => void {
    const stop = this.#events.on(watcher);
    watcher({ type: 'station', station: this.view() });
    watcher({ type: 'service', status: this.status() });
    return stop;
  }

  /** Starts the practice library if it is used, so that the first scan need not wait for it. */
  warmUp(): void {
    // The first scan reports a failure.
    if (this.#settings.mode === 'practice') this.service().catch(() => undefined);
    else this.#institution.checkCode().catch(() => undefined);
  }

  /** The machine's clock was set forward by this much, in milliseconds. */
  clockJumped(byMs: number): void {
    this.#emit({ type: 'clock', byMs });
  }

  /** The settings are others, and not by a call of this class. */
  settingsChanged(): void {
    this.#outward.forgetRoutes();
    this.#emitView();
  }

  /** The practice library's process has died. */
  practiceGone(): void {
    if (this.#settings.mode === 'practice') this.#meter.away();
  }

  async service(): Promise<Service> {
    const { mode } = this.#settings;
    const { client, library } = await this.#serviceOf(mode).service();
    // A practice library that starts, or a keychain that asks its user, may outlast the connection.
    if (mode !== this.#settings.mode) return this.service();
    const { currency } = this.#settings[placeOf[mode]];
    return { client, library, currency, decimals: decimalsOf(currency) };
  }

  /** As `InstitutionService.connect`. */
  connect(request: ConnectRequest, signal?: AbortSignal, assertMayLeave = noCheck): Promise<ConnectionTest> {
    return this.#institution.connect(request, assertMayLeave, signal);
  }

  /** As `InstitutionService.testAddress`. */
  testAddress(at: ServiceAddress, signal?: AbortSignal): Promise<{ readonly ms: number }> {
    return this.#institution.testAddress(at, signal);
  }

  /** As `ProxyLogins.use`; the next call to the service uses it. */
  async proxyLogin(entered: EnteredLogin): Promise<StationView> {
    await this.#proxyLogins.use(entered);
    this.#outward.loginChanged(entered.proxy);
    return this.view();
  }

  /** As `ProxyLogins.forget`. */
  async forgetProxyLogin(proxy: string): Promise<StationView> {
    await this.#proxyLogins.forget(proxy);
    this.#outward.loginChanged(proxy);
    return this.view();
  }

  /** As `InstitutionService.useStoredKey`. */
  async useStoredKey(at: ServiceAddress, assertMayLeave: () => void): Promise<void> {
    await this.#institution.useStoredKey(at, assertMayLeave);
  }

  /** As `InstitutionService.whichLibrary`. */
  async whichLibrary(answer: string, assertMayLeave = noCheck): Promise<StationView> {
    await this.#institution.whichLibrary(answer, assertMayLeave);
    return this.#emitView();
  }

  /** Tests the connected service with its stored key. */
  async test(signal?: AbortSignal): Promise<ConnectionTest> {
    const { client, library } = await this.service();
    const { connection, currency, code, name } = await testConnection(client, signal);
    const isConnected =
      library.mode === 'practice' || (await this.#institution.verifyLibrary(library, code, name));
    if (currency !== null && isConnected) this.#changePlace(library.mode, { currency });
    return connection;
  }

  practice(): StationView {
    this.#options.settings.change({ mode: 'practice' });
    return this.#emitServiceChange();
  }

  /** As `InstitutionService.useAddress`: the institution is at another address, whether or not it is connected. */
  useAddress(at: ServiceAddress, assertMayLeave = noCheck): Promise<void> {
    return this.#institution.useAddress(at, assertMayLeave);
  }

  /** Connects to the institution again, if its key can be read. */
  institution(assertMayLeave = noCheck): Promise<StationView> {
    return this.#institution.connectAgain(assertMayLeave);
  }

  /** As `InstitutionService.forget`. */
  forget(assertMayLeave = noCheck): Promise<StationView> {
    return this.#institution.forget(assertMayLeave);
  }

  /** The places to choose from. Throws `moved` where another library was connected while they were read. */
  async places(signal?: AbortSignal): Promise<Places> {
    const { client, library } = await this.service();
    const places = await readPlaces(client, signal);
    if (library.id !== this.library()?.id) throw invalid('library', 'moved');
    this.#places = { mode: library.mode, places };
    return places;
  }

  async choose(choice: Choice, signal?: AbortSignal): Promise<StationView> {
    const place = await this.placeBy(choice, signal);
    return this.#changePlace(this.#settings.mode, place);
  }

  /** The place with these codes in the connected library system. Throws an invalid `library`, `desk` or `department`. */
  async placeBy(choice: Choice, signal?: AbortSignal): Promise<Omit<Place, 'currency'>> {
    const { mode } = this.#settings;
    const known = this.#places?.mode === mode ? this.#places.places : await this.places(signal);
    const library = findByCode('library', known.libraries, choice.library);
    return {
      library: { code: library.code, label: library.label },
      desk: choice.desk === null ? null : findByCode('desk', library.desks, choice.desk),
      department:
        choice.department === null ? null : findByCode('department', known.departments, choice.department),
    };
  }

  appearance(change: Partial<Appearance>): StationView {
    return this.#change({ appearance: { ...this.#settings.appearance, ...change } });
  }

  /** How slips are printed. */
  get slips(): StoredSlips {
    return this.#settings.slips;
  }

  changeSlips(slips: StoredSlips): StationView['slips'] {
    return this.#change({ slips }).slips;
  }

  /** How labels are printed. */
  get labels(): Settings['labels'] {
    return this.#settings.labels;
  }

  changeLabels(labels: Settings['labels']): Settings['labels'] {
    return this.#change({ labels }).labels;
  }

  barcodes(barcodes: Settings['barcodes']): StationView {
    assertRules(barcodes);
    return this.#change({ barcodes });
  }

  scanner(scanner: Affixes): StationView {
    return this.#change({ scanner });
  }

  banknotes(currency: string, notes: readonly string[]): StationView {
    return this.#change({ banknotes: withNotes(this.#settings.banknotes, currency, notes) });
  }

  /** What is sent from now on goes by the new way. */
  changeNetwork(change: Partial<Settings['network']>): StationView {
    const view = this.#change({ network: { ...this.#settings.network, ...change } });
    this.#outward.forgetRoutes();
    return view;
  }

  get #settings(): Settings {
    return this.#options.settings.now;
  }

  #serviceOf(mode: Mode): PracticeService | InstitutionService {
    return mode === 'practice' ? this.#practice : this.#institution;
  }

  #changePlace(mode: Mode, change: Partial<Place>): StationView {
    return this.#change({ [placeOf[mode]]: { ...this.#settings[placeOf[mode]], ...change } });
  }

  #change(change: Partial<Settings>): StationView {
    this.#options.settings.change(change);
    return this.#emitView();
  }

  /** Emits that the station is connected to another service, and drops what belongs to the last one. */
  #emitServiceChange(): StationView {
    const station = this.view();
    this.#places = null;
    this.#emit({ type: 'station', station });
    this.#clients.reset();
    return station;
  }

  #emitView(): StationView {
    const station = this.view();
    this.#emit({ type: 'station', station });
    return station;
  }

  #emit(event: StationEvent): void {
    this.#events.emit(event);
  }
}

function findByCode<T extends { readonly code: string }>(
  field: string,
  among: readonly T[],
  code: string,
): T {
  const one = among.find((each) => each.code === code);
  if (!one) throw invalid(field, 'malformed', code);
  return one;
}
