import * as z from 'zod';
import { codeOf, textOf } from '../read.ts';
import { Code, Moment, Text } from './common.ts';

const ResourceMetadata = z.looseObject({
  title: Text,
  author: Text,
  isbn: Text,
  issn: Text,
  publisher: Text,
  publication_year: Text,
  mms_id: Code,
});

/** A purchase request, raw. Source: Requests; its fields are assumed. */
export const PurchaseRequest = z.looseObject({
  request_id: Text,
  request_status: Code,
  format: Code,
  citation_type: Code,
  owner: Code,
  resource_metadata: ResourceMetadata.nullish(),
  creation_date: Moment,
  user_primary_id: Text,
});
export type PurchaseRequest = z.output<typeof PurchaseRequest>;

/** What is to be bought: by its title, or by a record of the catalogue. */
export const NewPurchaseRequest = z.looseObject({
  format: Code.unwrap().unwrap(),
  citation_type: Code.unwrap().unwrap(),
  owner: Code.unwrap().unwrap(),
  resource_metadata: ResourceMetadata.superRefine((metadata, context) => {
    if (textOf(metadata.title).trim() !== '' || codeOf(metadata.mms_id) !== '') return;
    context.addIssue({ code: 'custom', path: ['title'], message: 'expected a title, or an mms_id' });
  }),
});
export type NewPurchaseRequest = z.output<typeof NewPurchaseRequest>;
