import * as z from 'zod';
import { Id, Nothing, type Coded } from './common.ts';
import { asks, type Call } from './define.ts';
import type { Failure } from './failure.ts';

/** The kinds of record that are only looked at, by the ids of their sections. Source: Configuration. */
const DirectoryKind = z.enum([
  'libraries',
  'departments',
  'circ-desks',
  'deposit-profiles',
  'import-profiles',
  'printers',
]);
export type DirectoryKind = z.output<typeof DirectoryKind>;

/**
 * The value of a field, as it is read: every form in which the service sends one, of the fields that we know and of
 * those that we do not.
 */
export type FieldValue =
  /** A text or a number as it came, or what is nested too deep to be read, as JSON. */
  | { readonly as: 'text'; readonly text: string }
  | { readonly as: 'flag'; readonly is: boolean }
  /** A wrapped code, or the entry of a list that has a code and a name; `more`: what else it came with. */
  | { readonly as: 'code'; readonly code: string; readonly label: string; readonly more: readonly Field[] }
  | { readonly as: 'list'; readonly values: readonly FieldValue[] }
  | { readonly as: 'fields'; readonly fields: readonly Field[] }
  /** Null, `""`, or a wrapped code without one: the service sent the field, and nothing in it. */
  | { readonly as: 'nothing' };

/** A field of a record under the name that the service gives it. */
export interface Field {
  readonly name: string;
  readonly value: FieldValue;
}

/** A record that is only looked at. */
export interface DirectoryRecord {
  /** What it is read by: its code, or its id where it has one. `''`: it came without. */
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string;
  /** Whose it is: the library of a desk, department or printer, the owner of a profile. Null where it names none. */
  readonly library: Coded | null;
  /** Every field that the service sent, in its order. */
  readonly fields: readonly Field[];
}

/** A list that could not be read, beside others that were. */
export interface UnreadList<Of> {
  readonly of: Of;
  readonly failure: Failure;
}

/** The records of a kind. Desks are a list for each library: those that could not be read are named. */
export interface DirectoryList {
  readonly records: readonly DirectoryRecord[];
  readonly unread: readonly UnreadList<Coded>[];
}

/** What a code can be looked for: it is used by records of other kinds. */
const UsedKind = z.enum(['libraries', 'departments', 'circ-desks', 'locations', 'printers']);
export type UsedKind = z.output<typeof UsedKind>;
/** The kinds of record that name codes of others. */
export type UsingKind = DirectoryKind | 'locations' | 'general';

/** The records of a kind that name a code: none where `records` is empty. */
export interface Uses {
  readonly kind: UsingKind;
  readonly records: readonly DirectoryRecord[];
}

/**
 * Where a code is used, and which lists could not be read: of those nothing is known. A list whose records have no field
 * that could name it is in neither.
 */
export interface UsedIn {
  readonly uses: readonly Uses[];
  readonly unread: readonly UnreadList<UsingKind>[];
}

/** What the institution has set up. Source: Configuration. */
export const configuration = {
  /**
   * All records of a kind, in the order of the service. Of desks: those of a library, or of all libraries where it is
   * `''`; then each report says how many libraries were read. Fails only where nothing at all could be read.
   */
  'configuration.directory.list': asks(
    z.object({ kind: DirectoryKind, library: z.string().max(300) }),
  ).answers<DirectoryList, { readonly read: number; readonly total: number }>(),
  /**
   * One record as it is now. A department has no read of its own: it is looked for in the list. Fails with `gone` of
   * `id` where it is not among them any more, and with the service's refusal for the others.
   */
  'configuration.directory.get': asks(
    z.object({ kind: DirectoryKind, library: z.string().max(300), id: Id }),
  ).answers<DirectoryRecord>(),
  /** What holds for the whole institution; null where the service says nothing about it. */
  'configuration.directory.general': asks(Nothing).answers<DirectoryRecord | null>(),
  /**
   * Where a code is used, from the lists that can name it; a location or desk is that of its library. What has an id
   * too may be named by either. `library` is `''` of a department or printer that names none.
   */
  'configuration.directory.usedIn': asks(
    z.object({ kind: UsedKind, library: z.string().max(300), code: Id, id: Id.optional() }),
  ).answers<UsedIn>(),
} satisfies Record<string, Call>;
