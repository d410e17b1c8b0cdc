import { UnauthorizedError } from '../../client/errors.ts';
import { codeOf, labelOf } from '../../service/read.ts';
import type { ConnectionTest, StationView } from '../../contract/station.ts';
import { Failed, invalid } from '../failure.ts';
import type { Keychain, KnownLibrary, Log } from '../ports.ts';
import { type LibraryClient, type Clients, testConnection } from './clients.ts';
import {
  accountOf,
  type Institution,
  institutionAt,
  InstitutionKey,
  type ServiceAddress,
} from './institution-key.ts';
import type { Libraries, Recognized } from './libraries.ts';
import { noPlace, type SettingsStore } from './settings.ts';
import { settingsWithKey, unrecognized } from './stored-key.ts';

export interface InstitutionServiceOptions {
  readonly settings: SettingsStore;
  /** The station's view has changed, even if its settings have not. */
  readonly onChange: () => void;
  /** The same, when the station is connected to another service. */
  readonly onServiceChange: () => StationView;
  /** Another library answers at the same address than the last one, whose rows may be shown. */
  readonly onLibraryChanged: () => void;
  /** Whether something is under way at the connected library, so that it cannot be left now. */
  readonly isWorkOpen: () => boolean;
  readonly keychain: Keychain;
  readonly clients: Clients;
  readonly libraries: Libraries;
  readonly log: Log;
}

/** What a window sends to connect the station. */
export interface ConnectRequest {
  readonly address: string;
  readonly root: string;
  readonly key: string;
  readonly keep: 'keychain' | 'thisRun';
  readonly commit: boolean;
  /** The user's answer, if it may be one of several libraries. */
  readonly library: string | null;
}

/** A connection to an institution's service whose key was tested. */
interface NewConnection {
  readonly institution: Institution;
  readonly library: KnownLibrary;
  readonly key: string;
  readonly keep: ConnectRequest['keep'];
  /** The currency; null if the service does not give it. */
  readonly currency: string | null;
}

/**
 * The institution's service that the station knows: its key, and its library. Only one is known at a time. If only a
 * person can say which library answers, nothing is sent until the user has answered.
 */
export class InstitutionService {
  readonly #options: InstitutionServiceOptions;
  readonly #key: InstitutionKey;
  #connectedLibrary: KnownLibrary | null = null;
  /** The libraries that it may be, and the code it gave: the user has to choose. */
  #libraryQuestion: { readonly possibleLibraries: readonly KnownLibrary[]; readonly code: string } | null =
    null;

  constructor(options: InstitutionServiceOptions) {
    this.#options = options;
    this.#key = new InstitutionKey(options.keychain, options.log);
  }

