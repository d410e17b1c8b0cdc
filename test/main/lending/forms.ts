import type { LendingForm } from '../../../src/contract/lending.ts';

/** Nothing is filled in. */
export const nothing: LendingForm = {
  ...{ partner: '', owner: '', format: '', citation_type: '', mms_id: '', title: '', journal_title: '' },
  ...{
    author: '',
    publisher: '',
    year: '',
    edition: '',
    volume: '',
    issue: '',
    pages: '',
    isbn: '',
    issn: '',
  },
  ...{ doi: '', pmid: '', oclc_number: '', call_number: '', last_interest_date: '', level_of_service: '' },
  ...{ requested_media: '', preferred_send_method: '', pickup_location: '', copyright_status: '' },
  ...{ requested_language: '', reading_room: '', status: '', rs_note: [] },
};
/** Who asks whom. */
export const base = { ...nothing, partner: 'PARTNER', owner: 'MAIN', format: 'PHYSICAL' };
export const book: LendingForm = { ...base, citation_type: 'BOOK', title: ' Ficciones ', author: 'Borges' };
