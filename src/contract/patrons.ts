import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Id, Intent, type Accepted, type Coded } from './common.ts';
import type { BlockView } from './desk.ts';

const Line = z.string().max(2000);
const Choice = z.object({ code: z.string().max(400), label: Line });
/**
 * An entry as it came in the record, null for a new one. It travels with the entry, so that what the form does not
 * show is still there when the entry is written back.
 */
const Raw = z.looseObject({}).nullable();

/** A line of a postal address to each line of `lines`. */
const Address = z.object({
  lines: Line,
  city: Line,
  state: Line,
  postalCode: Line,
  country: Choice,
  type: Choice,
  preferred: z.boolean(),
  raw: Raw,
});

const Email = z.object({ address: Line, type: Choice, preferred: z.boolean(), raw: Raw });
const Phone = z.object({ number: Line, type: Choice, preferred: z.boolean(), raw: Raw });
const Identifier = z.object({ type: Choice, value: Line, note: Line, active: z.boolean(), raw: Raw });

/** A patron's record as the form has it. Days are `YYYY-MM-DD` or `''`; main validates all of it. Source: User. */
const PatronForm = z.object({
  primaryId: Line,
  title: Choice,
  firstName: Line,
  middleName: Line,
  lastName: Line,
  gender: Choice,
  birth: Line,
  language: Choice,
  accountType: Choice,
  status: Choice,
  group: Choice,
  campus: Choice,
  expiry: Line,
  purge: Line,
  identifiers: z.array(Identifier).max(100),
  addresses: z.array(Address).max(100),
  emails: z.array(Email).max(100),
  phones: z.array(Phone).max(100),
});

export type PatronForm = z.output<typeof PatronForm>;
export type AddressForm = z.output<typeof Address>;
export type EmailForm = z.output<typeof Email>;
export type PhoneForm = z.output<typeof Phone>;
export type IdentifierForm = z.output<typeof Identifier>;

/** The record as it was read: opaque to the window, which hands it back so that main can tell what changed since. */
const Seen = z.looseObject({});
export type Seen = z.output<typeof Seen>;

export interface BlockLine extends BlockView {
  readonly active: boolean;
  readonly until: string;
}

/** A patron's whole record, read anew. */
export interface PatronRecord {
  readonly seen: Seen;
  readonly form: PatronForm;
  readonly userId: string;
  readonly name: string;
  readonly recordType: Coded;
  readonly externalId: string;
  /** Since when the status is what it is. */
  readonly statusSince: string;
  readonly created: string;
  readonly modified: string;
  /** All blocks, also those that were lifted or have run out. */
  readonly blocks: readonly BlockLine[];
  readonly statistics: readonly { readonly category: Coded; readonly type: Coded; readonly note: string }[];
}

/** The institution's tables behind the coded fields; null where the service has no such table. */
export interface PatronTables {
  readonly groups: readonly Coded[] | null;
  readonly accountTypes: readonly Coded[] | null;
  readonly statuses: readonly Coded[] | null;
  readonly identifierTypes: readonly Coded[] | null;
  readonly addressTypes: readonly Coded[] | null;
  readonly emailTypes: readonly Coded[] | null;
  readonly phoneTypes: readonly Coded[] | null;
  readonly titles: readonly Coded[] | null;
  readonly genders: readonly Coded[] | null;
  readonly languages: readonly Coded[] | null;
  readonly countries: readonly Coded[] | null;
}

/** What keeps a patron from being deleted. Source: Users, rule 1. */
export interface Obstacles {
  readonly loans: number;
  readonly requests: number;
  readonly fees: number;
  /**
   * Deposits that the library holds, purchase requests that are not decided, and what is borrowed elsewhere as far as it
   * is known here; 0 also where the service does not list them.
   */
  readonly deposits: number;
  readonly purchases: number;
  readonly sharing: number;
}

/** What came of an export: it is in a file of this name, or the patron is there and the service holds nothing of theirs. */
export type Exported =
  { readonly outcome: 'saved'; readonly savedAs: string } | { readonly outcome: 'nothingHeld' };

export const patrons = {
  /** The record as it is at this moment. */
  'patrons.read': asks(z.object({ userId: Id })).answers<PatronRecord>(),
  'patrons.tables': asks(z.object({})).answers<PatronTables>(),
  'patrons.create': asks(z.object({ intent: Intent, form: PatronForm })).answers<Accepted<PatronRecord>>(),
  /**
   * Writes what differs between `form` and the record as it was `seen`. A `conflict`, with nothing written, where the
   * record is not as it was seen any more.
   */
  'patrons.save': asks(z.object({ intent: Intent, seen: Seen, form: PatronForm })).answers<
    Accepted<PatronRecord>
  >(),
  'patrons.obstacles': asks(z.object({ userId: Id })).answers<Obstacles>(),
  'patrons.delete': asks(z.object({ intent: Intent, userId: Id })).answers<null>(),
  /** Saves all that the service holds about the patron where the person says; null where they thought better of it. */
  'patrons.export': asks(z.object({ userId: Id })).answers<Exported | null>(),
} satisfies Record<string, Call>;
