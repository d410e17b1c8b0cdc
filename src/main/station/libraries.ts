import { randomUUID } from 'node:crypto';
import type { Journal } from '../journal/port.ts';
import type { KnownLibrary } from '../ports.ts';

type Known = ReturnType<Journal['libraries']>[number];

/** Libraries as the journal keeps them: every one this station has known. */
type LibraryRows = Pick<Journal, 'libraries' | 'keepLibrary' | 'marks'>;

/** A library that answers, by all that tells it from another. */
export interface AnsweringLibrary {
  readonly address: string;
  readonly root: string;
  /** The institution's own code; `''` where it is not known, or the key may not read it. */
  readonly code: string;
  readonly name: string;
  readonly key: string;
}

/** Which library it is; or those that it may be, of which a person has to say whether it is one of them. */
export type Recognized = { readonly library: KnownLibrary } | { readonly possible: readonly KnownLibrary[] };

/** Whichever of them it may be, it is another one. */
export const another = 'another';

/** What is older than the knowledge of libraries belongs to this one. Source: the journal's schema. */
const beforePractice = 'before-practice';

/**
 * The libraries that this station has known. A library is the same one where address, root, key and, as far as it is
 * known, its own code are the same. With another key, another code, or at another address, nobody but a person knows: a
 * sandbox is a copy of the real library, codes and all, and often on the same host.
 */
export class Libraries {
  readonly #kept: LibraryRows;

  constructor(kept: LibraryRows) {
    this.#kept = kept;
  }

  /** The practice library on which this station worked last; null before the first. */
  get lastPractice(): KnownLibrary | null {
    return this.#of('practice').at(-1) ?? null;
  }

  get(id: string): KnownLibrary | null {
    return this.#kept.libraries().find((known) => known.id === id) ?? null;
  }

  /** A practice library, by its own id. Nobody is asked: what is practised in one matters in no other. */
  practice(ownId: string): KnownLibrary {
    const known = this.#of('practice');
    const same = known.find(({ marks }) => marks.some(({ key }) => key === ownId));
    if (same) return same;
    const before = known.find(({ id, marks }) => id === beforePractice && marks.length === 0);
    const library = before ?? { id: randomUUID(), mode: 'practice', name: '' };
    this.#kept.keepLibrary(library, { address: '', root: '', code: '', key: ownId });
    return library;
  }

  /**
   * An institution's library. `answer`: what a person has said, the id of a known library or `another`. `last`: the one
   * that it was last, which it is where nothing says another. Notes what is new of it once it is known which it is.
   */
  institution(met: AnsweringLibrary, answer: string | null, last = ''): Recognized {
    const known = this.#of('institution');
    const marks = this.#kept.marks(met.key);
    // Two have the same key where one lay behind the other's address: without its code nothing tells them apart.
    const same = known.filter((one) => isSame(one, met, marks));
    const one = same.find(({ id }) => id === answer || id === last) ?? (same.length === 1 ? same[0] : null);
    if (one) return this.#keep(one, met, marks);
    if (same.length > 1) return { possible: same };
    const said = known.find(({ id }) => id === answer);
    if (said) return this.#keep(said, met, marks);
    const possible = known.filter((one) => isLike(one, met));
    if (possible.length > 0 && answer !== another) return { possible };
    return this.#keep({ id: randomUUID(), mode: 'institution', name: '' }, met, marks);
  }

  #of(mode: KnownLibrary['mode']): readonly Known[] {
    return this.#kept.libraries().filter((known) => known.mode === mode);
  }

  #keep({ id, mode, name }: KnownLibrary, met: AnsweringLibrary, marks: readonly string[]): Recognized {
    const library = { id, mode, name: met.name || name || new URL(met.address).host };
    const [key = ''] = marks;
    const { address, root, code } = met;
    this.#kept.keepLibrary(library, { address, root, code, key });
    return { library };
  }
}

/** One mark alone may have been made while the code could not be read: all of the same key at the same place count. */
function isSame(
  { marks }: Known,
  { address, root, code }: AnsweringLibrary,
  keys: readonly string[],
): boolean {
  const here = marks.filter(
    (mark) => mark.address === address && mark.root === root && keys.includes(mark.key),
  );
  const codes = here.map((mark) => mark.code).filter((known) => known !== '');
  return here.length > 0 && (code === '' || codes.length === 0 || codes.includes(code));
}

/** The same place with another key or code, or the same code at another place; or rows that say nothing of where they are from. */
function isLike({ marks }: Known, { address, root, code }: AnsweringLibrary): boolean {
  return (
    marks.length === 0 ||
    marks.some(
      (mark) => (mark.address === address && mark.root === root) || (mark.code !== '' && mark.code === code),
    )
  );
}
