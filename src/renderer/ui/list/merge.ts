import { threeWay } from '../../../shared/three-way.ts';

/** The fields of a form. */
export type FieldOf<F> = keyof F & string;

/** Which side's value a field gets. */
export type Side = 'mine' | 'theirs';

/** A field that is not the same in all three: as it was read, as it was filled in here, as someone else wrote it. */
export interface Clash<Name extends string = string> {
  readonly field: Name;
  readonly was: string;
  readonly mine: string;
  readonly theirs: string;
  /** Both changed it, and not to the same: only a person can tell. */
  readonly both: boolean;
  /** The value used unless the user chooses; null where both sides changed it. */
  readonly choice: Side | null;
}

/** The user's choice for each field; none where there is no choice yet. */
export type Choices<Name extends string = string> = Readonly<Partial<Record<Name, Side>>>;

/** How a form is compared: its fields in their order, what of the form is in one, and how that is read. */
export interface FormParts<F, Name extends string = FieldOf<F>> {
  readonly names: readonly Name[];
  readonly valueOf: (form: F, field: Name) => unknown;
  readonly shown: (field: Name, form: F) => string;
}

/** What a value says, without what its entries came as and without the names of its codes. */
const plain = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'raw' || key === 'label') return undefined;
    return typeof inner === 'string' ? inner.trim() : inner;
  });

/** Where three states of a record differ, field by field. */
export function clashesIn<F, Name extends string>(
  { names, valueOf, shown }: FormParts<F, Name>,
  { was, mine, theirs }: { readonly was: F; readonly mine: F; readonly theirs: F },
): Clash<Name>[] {
  return names.flatMap((field) => {
    const [before, here, there] = [was, mine, theirs].map((form) => plain(valueOf(form, field)));
    const change = threeWay(before, here, there);
    if (change === 'unchanged') return [];
    const both = change === 'clash';
    const choice = both ? null : change === 'mine' ? 'mine' : 'theirs';
    return [
      { field, was: shown(field, was), mine: shown(field, mine), theirs: shown(field, theirs), both, choice },
    ];
  });
}

/** An entry of a list in a form, with what it came as. */
type Entry = { readonly raw: unknown };

const isEntries = (value: unknown): value is readonly Entry[] =>
  Array.isArray(value) &&
  value.every((entry) => typeof entry === 'object' && entry !== null && 'raw' in entry);

/**
 * The entries of mine, each on what it came as now: what someone else changed in a part of it that no form shows is not
 * undone with it.
 */
function onTheirs(mine: readonly Entry[], was: readonly Entry[], theirs: readonly Entry[]): Entry[] {
  return mine.map((entry) => {
    const before = was.find((one) => JSON.stringify(one.raw) === JSON.stringify(entry.raw));
    const now = before && theirs.find((one) => plain(one) === plain(before));
    return now ? { ...entry, raw: now.raw } : entry;
  });
}

/** The form as they have it, with these fields of mine. */
export function mergedForm<F extends object>(
  { was, mine, theirs }: { readonly was: F; readonly mine: F; readonly theirs: F },
  taken: readonly FieldOf<F>[],
): F {
  const values = taken.map((field): [string, unknown] => {
    const [before, here, there]: readonly unknown[] = [was[field], mine[field], theirs[field]];
    const isList = isEntries(here) && isEntries(before) && isEntries(there);
    return [field, isList ? onTheirs(here, before, there) : here];
  });
  // Each field with its own value, of mine or on theirs.
  return { ...theirs, ...(Object.fromEntries(values) as Partial<F>) };
}