  /** The connected library, or the last one; null if none is known. */
  get library(): KnownLibrary | null {
    const { institution } = this.#settings.now;
    if (this.#connectedLibrary) return this.#connectedLibrary;
    return institution === null ? null : this.#options.libraries.get(institution.library);
  }

  /** The libraries from which the user has to choose; empty if there is no question. */
  get possibleLibraries(): readonly KnownLibrary[] {
    return this.#libraryQuestion?.possibleLibraries ?? [];
  }

  /** Where the key is stored. */
  get keyIn(): StationView['key'] {
    if (this.#settings.now.keyInKeychain) return 'keychain';
    return this.#key.isInMemory ? 'thisRun' : 'none';
  }

  /**
   * The client of the service and its library. Throws an invalid `institution` if none is known, `Failed`, and
   * `KeychainProblem`.
   */
  async service(): Promise<LibraryClient> {
    this.#assertNoQuestion();
    const { institution, key } = await this.#current();
    this.#assertNoQuestion();
    const library = this.#connectedLibrary;
    if (library !== null) return { client: this.#options.clients.institution(institution, key), library };
    const { address, root } = institution;
    const identity = { address, root, code: '', name: '', key };
    const recognized = this.#options.libraries.institution(identity, null, institution.library);
    await this.#setLibrary(institution, this.#requireKnown(recognized, ''), key);
    // The settings have the library now.
    return this.service();
  }

  /**
   * Tests a connection; with `commit` the station is then connected to it, with the key stored as `keep` says.
   * `assertMayLeave` throws if the station cannot leave its service after all: work may begin while a slow service is
   * tested.
   */
  async connect(
    request: ConnectRequest,
    assertMayLeave: () => void,
    signal?: AbortSignal,
  ): Promise<ConnectionTest> {
    const { clients, libraries } = this.#options;
    const place = institutionAt(request.address, request.root);
    const key = request.key.trim();
    const result = await testConnection(clients.trial(place, key), signal);
    const { connection, currency, code, name } = result;
    signal?.throwIfAborted();
    if (!request.commit) return connection;
    assertMayLeave();
    const recognized = libraries.institution({ ...place, code, name, key }, request.library);
    if ('possible' in recognized) return { ...connection, possibleLibraries: recognized.possible };
    const { library } = recognized;
    const institution = { ...place, library: library.id };
    await this.#commit({ institution, library, key, keep: request.keep, currency }, assertMayLeave);
    return connection;
  }

  /**
   * Whether the library system answers at an address: it refuses a key that is none, in its own words. Throws as a
   * connection does.
   */
  async testAddress(
    { address, root }: ServiceAddress,
    signal?: AbortSignal,
  ): Promise<{ readonly ms: number }> {
    const startedAt = performance.now();
    try {
      await testConnection(this.#options.clients.trial(institutionAt(address, root), 'no-key'), signal);
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
    }
    return { ms: Math.round(performance.now() - startedAt) };
  }

  /**
   * The user says which library it is. Throws an invalid `library` if there is no question, and what `assertMayLeave`
   * throws, which is asked after the keychain was.
   */
  async whichLibrary(answer: string, assertMayLeave: () => void): Promise<void> {
    const question = this.#libraryQuestion;
    if (!question || !this.#settings.now.institution) throw invalid('library', 'malformed');
    const { institution, key } = await this.#current();
    // Another institution may be connected by now, or another question asked.
    if (this.#libraryQuestion !== question) throw invalid('library', 'malformed');
    assertMayLeave();
    const { code } = question;
    const { address, root } = institution;
    const recognized = this.#options.libraries.institution({ address, root, code, name: '', key }, answer);
    if ('possible' in recognized) throw invalid('library', 'malformed');
    await this.#setLibrary(institution, recognized.library, key);
  }

  /** Checks the institution's code at the start of a run, with one read. A failure is ignored. */
  async checkCode(): Promise<void> {
    const { client, library } = await this.service();
    const general = await client.call('conf.general', {}, { priority: 'bulk' });
    await this.verifyLibrary(library, codeOf(general?.institution), labelOf(general?.institution));
  }

  /**
   * Compares the library with what the service now says about itself: another code may be another library behind the
   * same address and key. Returns false where another institution was connected meanwhile: what was said is not of it.
   */
  async verifyLibrary(library: KnownLibrary, code: string, name: string): Promise<boolean> {
    const isReplaced = () => this.#connectedLibrary?.id !== library.id;
    if (isReplaced()) return false;
    const { institution, key } = await this.#current();
    if (isReplaced()) return false;
    const { address, root } = institution;
    const recognized = this.#options.libraries.institution({ address, root, code, name, key }, null);
    const known = this.#requireKnown(recognized, code);
    if (known.id === library.id) {
      this.#connectedLibrary = known;
      return true;
    }
    // What was scanned at the library before must not end at this one: until that is over, the user says which it is.
    if (this.#options.isWorkOpen()) this.#requireKnown({ possible: [known] }, code);
    await this.#setLibrary(institution, known, key);
    this.#options.onLibraryChanged();
    return true;
  }

  /** Connects to the institution again, if its key can be read. */
  async connectAgain(assertMayLeave: () => void): Promise<StationView> {
    await this.#current();
    // The keychain may have waited for its user: work may have begun since then.
    assertMayLeave();
    this.#settings.change({ mode: 'institution' });
    return this.#options.onServiceChange();
  }

  /**
   * Takes another address, that nobody here has typed. Its key is the one that the keychain has for it, or a person
   * enters it; the key of the address before stays in the keychain, for when that comes back. `assertMayLeave` is asked
   * once more after the keychain was.
   */
  async useAddress({ address, root }: ServiceAddress, assertMayLeave: () => void): Promise<void> {
    let institution: Institution = { address, root, library: '' };
    let keyInKeychain = false;
    // With the library's id, or as a key that IT brought before the library was known.
    const ids = [...this.#options.libraries.at(address, root).map(({ id }) => id), ''];
    for (const library of ids) {
      const known = { address, root, library };
      if (!(await this.#key.isKept(known))) continue;
      [institution, keyInKeychain] = [known, true];
      break;
    }
    assertMayLeave();
    this.#settings.change({ institution, keyInKeychain, institutionPlace: noPlace });
    this.#key.drop();
    this.#connectedLibrary = null;
    this.#libraryQuestion = null;
    if (this.#settings.now.mode === 'institution') this.#options.onServiceChange();
    else this.#options.onChange();
  }

  /**
   * Uses the key that the keychain has for a service from now on: which library that is, its next call finds out. Throws
   * what `assertMayLeave` throws, and `Failed` where the settings cannot be written; then nothing has changed.
   */
  async useStoredKey(at: ServiceAddress, assertMayLeave: () => void): Promise<void> {
    const { institution: before, keyInKeychain: hadKey } = this.#settings.now;
    assertMayLeave();
    this.#settings.change(settingsWithKey(this.#settings.now, at));
    this.#key.drop();
    this.#connectedLibrary = null;
    this.#libraryQuestion = null;
    this.#options.onServiceChange();
    const isOther = before !== null && accountOf(before) !== accountOf(unrecognized(at));
    if (isOther && hadKey) await this.#key.discard(before);
  }

  /**
   * Connects to the practice library, and removes the institution's key. `assertMayLeave` is asked once more after the
   * keychain was; where it throws, the institution stays connected with its key.
   */
  async forget(assertMayLeave: () => void): Promise<StationView> {
    const { institution, keyInKeychain } = this.#settings.now;
    const isRemoved = institution !== null && keyInKeychain;
    if (isRemoved) await this.#key.remove(institution);
    try {
      if (institution && !this.#isCurrent(institution)) throw invalid('institution', 'moved');
      assertMayLeave();
      const change = { institution: null, keyInKeychain: false, institutionPlace: noPlace };
      this.#settings.change({ mode: 'practice', ...change });
    } catch (error) {
      if (isRemoved && this.#isCurrent(institution) && !(await this.#key.putBack(institution))) {
        this.#settings.change({ keyInKeychain: false });
        this.#options.onChange();
      }
      throw error;
    }
    this.#key.drop();
    this.#connectedLibrary = null;
    this.#libraryQuestion = null;
    return this.#options.onServiceChange();
  }

  get #settings(): SettingsStore {
    return this.#options.settings;
  }

  /** The library, if it is certain; otherwise asks the user. Throws `whichLibrary`. */
  #requireKnown(recognized: Recognized, code: string): KnownLibrary {
    if ('library' in recognized) return recognized.library;
    this.#libraryQuestion = { possibleLibraries: recognized.possible, code };
    this.#options.onChange();
    throw new Failed({ kind: 'whichLibrary' });
  }

  #assertNoQuestion(): void {
    if (this.#libraryQuestion) throw new Failed({ kind: 'whichLibrary' });
  }

  /**
   * The institution and its key, as they are once the keychain has answered: another one may have been connected
   * meanwhile, or another key entered.
   */
  async #current(): Promise<{ readonly institution: Institution; readonly key: string }> {
    for (;;) {
      const { institution, keyInKeychain } = this.#settings.now;
      if (!institution) throw invalid('institution', 'required');
      const key = await this.#key.read(institution, keyInKeychain);
      if (key !== null && this.#isCurrent(institution)) return { institution, key };
    }
  }

  #isCurrent(institution: Institution): boolean {
    const { institution: now } = this.#settings.now;
    return now !== null && accountOf(now) === accountOf(institution);
  }

  /** Notes the library in the settings and in the name of its key in the keychain. */
  async #setLibrary(institution: Institution, library: KnownLibrary, key: string): Promise<void> {
    const [question, previous] = [this.#libraryQuestion, this.#connectedLibrary];
    this.#libraryQuestion = null;
    this.#connectedLibrary = library;
    if (institution.library === library.id) return;
    const updated = { ...institution, library: library.id };
    const putBack = this.#settings.now.keyInKeychain ? await this.#key.store(updated, key) : null;
    if (!this.#isCurrent(institution) || !this.#key.isInUse(institution, key)) {
      // It was left or forgotten meanwhile: its key must not stay.
      if (!this.#isCurrent(updated)) await putBack?.();
      return;
    }
    try {
      this.#settings.change({ institution: updated });
    } catch (error) {
      // The question to the user is still open.
      this.#libraryQuestion = question;
      this.#connectedLibrary = previous;
      await putBack?.();
      throw error;
    }
    this.#key.use(updated, key);
    this.#options.onChange();
    if (this.#settings.now.keyInKeychain) await this.#key.discard(institution);
  }

  /** Stores the new key before the settings refer to it, and removes the old one when everything else is done. */
  async #commit(
    { institution, library, key, keep, currency }: NewConnection,
    assertMayLeave: () => void,
  ): Promise<void> {
    const keyInKeychain = keep === 'keychain';
    const putBack = keyInKeychain ? await this.#key.store(institution, key) : null;

    const { institution: before, keyInKeychain: hadKey, institutionPlace } = this.#settings.now;
    const same = before !== null && accountOf(before) === accountOf(institution);
    const place = same ? institutionPlace : noPlace;
    try {
      // The keychain may have waited for its user: work may have begun since then.
      assertMayLeave();
      this.#settings.change({
        mode: 'institution',
        institution,
        keyInKeychain,
        institutionPlace: { ...place, currency: currency ?? place.currency },
      });
    } catch (error) {
      await putBack?.();
      throw error;
    }
    this.#key.use(institution, key);
    this.#libraryQuestion = null;
    this.#connectedLibrary = library;
    // Only now: a window that reads the station after this event sees the whole change.
    this.#options.onServiceChange();
    if (before !== null && hadKey && !(same && keyInKeychain)) await this.#key.discard(before);
  }
}
