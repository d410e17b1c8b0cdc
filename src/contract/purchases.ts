import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Id, Intent, Nothing, type Accepted, type Coded } from './common.ts';

const entry = z.string().max(2000);

/** What is to be bought, under the service's own names of the fields. Source: Requests; the fields are assumed. */
export const PurchaseForm = z.object({
  title: entry,
  author: entry,
  isbn: entry,
  issn: entry,
  publisher: entry,
  publication_year: entry,
  mms_id: entry,
  citation_type: entry,
  format: entry,
  owner: entry,
});
export type PurchaseForm = z.output<typeof PurchaseForm>;

/** A patron's wish that the library buy something. */
export interface PurchaseView {
  readonly requestId: string;
  readonly status: Coded;
  readonly title: string;
  readonly author: string;
  readonly isbn: string;
  readonly issn: string;
  readonly publisher: string;
  readonly year: string;
  readonly mmsId: string;
  readonly citationType: Coded;
  readonly format: Coded;
  readonly owner: Coded;
  readonly requested: string;
}

/** What a request can be made of: from the institution's configuration. */
export interface PurchaseChoices {
  readonly owners: readonly Coded[];
  readonly formats: readonly Coded[];
  readonly citationTypes: readonly Coded[];
  /** This station's library, `''` where none is chosen. */
  readonly here: string;
}

export const purchases = {
  /** Newest first. */
  'purchases.list': asks(z.object({ userId: Id })).answers<{
    readonly requests: readonly PurchaseView[];
    readonly total: number;
  }>(),
  'purchases.choices': asks(Nothing).answers<PurchaseChoices>(),
  'purchases.create': asks(z.object({ intent: Intent, userId: Id, form: PurchaseForm })).answers<
    Accepted<PurchaseView>
  >(),
  'purchases.cancel': asks(z.object({ intent: Intent, userId: Id, requestId: Id })).answers<null>(),
} satisfies Record<string, Call>;
