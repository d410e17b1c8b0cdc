import type { CitationKind } from '../../contract/sharing.ts';
import { textOf } from '../../service/read.ts';
import type { SharingRequest } from '../../service/shapes/resource-sharing.ts';

export const sharingIdOf = (request: SharingRequest): string => textOf(request.request_id);

/** The request in words, for the list of unclear commands. */
export const sharingName = (request: SharingRequest): string =>
  textOf(request.title) || textOf(request.journal_title) || sharingIdOf(request);

/** The shipping cost as the record has it; null where it does not say. */
export function shippingCostOf({ shipping_cost: cost }: SharingRequest): string | null {
  if (cost === undefined) return null;
  return textOf(typeof cost === 'object' ? cost?.sum : cost);
}

/** Citation types of articles. Source: Requests (`CR`), Lending request (`JOURNAL`); the others are assumed. */
const articles = new Set(['CR', 'ARTICLE', 'JOURNAL', 'JR', 'AR']);
const books = new Set(['BK', 'BOOK', 'THESIS']);

/**
 * The kind of a citation type, which decides its fields. An unknown type is the institution's own and has all fields.
 */
export function citationKind(code: string): CitationKind {
  if (articles.has(code.toUpperCase())) return 'article';
  return books.has(code.toUpperCase()) ? 'book' : 'other';
}
