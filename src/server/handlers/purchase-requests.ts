import { codes } from '../../service/codes.ts';
import { codeOf, textOf } from '../../service/read.ts';
import { PurchaseRequest } from '../../service/shapes/purchase-request.ts';
import type { Call, HandlersOf } from '../handler.ts';
import { serviceDate } from '../rules/calendar.ts';
import { cancelledPurchase, inPurchaseState, readPurchaseState } from '../rules/purchase-request.ts';
import { refused } from '../rules/refusal.ts';
import { mustHaveShape } from '../rules/shape.ts';
import { configRecord } from '../store/config.ts';
import { nextNumber } from '../store/counters.ts';
import { itemsOfTitle } from '../store/items.ts';
import {
  purchaseRequestById,
  purchaseRequestsOf,
  savePurchaseRequest,
  type StoredPurchase,
} from '../store/purchase-requests.ts';
import type { Db } from '../store/schema.ts';
import { mustBeInTable, pageOf, theUser } from './lookup.ts';

type CreatePurchaseCall = Call<'users.purchaseRequests.create'>;

/** Source: User purchase requests. */
export const purchaseRequests: HandlersOf<'users.purchaseRequests.'> = {
  'users.purchaseRequests.list': async ({ db, path, query }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const status = query.status === undefined ? undefined : readPurchaseState(query.status);
    return purchaseRequestsOf(db, key, { status, ...pageOf(query) });
  },

  'users.purchaseRequests.create': async (call) => {
    const { db, path, query, body, now } = call;
    const patron = await theUser(db, path.user_id, query.user_id_type);
    await mustBeKnown(call);
    const number = await nextNumber(db, 'purchaseRequest');
    const request = inPurchaseState(
      {
        ...body,
        request_id: String(number),
        creation_date: serviceDate(now),
        user_primary_id: patron.user.primary_id,
      },
      'INREVIEW',
      now,
    );
    mustHaveShape(PurchaseRequest, request);
    await savePurchaseRequest(db, patron.key, { sequence: number, request });
    return request;
  },

  'users.purchaseRequests.get': async ({ db, path, query }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    return (await theRequest(db, key, path.purchase_request_id)).request;
  },

  'users.purchaseRequests.cancel': async ({ db, path, query, now }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const stored = await theRequest(db, key, path.purchase_request_id);
    await savePurchaseRequest(db, key, { ...stored, request: cancelledPurchase(stored.request, now) });
    return undefined;
  },
};

async function theRequest(db: Db, userKey: number, id: string): Promise<StoredPurchase> {
  const stored = await purchaseRequestById(db, userKey, id);
  if (stored) return stored;
  throw refused(codes.purchaseNotFound, `The purchase request identifier ${id.slice(0, 60)} is not valid.`);
}

/** Checks the codes and the ids that are named. */
async function mustBeKnown({ db, body }: CreatePurchaseCall): Promise<void> {
  await mustBeInTable(
    db,
    'PurchaseRequestFormats',
    codeOf(body.format),
    codes.purchaseFormatInvalid,
    'format',
  );
  await mustBeInTable(
    db,
    'CitationTypes',
    codeOf(body.citation_type),
    codes.purchaseCitationInvalid,
    'citation_type',
  );
  const owner = codeOf(body.owner);
  if (!(await configRecord(db, 'library', owner))) {
    throw refused(codes.purchaseOwnerInvalid, `Library is not valid: owner ${owner.slice(0, 60)}.`);
  }
  const mmsId = textOf(codeOf(body.resource_metadata.mms_id));
  if (mmsId === '' || (await itemsOfTitle(db, mmsId)).length > 0) return;
  throw refused(
    codes.purchaseMmsIdInvalid,
    `Mms ID is not valid: resource_metadata.mms_id ${mmsId.slice(0, 60)}.`,
  );
}
