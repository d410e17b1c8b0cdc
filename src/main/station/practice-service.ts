import type { KnownLibrary } from '../ports.ts';
import type { Answering, Clients } from './clients.ts';
import type { Libraries } from './libraries.ts';
import type { PracticeAddress } from './practice.ts';

export interface PracticeServiceOptions {
  readonly practice: { address(): Promise<PracticeAddress> };
  readonly clients: Clients;
  readonly libraries: Libraries;
  /** Another library answers than the one last worked on; `hasRows`: of that one, rows may be on a table. */
  readonly onLibraryChanged: (hasRows: boolean) => void;
}

/** The practice library as the service that the station stands on: which library it is, its database says. */
export class PracticeService {
  readonly #options: PracticeServiceOptions;
  #answering: { readonly ownId: string; readonly library: KnownLibrary } | null = null;

  constructor(options: PracticeServiceOptions) {
    this.#options = options;
  }

  /** The library that answers, or the one that did last; null before the first. */
  get library(): KnownLibrary | null {
    return this.#answering?.library ?? this.#options.libraries.lastPractice;
  }

  async service(): Promise<Answering> {
    const { practice, clients } = this.#options;
    const { libraryId } = await practice.address();
    return { client: clients.practice(() => practice.address()), library: this.#is(libraryId) };
  }

  #is(ownId: string): KnownLibrary {
    if (this.#answering?.ownId === ownId) return this.#answering.library;
    const before = this.library;
    const library = this.#options.libraries.practice(ownId);
    this.#answering = { ownId, library };
    if (before?.id !== library.id) this.#options.onLibraryChanged(before !== null);
    return library;
  }
}
