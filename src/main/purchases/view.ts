import type { PurchaseView } from '../../contract/purchases.ts';
import { codeOf, dateOf, textOf } from '../../service/read.ts';
import type { PurchaseRequest } from '../../service/shapes/purchase-request.ts';
import { codedOf } from '../records/values.ts';

export const purchaseIdOf = (request: PurchaseRequest): string => textOf(request.request_id);

/** The request in words, for the list of unclear commands. */
export const purchaseName = ({ resource_metadata: what, ...request }: PurchaseRequest): string =>
  textOf(what?.title) || codeOf(what?.mms_id) || purchaseIdOf(request);

export function purchaseView(request: PurchaseRequest): PurchaseView {
  const { resource_metadata: what } = request;
  return {
    requestId: purchaseIdOf(request),
    status: codedOf(request.request_status),
    title: textOf(what?.title),
    author: textOf(what?.author),
    isbn: textOf(what?.isbn),
    issn: textOf(what?.issn),
    publisher: textOf(what?.publisher),
    year: textOf(what?.publication_year),
    mmsId: codeOf(what?.mms_id),
    citationType: codedOf(request.citation_type),
    format: codedOf(request.format),
    owner: codedOf(request.owner),
    requested: dateOf(request.creation_date),
  };
}
