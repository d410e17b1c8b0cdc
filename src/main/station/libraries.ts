import { randomUUID } from 'node:crypto';
import type { Journal } from '../journal/port.ts';
import type { KnownLibrary } from '../ports.ts';

type LibraryRow = ReturnType<Journal['libraries']>[number];

/** The journal's part for libraries. */
type LibraryRows = Pick<Journal, 'libraries' | 'keepLibrary' | 'marks'>;

/** Everything that distinguishes a library that answers from others. */
export interface LibraryIdentity {
  readonly address: string;
  readonly root: string;
  /** The institution's own code; `''` if it is not known, or the key does not have permission to read it. */
  readonly code: string;
  readonly name: string;
  readonly key: string;
}

/** The recognized library; or the libraries that it may be, for the user to choose. */
export type Recognized = { readonly library: KnownLibrary } | { readonly possible: readonly KnownLibrary[] };

/** The user's answer that it is none of the possible libraries. */
export const another = 'another';

/** The id of the library for rows from before libraries were recorded. Source: the journal's schema. */
const beforePractice = 'before-practice';

/**
 * The libraries that this station knows. A library is the same if address, root, key and, as far as known, its code are
 * the same. With another key, another code, or at another address, only a person knows: a sandbox is a copy of the real
 * library, including its codes, and often on the same host.
 */
export class Libraries {
  readonly #rows: LibraryRows;

  constructor(rows: LibraryRows) {
    this.#rows = rows;
  }

  /** The practice library that this station used last; null before the first. */
  get lastPractice(): KnownLibrary | null {
    return this.#of('practice').at(-1) ?? null;
  }

  get(id: string): KnownLibrary | null {
    return this.#rows.libraries().find((known) => known.id === id) ?? null;
  }

  /** The institution's libraries that were connected at this address, the newest first. */
  at(address: string, root: string): readonly KnownLibrary[] {
    const known = this.#of('institution').filter(({ marks }) =>
      marks.some((mark) => mark.address === address && mark.root === root),
    );
    return known.toReversed();
  }

  /** The practice library with this id. There is no question: practice in one library does not matter in another. */
  practice(ownId: string): KnownLibrary {
    const known = this.#of('practice');
    const same = known.find(({ marks }) => marks.some(({ key }) => key === ownId));
    if (same) return same;
    const before = known.find(({ id, marks }) => id === beforePractice && marks.length === 0);
    const library = before ?? { id: randomUUID(), mode: 'practice', name: '' };
    this.#rows.keepLibrary(library, { address: '', root: '', code: '', key: ownId });
    return library;
  }

  /**
   * Recognizes an institution's library. `answer`: the user's answer, the id of a known library or `another`. `last`:
   * the library it was before, which it still is unless something contradicts. Saves new marks once the library is
   * certain.
   */
  institution(identity: LibraryIdentity, answer: string | null, last = ''): Recognized {
    const known = this.#of('institution');
    const marks = this.#rows.marks(identity.key);
    // Two libraries have the same key if one was behind the other's address: without its code they cannot be
    // distinguished.
    const same = known.filter((one) => isSame(one, identity, marks));
    const one = same.find(({ id }) => id === answer || id === last) ?? (same.length === 1 ? same[0] : null);
    if (one) return this.#save(one, identity, marks);
    if (same.length > 1) return { possible: same };
    const choice = known.find(({ id }) => id === answer);
    if (choice) return this.#save(choice, identity, marks);
    const possible = known.filter((one) => maySame(one, identity));
    if (possible.length > 0 && answer !== another) return { possible };
    return this.#save({ id: randomUUID(), mode: 'institution', name: '' }, identity, marks);
  }

  #of(mode: KnownLibrary['mode']): readonly LibraryRow[] {
    return this.#rows.libraries().filter((known) => known.mode === mode);
  }

  #save({ id, mode, name }: KnownLibrary, identity: LibraryIdentity, marks: readonly string[]): Recognized {
    const library = { id, mode, name: identity.name || name || new URL(identity.address).host };
    const [key = ''] = marks;
    const { address, root, code } = identity;
    this.#rows.keepLibrary(library, { address, root, code, key });
    return { library };
  }
}

/**
 * A mark may have been made while the code could not be read, so all marks with this key at this address are compared.
 */
function isSame(
  { marks }: LibraryRow,
  { address, root, code }: LibraryIdentity,
  keys: readonly string[],
): boolean {
  const here = marks.filter(
    (mark) => mark.address === address && mark.root === root && keys.includes(mark.key),
  );
  const codes = here.map((mark) => mark.code).filter((known) => known !== '');
  return here.length > 0 && (code === '' || codes.length === 0 || codes.includes(code));
}

/**
 * Whether it may be this library: the same address with another key or code, the same code at another address, or a
 * library without marks.
 */
function maySame({ marks }: LibraryRow, { address, root, code }: LibraryIdentity): boolean {
  return (
    marks.length === 0 ||
    marks.some(
      (mark) => (mark.address === address && mark.root === root) || (mark.code !== '' && mark.code === code),
    )
  );
}
