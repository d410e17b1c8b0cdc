import { codeOf, labelOf } from '../../service/read.ts';
import type { ConnectionTest, StationView } from '../../contract/station.ts';
import { Failed, invalid } from '../failure.ts';
import type { Keychain, KnownLibrary, Log } from '../ports.ts';
import { type Answering, type Clients, testConnection } from './clients.ts';
import { accountOf, type Institution, institutionAt, InstitutionKey } from './institution-key.ts';
import type { Libraries, Recognized } from './libraries.ts';
import { nowhere, type SettingsStore } from './settings.ts';

export interface InstitutionServiceOptions {
  readonly settings: SettingsStore;
  /** Tells how the station stands by now: nothing of its settings need have changed. */
  readonly tell: () => void;
  /** The same, where another service is stood on from now on. */
  readonly tellMoved: () => StationView;
  readonly keychain: Keychain;
  readonly clients: Clients;
  readonly libraries: Libraries;
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

/** Where the station is to stand: an institution's service whose key was tried. */
interface Tried {
  readonly institution: Institution;
  readonly library: KnownLibrary;
  readonly key: string;
  readonly keep: Connecting['keep'];
  /** Null where the service does not say what it counts money in. */
  readonly currency: string | null;
}

/**
 * The institution's service that the station knows: its key, and which library it is. Only one is known at a time. Where
 * nothing but a person can say which library answers, nothing is sent until one has.
 */
export class InstitutionService {
  readonly #options: InstitutionServiceOptions;
  readonly #key: InstitutionKey;
  #answering: KnownLibrary | null = null;
  /** Those that the library may be, and the code it gave then: a person has to say which. */
  #asks: { readonly possibleLibraries: readonly KnownLibrary[]; readonly code: string } | null = null;

  constructor(options: InstitutionServiceOptions) {
    this.#options = options;
    this.#key = new InstitutionKey(options.keychain, options.log);
  }

