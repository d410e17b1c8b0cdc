import { codes, ours } from '../../service/codes.ts';
import { codeOf, textOf } from '../../service/read.ts';
import { LendingRequest, lendingWritten } from '../../service/shapes/lending-request.ts';
import { mended } from '../../service/written.ts';
import type { HandlersOf } from '../handler.ts';
import { serviceDate } from '../rules/calendar.ts';
import { createdForLending, mustBeForPartner } from '../rules/lending-request.ts';
import { refused } from '../rules/refusal.ts';
import { mustHaveShape } from '../rules/shape.ts';
import { configRecord } from '../store/config.ts';
import { nextNumber } from '../store/counters.ts';
import { itemsOfTitle } from '../store/items.ts';
import { addLendingRequest, lendingRequestBy } from '../store/lending-requests.ts';
import type { Db } from '../store/schema.ts';
import { mustBeInTable, sharingLibrary } from './lookup.ts';

/** Source: Resource sharing partners. */
export const partners: HandlersOf<'partners.'> = {
  'partners.lendingRequests.create': async ({ db, path, body, now }) => {
    const partner = path.partner_code;
    await mustBePartner(db, partner);
    mustBeForPartner(body, partner);
    if (!(await sharingLibrary(db, body.owner))) {
      throw refused(
        codes.paramInvalid,
        `Invalid parameter: owner: ${body.owner.slice(0, 60)} is no resource sharing library.`,
      );
    }
    const citation = codeOf(body.citation_type);
    if (citation !== '')
      await mustBeInTable(db, 'CitationTypes', citation, codes.paramInvalid, 'citation_type');
    const known = await titleOf(db, codeOf(body.mms_id));
    if (await lendingRequestBy(db, partner, 'external_id', body.external_id)) {
      throw refused(
        ours.lendingDuplicate,
        `The partner has a lending request with external_id ${body.external_id.slice(0, 60)} already.`,
      );
    }
    const request: LendingRequest = {
      ...known,
      ...mended({ written: lendingWritten }, body),
      request_id: String(await nextNumber(db, 'lendingRequest')),
      status: createdForLending,
      creation_date: serviceDate(now),
    };
    mustHaveShape(LendingRequest, request);
    await addLendingRequest(db, partner, request);
    return request;
  },

  'partners.lendingRequests.get': async ({ db, path }) => {
    await mustBePartner(db, path.partner_code);
    const request = await lendingRequestBy(db, path.partner_code, 'request_id', path.request_id);
    if (request) return request;
    throw refused(
      codes.paramInvalid,
      `Invalid parameter: request_id ${path.request_id.slice(0, 60)} was not found.`,
    );
  },
};

async function mustBePartner(db: Db, code: string): Promise<void> {
  if (await configRecord(db, 'partner', code)) return;
  throw refused(codes.partnerNotFound, `Partner not found: ${code.slice(0, 60)}.`);
}

/** What the catalogue says of the title that is asked for by its MMS id. */
async function titleOf(db: Db, mmsId: string): Promise<{ title?: string; author?: string }> {
  if (mmsId === '') return {};
  const [item] = await itemsOfTitle(db, mmsId);
  if (item) return { title: textOf(item.bib.title), author: textOf(item.bib.author) };
  throw refused(codes.paramInvalid, `Invalid parameter: mms_id ${mmsId.slice(0, 60)} was not found.`);
}
