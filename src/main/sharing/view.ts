import type { Citation, SharingView } from '../../contract/sharing.ts';
import { codeOf, dateOf, flagOf, textOf } from '../../service/read.ts';
import type { SharingRequest } from '../../service/shapes/resource-sharing.ts';
import { shippingCostOf, sharingIdOf } from './record.ts';
import type { Service } from '../ports.ts';
import { codedOf, displayMoney } from '../records/values.ts';

export function sharingView(request: SharingRequest, service: Service): SharingView {
  return {
    requestId: sharingIdOf(request),
    externalId: textOf(request.external_id),
    status: codedOf(request.status),
    citation: citationOf(request),
    citationType: codedOf(request.citation_type),
    format: codedOf(request.format),
    owner: codedOf(request.owner),
    pickup: codedOf(request.pickup_location),
    level: codedOf(request.level_of_service),
    lastInterest: dateOf(request.last_interest_date),
    willingToPay: flagOf(request.willing_to_pay),
    note: textOf(request.note),
    agreed: flagOf(request.agree_to_copyright_terms),
    requested: dateOf(request.request_date),
    shippingCost: costOf(request, service),
    fund: codedOf(request.fund_code),
    cancelReason: codedOf(request.cancel_reason),
    cancelNote: textOf(request.cancel_note),
  };
}

function citationOf(request: SharingRequest): Citation {
  return {
    title: textOf(request.title),
    journal_title: textOf(request.journal_title),
    author: textOf(request.author),
    year: textOf(request.year),
    publisher: textOf(request.publisher),
    edition: textOf(request.edition),
    volume: textOf(request.volume),
    issue: textOf(request.issue),
    pages: textOf(request.pages),
    isbn: textOf(request.isbn),
    issn: textOf(request.issn),
    doi: textOf(request.doi),
    pmid: textOf(request.pmid),
    oclc_number: textOf(request.oclc_number),
    mms_id: codeOf(request.mms_id),
  };
}

function costOf(request: SharingRequest, { currency, decimals }: Service): SharingView['shippingCost'] {
  const cost = shippingCostOf(request);
  if (cost === null || cost === '') return null;
  const { shipping_cost: shippingCost } = request;
  const ownCurrency =
    typeof shippingCost === 'object' && shippingCost !== null ? codeOf(shippingCost.currency) : '';
  return { amount: displayMoney(cost, decimals), currency: ownCurrency || currency };
}
