import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Day, Id, Intent, Nothing, TypedAmount, type Accepted, type Coded, type Money } from './common.ts';

const entry = z.string().max(2000);

/**
 * What is wanted, under the service's own names of the fields, `''` where nothing was entered: what is wrong with one
 * of them, here or at the service, is then told at that field. Source: Requests.
 */
export const Citation = z.object({
  title: entry,
  journal_title: entry,
  author: entry,
  year: entry,
  publisher: entry,
  edition: entry,
  volume: entry,
  issue: entry,
  pages: entry,
  isbn: entry,
  issn: entry,
  doi: entry,
  pmid: entry,
  oclc_number: entry,
  mms_id: entry,
});
export type Citation = z.output<typeof Citation>;

/** A borrowing request as it is filled in. Source: Requests, resource-sharing request body. */
export const SharingForm = z.object({
  citation: Citation,
  citation_type: entry,
  format: entry,
  owner: entry,
  pickup_location: entry,
  level_of_service: entry,
  last_interest_date: Day,
  willing_to_pay: z.boolean(),
  note: entry,
  agree_to_copyright_terms: z.boolean(),
});
export type SharingForm = z.output<typeof SharingForm>;

/** Which of the citation's fields belong to a citation type: all of them to a type that we do not know. */
export type CitationKind = 'book' | 'article' | 'other';

export interface CitationType extends Coded {
  readonly kind: CitationKind;
}

/** Something borrowed elsewhere for a patron, whole. */
export interface SharingView {
  readonly requestId: string;
  /** Ours, or that of the other system that made the request. */
  readonly externalId: string;
  readonly status: Coded;
  readonly citation: Citation;
  readonly citationType: Coded;
  readonly format: Coded;
  readonly owner: Coded;
  readonly pickup: Coded;
  readonly level: Coded;
  readonly lastInterest: string;
  readonly willingToPay: boolean;
  readonly note: string;
  /** The patron agreed to the copyright terms. */
  readonly agreed: boolean;
  readonly requested: string;
  /** Null where nothing was said of it. */
  readonly shippingCost: Money | null;
  readonly fund: Coded;
  readonly cancelReason: Coded;
  readonly cancelNote: string;
}

/** What a request can be made of: from the institution's configuration. */
export interface SharingChoices {
  /** Libraries that take part in resource sharing. */
  readonly owners: readonly Coded[];
  readonly pickups: readonly Coded[];
  readonly formats: readonly Coded[];
  readonly citationTypes: readonly CitationType[];
  /** Empty where the institution keeps none. */
  readonly levels: readonly Coded[];
  /** This station's library, `''` where none is chosen. */
  readonly here: string;
  /** The institution's own words for what the patron agrees to; `''` where it keeps none. */
  readonly copyright: string;
}

export const sharing = {
  /**
   * The requests that this station made for the patron, and those of `also`, each as it stands now. The service keeps
   * no list of them. `older` are ours that were not read, because there are so many.
   */
  'sharing.list': asks(z.object({ userId: Id, also: z.array(Id).max(100) })).answers<
    { readonly requests: readonly SharingView[]; readonly older: number },
    { readonly read: number; readonly total: number }
  >(),
  /** One that was made elsewhere, by its number or by the caller's id. */
  'sharing.find': asks(z.object({ userId: Id, id: z.string().max(1000) })).answers<SharingView>(),
  'sharing.choices': asks(Nothing).answers<SharingChoices>(),
  'sharing.create': asks(
    z.object({ intent: Intent, userId: Id, form: SharingForm, overrideBlocks: z.boolean() }),
  ).answers<Accepted<SharingView>>(),
  /** Cancels it or, with `remove`, has the service forget it. */
  'sharing.cancel': asks(
    z.object({
      intent: Intent,
      userId: Id,
      requestId: Id,
      reason: z.string().max(200),
      note: z.string().max(2000),
      remove: z.boolean(),
      notify: z.boolean(),
    }),
  ).answers<null>(),
  /** Writes what the shipping cost and which fund bears it; what is empty stays as it is. */
  'sharing.setShipping': asks(
    z.object({ intent: Intent, userId: Id, requestId: Id, cost: TypedAmount, fund: z.string().max(1000) }),
  ).answers<Accepted<SharingView>>(),
} satisfies Record<string, Call>;
