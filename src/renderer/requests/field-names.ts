import { m } from '../../messages/compiled/messages.js';

/**
 * What the fields of a borrowing or purchase request are called: in the form, in the details of one, and in what is
 * said of a field that is missing. By the service's own names.
 */
export const requestFields = {
  title: m.citation_title,
  journal_title: m.citation_journal_title,
  author: m.citation_author,
  year: m.citation_year,
  publisher: m.citation_publisher,
  publication_year: m.citation_publication_year,
  edition: m.citation_edition,
  volume: m.citation_volume,
  issue: m.citation_issue,
  pages: m.citation_pages,
  isbn: m.citation_isbn,
  issn: m.citation_issn,
  doi: m.citation_doi,
  pmid: m.citation_pmid,
  oclc_number: m.citation_oclc_number,
  mms_id: m.citation_mms_id,
  citation_type: m.citation_citation_type,
  format: m.citation_format,
  owner: m.sharing_field_owner,
  pickup_location: m.sharing_pickup,
  level_of_service: m.sharing_level,
  last_interest_date: m.sharing_last_interest,
  agree_to_copyright_terms: m.sharing_agree_field,
  shipping_cost: m.sharing_shipping_cost,
  fund_code: m.sharing_shipping_fund,
  id: m.sharing_find_id,
} as const;
