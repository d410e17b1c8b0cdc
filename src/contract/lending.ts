import * as z from 'zod';
import type { CitationType } from './sharing.ts';
import { Id, Intent, Nothing, type Accepted, type Coded } from './common.ts';
import { asks, type Call } from './define.ts';
import type { Failure } from './failure.ts';

const entry = z.string().max(4000);

/**
 * A lending request as it is filled in, under the service's own names of the fields; `''` where nothing was entered.
 * Source: Lending request (partner).
 */
export const LendingForm = z.object({
  partner: entry,
  owner: entry,
  format: entry,
  citation_type: entry,
  mms_id: entry,
  title: entry,
  journal_title: entry,
  author: entry,
  publisher: entry,
  year: entry,
  edition: entry,
  volume: entry,
  issue: entry,
  pages: entry,
  isbn: entry,
  issn: entry,
  doi: entry,
  pmid: entry,
  oclc_number: entry,
  call_number: entry,
  /** `YYYY-MM-DD` as typed. */
  last_interest_date: entry,
  level_of_service: entry,
  requested_media: entry,
  preferred_send_method: entry,
  pickup_location: entry,
  copyright_status: entry,
  requested_language: entry,
  reading_room: entry,
  status: entry,
  /** The text of each note. */
  rs_note: z.array(z.string().max(10_000)).max(50),
});
export type LendingForm = z.output<typeof LendingForm>;
/** A field of a lending request with one text. */
export type LendingField = Exclude<keyof LendingForm, 'rs_note'>;

/** A lending request as the service has it, whole. */
export interface LendingView {
  readonly requestId: string;
  readonly externalId: string;
  readonly fields: Readonly<Record<LendingField, Coded>>;
  readonly notes: readonly string[];
  /** What else came with it, under the service's names. */
  readonly others: readonly { readonly name: string; readonly value: string }[];
}

/** A lending request that this station made. */
export interface LendingRow {
  /** The intent it was made with, which is also its external id. */
  readonly id: string;
  /**
   * - `made`: the service gave it a number;
   * - `noNumber`: it was placed, but what number it has is not known here: a person said so, or the answer had none;
   * - `underWay`: a window of this station is placing it now;
   * - `notConfirmed`: it was sent, and it is not known whether it was placed;
   * - `rowLost`: the journal has lost what came of it: it may have been placed, and nothing can find that out.
   */
  readonly standing: 'made' | 'noNumber' | 'underWay' | 'notConfirmed' | 'rowLost';
  /** When it was made. */
  readonly at: string;
  /** When it was last read from the service; `''` where it never was. */
  readonly readAt: string;
  /** The service did not find it when it was asked last. */
  readonly gone: boolean;
  readonly request: LendingView;
}

/** What came of reading one again. */
export interface LendingReread {
  readonly id: string;
  readonly row: LendingRow | null;
  /** Why it could not be read; the others are read all the same. */
  readonly failure: Failure | null;
}

/** What a request can be made of: from the institution's configuration, and from what was made here before. */
export interface LendingChoices {
  /** Libraries that take part in resource sharing. */
  readonly owners: readonly Coded[];
  readonly formats: readonly Coded[];
  readonly citationTypes: readonly CitationType[];
  /** Empty where the institution keeps none. */
  readonly levels: readonly Coded[];
  /** This station's library, `''` where none is chosen. */
  readonly here: string;
  /** Codes of partners that something was lent to from here, the last one first. The service has no list of partners. */
  readonly partners: readonly string[];
}

/** A citation that was found in a pasted text, as fields of a lending request. */
export interface CitationEntry {
  /** What it is about; null where the text does not say so. */
  readonly kind: CitationType['kind'] | null;
  readonly fields: Partial<Readonly<Record<LendingField, string>>>;
  /** What was not used: the name in the text, and the beginning of its value. */
  readonly leftOut: readonly {
    readonly name: string;
    readonly value: string;
    readonly why: 'notUsed' | 'checkDigit';
  }[];
}

/** What was found in a pasted text. */
export interface CitationsRead {
  readonly from: 'bibtex' | 'ris' | 'numbers';
  readonly entries: readonly CitationEntry[];
  /** Entries of the text that could not be read. */
  readonly unread: number;
  /** Further entries, beyond those that are offered. */
  readonly more: number;
}

/** Lending requests for partners. Source: Resource sharing partners. */
export const lending = {
  'lending.choices': asks(Nothing).answers<LendingChoices>(),
  'lending.create': asks(z.object({ intent: Intent, form: LendingForm })).answers<Accepted<LendingRow>>(),
  /** What this station made, the newest first. Nothing is asked of the service. */
  'lending.list': asks(Nothing).answers<{
    readonly rows: readonly LendingRow[];
    /** How many are kept here that cannot be read now: the key of the journal is missing. */
    readonly unreadable: number;
    /** There are more than are listed. */
    readonly isCut: boolean;
  }>(),
  /** A person says what came of one of which the journal has lost it. Throws `gone` for any other. */
  'lending.decideLost': asks(z.object({ id: Id, happened: z.boolean() })).answers<null>(),
  /** Reads these again, one after the other, and keeps what they say. Each is reported as soon as it is there. */
  'lending.readAgain': asks(z.object({ ids: z.array(Id).max(2000) })).answers<
    null,
    { readonly read: number; readonly total: number; readonly one: LendingReread }
  >(),
  /** One by its number. One that was made here without its number being known gets it. */
  'lending.find': asks(z.object({ partner: z.string().max(1000), requestId: z.string().max(1000) })).answers<{
    readonly request: LendingView;
    readonly row: LendingRow | null;
    /** When it was read. */
    readonly readAt: string;
  }>(),
  /** Finds citations in a pasted text: RIS, BibTeX, or a DOI, PMID, ISBN or ISSN. Nothing is looked up anywhere. */
  'lending.citation': asks(z.object({ text: z.string().max(20_000_000) })).answers<CitationsRead>(),
} satisfies Record<string, Call>;