  /** The library that answers, or the one that did last; null where none is known. */
  get library(): KnownLibrary | null {
    const { institution } = this.#settings.now;
    if (this.#answering) return this.#answering;
    return institution === null ? null : this.#options.libraries.get(institution.library);
  }

  /** The libraries it may be, one of which a person has to name; none where nothing is asked. */
  get mayBe(): readonly KnownLibrary[] {
    return this.#asks?.possibleLibraries ?? [];
  }

  /** Where its key is. */
  get keyIn(): StationView['key'] {
    if (this.#settings.now.keyInKeychain) return 'keychain';
    return this.#key.isInMemory ? 'thisRun' : 'none';
  }

  /** Throws an invalid `institution` where none is known, and `Failed`, and `KeychainProblem`. */
  async service(): Promise<Answering> {
    const { institution, keyInKeychain } = this.#settings.now;
    if (!institution) throw invalid('institution', 'required');
    if (this.#asks) throw new Failed({ kind: 'whichLibrary' });
    const key = await this.#key.read(institution, keyInKeychain);
    // Another may have been connected while the keychain was asked: this key is not for that one.
    if (!this.#isStill(institution)) return this.service();
    const library = this.#answering;
    if (library !== null) return { client: this.#options.clients.institution(institution, key), library };
    const { address, root } = institution;
    const met = { address, root, code: '', name: '', key };
    const known = this.#options.libraries.institution(met, null, institution.library);
    await this.#isAt(institution, this.#known(known, ''), key);
    // The settings name the library by now.
    return this.service();
  }

  /**
   * Tests a connection; with `commit` the station then stands on it, the key where `keep` says. `mayMove` throws where
   * it cannot leave its service after all: much can begin while a far service is tested.
   */
  async connect(asked: Connecting, mayMove: () => void, signal?: AbortSignal): Promise<ConnectionTest> {
    const { clients, libraries } = this.#options;
    const place = institutionAt(asked.address, asked.root);
    const key = asked.key.trim();
    const tested = await testConnection(clients.trial(place, key), signal);
    const { connection, currency, code, name } = tested;
    signal?.throwIfAborted();
    if (!asked.commit) return connection;
    mayMove();
    const met = libraries.institution({ ...place, code, name, key }, asked.library);
    if ('possible' in met) return { ...connection, possibleLibraries: met.possible };
    const { library } = met;
    const institution = { ...place, library: library.id };
    await this.#commit({ institution, library, key, keep: asked.keep, currency }, mayMove);
    return connection;
  }

  /** A person says which library it is. Throws an invalid `library` where nothing is to be said. */
  async whichLibrary(answer: string): Promise<void> {
    const { institution, keyInKeychain } = this.#settings.now;
    if (!this.#asks || !institution) throw invalid('library', 'malformed');
    const key = await this.#key.read(institution, keyInKeychain);
    const { code } = this.#asks;
    const { address, root } = institution;
    const met = this.#options.libraries.institution({ address, root, code, name: '', key }, answer);
    if ('possible' in met) throw invalid('library', 'malformed');
    await this.#isAt(institution, met.library, key);
  }

  /** At the start of a run: one read, whose refusal says nothing. */
  async checkCode(): Promise<void> {
    const { client, library } = await this.service();
    const general = await client.call('conf.general', {}, { priority: 'bulk' });
    await this.mustBe(library, codeOf(general?.institution), labelOf(general?.institution));
  }

  /** What the service says of itself by now: another code may be another library behind the same address and key. */
  async mustBe(library: KnownLibrary, code: string, name: string): Promise<void> {
    const { institution, keyInKeychain } = this.#settings.now;
    // Another may have been connected while this one was asked.
    const isLeft = () => this.#answering?.id !== library.id;
    if (!institution || isLeft()) return;
    const { address, root } = institution;
    const key = await this.#key.read(institution, keyInKeychain);
    if (isLeft()) return;
    const met = this.#options.libraries.institution({ address, root, code, name, key }, null);
    const known = this.#known(met, code);
    if (known.id === library.id) this.#answering = known;
    else await this.#isAt(institution, known, key);
  }

  /** Back to it; not without its key. */
  async standOn(mayMove: () => void): Promise<StationView> {
    const { institution, keyInKeychain } = this.#settings.now;
    if (!institution) throw invalid('institution', 'required');
    await this.#key.read(institution, keyInKeychain);
    // The keychain may have asked its user: much can have begun since.
    mayMove();
    this.#settings.change({ mode: 'institution' });
    return this.#options.tellMoved();
  }

  /** The practice library is stood on, and no key of an institution's is kept. */
  async forget(): Promise<StationView> {
    const { institution, keyInKeychain } = this.#settings.now;
    if (institution) await this.#key.forget(institution, keyInKeychain);
    const change = { institution: null, keyInKeychain: false, institutionPlace: nowhere };
    this.#settings.change({ mode: 'practice', ...change });
    this.#answering = null;
    this.#asks = null;
    return this.#options.tellMoved();
  }

  get #settings(): SettingsStore {
    return this.#options.settings;
  }

  /** The library, where it is known which; else a person is asked. Throws `whichLibrary`. */
  #known(met: Recognized, code: string): KnownLibrary {
    if ('library' in met) return met.library;
    this.#asks = { possibleLibraries: met.possible, code };
    this.#options.tell();
    throw new Failed({ kind: 'whichLibrary' });
  }

  #isStill(institution: Institution): boolean {
    const { institution: now } = this.#settings.now;
    return now !== null && accountOf(now) === accountOf(institution);
  }

  /** It is known which library it is: the settings name it, and its key in the keychain does. */
  async #isAt(institution: Institution, library: KnownLibrary, key: string): Promise<void> {
    const [asked, before] = [this.#asks, this.#answering];
    this.#asks = null;
    this.#answering = library;
    if (institution.library === library.id) return;
    const now = { ...institution, library: library.id };
    if (this.#settings.now.keyInKeychain) await this.#key.keep(now, key);
    if (!this.#isStill(institution)) return;
    try {
      this.#settings.change({ institution: now });
    } catch (error) {
      // What a person was asked they are asked still.
      this.#asks = asked;
      this.#answering = before;
      if (this.#settings.now.keyInKeychain) await this.#key.discard(now);
      throw error;
    }
    this.#key.use(now, key);
    this.#options.tell();
    if (this.#settings.now.keyInKeychain) await this.#key.discard(institution);
  }

  /** The new key is kept before anything says so, and an old one goes only when all else is done. */
  async #commit({ institution, library, key, keep, currency }: Tried, mayMove: () => void): Promise<void> {
    const { institution: before, keyInKeychain: hadKey, institutionPlace } = this.#settings.now;
    const keyInKeychain = keep === 'keychain';
    if (keyInKeychain) await this.#key.keep(institution, key);

    const same = before !== null && accountOf(before) === accountOf(institution);
    const place = same ? institutionPlace : nowhere;
    try {
      // The keychain may have asked its user: much can have begun since.
      mayMove();
      this.#settings.change({
        mode: 'institution',
        institution,
        keyInKeychain,
        institutionPlace: { ...place, currency: currency ?? place.currency },
      });
    } catch (error) {
      if (keyInKeychain && !same) await this.#key.discard(institution);
      throw error;
    }
    this.#key.use(institution, key);
    this.#asks = null;
    this.#answering = library;
    // Only now: whoever is told and asks gets all of it.
    this.#options.tellMoved();
    if (before !== null && hadKey && !(same && keyInKeychain)) await this.#key.discard(before);
  }
}
