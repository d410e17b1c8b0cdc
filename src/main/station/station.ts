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
import { codeOf, labelOf } from '../../service/read.ts';
import type { Journal, Keychain, KnownLibrary, Log, Service, Standing } from '../ports.ts';
import { Clients } from './clients.ts';
import { InstitutionKey } from './institution-key.ts';
import { accountOf, institutionAt, type Institution, type Place as InstitutionPlace } from './institution.ts';
import { Libraries, type Recognized } from './libraries.ts';
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
  /** The libraries it has known. */
  readonly journal: Pick<Journal, 'libraries' | 'keepLibrary' | 'marks'>;
  /** The practice library that answers is another than the one last worked on, whose rows may be on a table. */
  readonly onLibraryChanged?: () => void;
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
  /** What a person has said, where it may be one of several libraries. */
  readonly library: string | null;
}

interface Choice {
  readonly library: string;
  readonly desk: string | null;
  readonly department: string | null;
}

type Mode = Settings['mode'];

/** The client of a service, and whose it is. */
interface Answering {
  readonly client: Client;
  readonly library: KnownLibrary;
}

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
  readonly #libraries: Libraries;
  /** The library that answers, of each kind. */
  readonly #answering: { practice: KnownLibrary | null; institution: KnownLibrary | null } = {
    practice: null,
    institution: null,
  };
  /** Those that the institution's may be, and the code it gave then: a person has to say which. */
  #asks: { readonly mayBe: readonly KnownLibrary[]; readonly code: string } | null = null;
  #practiceOwnId = '';
  #places: { readonly mode: Mode; readonly places: Places } | null = null;

  constructor(options: StationOptions) {
    this.#options = options;
    this.#key = new InstitutionKey(options.keychain, options.log);
    this.#libraries = new Libraries(options.journal);
  }

  view(): StationView {
    const { journalSeal, host, version } = this.#options;
    const { mode, institution, keyInKeychain, appearance, barcodes, slips } = this.#settings;
    const place = this.#settings[placeOf[mode]];
    const key = keyInKeychain ? 'keychain' : this.#key.isInMemory ? 'thisRun' : 'none';
    return {
      mode,
      institution: institution && { address: institution.address, root: institution.root },
      libraryId: this.library()?.id ?? null,
      mayBe: this.#asks?.mayBe ?? [],
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

  library(): KnownLibrary | null {
    const { mode, institution } = this.#settings;
    const answering = this.#answering[mode];
    if (answering) return answering;
    if (mode === 'practice') return this.#libraries.lastPractice;
    return institution === null ? null : this.#libraries.get(institution.library);
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
    // The first scan is told what fails here.
    if (this.#settings.mode === 'practice') this.service().catch(() => undefined);
    else this.#checkCode().catch(() => undefined);
  }

  /** The machine's clock was set by so much, in milliseconds. */
  clockJumped(byMs: number): void {
    this.#tell({ type: 'clock', byMs });
  }

  /** The practice library's process has died. */
  practiceGone(): void {
    if (this.#settings.mode === 'practice') this.#meter.away();
  }

  async service(): Promise<Service> {
    const { mode } = this.#settings;
    try {
      const { client, library } =
        mode === 'practice' ? await this.#practiceService() : await this.#institutionService();
      const { currency } = this.#settings[placeOf[mode]];
      return { client, library, currency, decimals: decimalsOf(currency) };
    } catch (error) {
      throw new Failed(failureOf(error, this.#options.log));
    }
  }

  /**
   * Tests a connection; with `commit` the station then stands on it, the key where `keep` says. `mayMove` throws where
   * it cannot leave its service after all: much can begin while a far service is tested.
   */
  async connect(asked: Connecting, signal?: AbortSignal, mayMove = whenever): Promise<Connection> {
    const place = institutionAt(asked.address, asked.root);
    const key = asked.key.trim();
    const tested = await testConnection(this.#clients.trial(place, key), signal);
    const { connection, currency, code, name } = tested;
    signal?.throwIfAborted();
    if (!asked.commit) return connection;
    mayMove();
    const met = this.#libraries.institution({ ...place, code, name, key }, asked.library);
    if ('mayBe' in met) return { ...connection, mayBe: met.mayBe };
    await this.#commit(place, met.library, key, asked.keep, currency, mayMove);
    return connection;
  }

  /** A person says which library the institution's is. Throws an invalid `library` where nothing is to be said. */
  async whichLibrary(answer: string): Promise<StationView> {
    const { institution, keyInKeychain } = this.#settings;
    if (!this.#asks || !institution) throw invalid('library', 'malformed');
    const key = await this.#key.read(institution, keyInKeychain);
    const { code } = this.#asks;
    const { address, root } = institution;
    const met = this.#libraries.institution({ address, root, code, name: '', key }, answer);
    if ('mayBe' in met) throw invalid('library', 'malformed');
    await this.#isAt(institution, met.library, key);
    return this.#tellView();
  }

  /** Tests the service the station stands on, with the key it has. */
  async test(signal?: AbortSignal): Promise<Connection> {
    const { client, library } = await this.service();
    const { connection, currency, code, name } = await testConnection(client, signal);
    if (library.mode === 'institution') await this.#mustBe(library, code, name);
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
    // The keychain may have asked its user: much can have begun since.
    mayMove();
    return this.#standOn({ mode: 'institution' });
  }

  async forget(): Promise<StationView> {
    const { institution, keyInKeychain } = this.#settings;
    if (institution) await this.#key.forget(institution, keyInKeychain);
    this.#answering.institution = null;
    this.#asks = null;
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

  async #practiceService(): Promise<Answering> {
    const { practice, onLibraryChanged } = this.#options;
    const { libraryId } = await practice.address();
    const client = this.#clients.practice(() => practice.address());
    if (this.#practiceOwnId !== libraryId) {
      const before = this.#answering.practice ?? this.#libraries.lastPractice;
      this.#answering.practice = this.#libraries.practice(libraryId);
      this.#practiceOwnId = libraryId;
      if (before?.id !== this.#answering.practice.id) this.#tellView();
      if (before !== null && before.id !== this.#answering.practice.id) onLibraryChanged?.();
    }
    return { client, library: this.#answering.practice ?? this.#libraries.practice(libraryId) };
  }

  async #institutionService(): Promise<Answering> {
    const { institution, keyInKeychain } = this.#settings;
    if (!institution) throw invalid('institution', 'required');
    if (this.#asks) throw new Failed({ kind: 'whichLibrary' });
    const key = await this.#key.read(institution, keyInKeychain);
    // Another may have been connected while the keychain was asked: this key is not for that one.
    if (!this.#isStill(institution)) return this.#institutionService();
    const library = this.#answering.institution;
    if (library !== null) return { client: this.#clients.institution(institution, key), library };
    const { address, root } = institution;
    const met = { address, root, code: '', name: '', key };
    const known = this.#libraries.institution(met, null, institution.library);
    await this.#isAt(institution, this.#known(known, ''), key);
    // The settings name the library by now.
    return this.#institutionService();
  }

  /** The library, where it is known which; else a person is asked. Throws `whichLibrary`. */
  #known(met: Recognized, code: string): KnownLibrary {
    if ('library' in met) return met.library;
    this.#asks = { mayBe: met.mayBe, code };
    this.#tellView();
    throw new Failed({ kind: 'whichLibrary' });
  }

  /** What the service says of itself by now: another code may be another library behind the same address and key. */
  async #mustBe(library: KnownLibrary, code: string, name: string): Promise<void> {
    const { institution, keyInKeychain } = this.#settings;
    // Another may have been connected while this one was asked.
    const isLeft = () => this.#answering.institution?.id !== library.id;
    if (!institution || isLeft()) return;
    const { address, root } = institution;
    const key = await this.#key.read(institution, keyInKeychain);
    if (isLeft()) return;
    const met = this.#known(this.#libraries.institution({ address, root, code, name, key }, null), code);
    if (met.id === library.id) this.#answering.institution = met;
    else await this.#isAt(institution, met, key);
  }

  #isStill(institution: Institution): boolean {
    const { institution: now } = this.#settings;
    return now !== null && accountOf(now) === accountOf(institution);
  }

  /** At the start of a run: one read, whose refusal says nothing. */
  async #checkCode(): Promise<void> {
    const { client, library } = await this.service();
    const general = await client.call('conf.general', {}, { priority: 'bulk' });
    await this.#mustBe(library, codeOf(general?.institution), labelOf(general?.institution));
  }

  /** It is known which library it is: the settings name it, and its key in the keychain does. */
  async #isAt(institution: Institution, library: KnownLibrary, key: string): Promise<void> {
    this.#asks = null;
    this.#answering.institution = library;
    if (institution.library === library.id) return;
    const now = { ...institution, library: library.id };
    if (this.#settings.keyInKeychain) await this.#key.keep(now, key);
    if (!this.#isStill(institution)) return;
    this.#key.use(now, key);
    this.#change({ institution: now });
    if (this.#settings.keyInKeychain) await this.#key.discard(institution);
  }

  /** The new key is kept before anything says so, and an old one goes only when all else is done. */
  async #commit(
    where: InstitutionPlace,
    library: KnownLibrary,
    key: string,
    keep: Connecting['keep'],
    currency: string | null,
    mayMove: () => void,
  ): Promise<void> {
    const institution = { ...where, library: library.id };
    const { institution: before, keyInKeychain: hadKey, institutionPlace } = this.#settings;
    const keyInKeychain = keep === 'keychain';
    if (keyInKeychain) await this.#key.keep(institution, key);

    const same = before !== null && accountOf(before) === accountOf(institution);
    try {
      // The keychain may have asked its user: much can have begun since.
      mayMove();
    } catch (error) {
      if (keyInKeychain && !same) await this.#key.discard(institution);
      throw error;
    }
    const place = same ? institutionPlace : nowhere;
    this.#key.use(institution, key);
    this.#asks = null;
    // Before anything says that it stands there: whoever asks then gets both.
    this.#answering.institution = library;
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
    return this.#tellView();
  }

  /** Tells how the station stands by now: nothing of its settings need have changed. */
  #tellView(): StationView {
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
