import { codes, ours } from '../../service/codes.ts';
import { amount, toAmount } from '../../shared/money.ts';
import { codeOf, flagOf, textOf } from '../../service/read.ts';
import { SharingRequest, sharingWritten } from '../../service/shapes/resource-sharing.ts';
import { mended } from '../../service/written.ts';
import type { Call, HandlersOf } from '../handler.ts';
import { serviceDate } from '../rules/calendar.ts';
import { mustBeInGoodStanding } from '../rules/patron.ts';
import { refused } from '../rules/refusal.ts';
import {
  cancelled,
  inSharingState,
  isAffiliated,
  mustBeRemovable,
  withShipping,
} from '../rules/resource-sharing.ts';
import { mustHaveShape } from '../rules/shape.ts';
import { configRecord } from '../store/config.ts';
import { nextNumber } from '../store/counters.ts';
import type { Db } from '../store/schema.ts';
import { removeSharingRequest, saveSharingRequest, sharingRequestBy } from '../store/sharing-requests.ts';
import { mustBeInTable, sharingLibrary, theUser } from './lookup.ts';

type CreateSharingCall = Call<'users.resourceSharing.create'>;

/** Source: User resource-sharing requests (borrowing). */
export const resourceSharing: HandlersOf<'users.resourceSharing.'> = {
  'users.resourceSharing.create': async (call) => {
    const { db, path, query, body, now } = call;
    const patron = await theUser(db, path.user_id, query.user_id_type);
    await mustBeComplete(call);
    const owner = await sharingLibrary(db, body.owner);
    if (!owner || !isAffiliated(patron.user, body.owner)) {
      throw refused(
        codes.sharingOwnerInvalid,
        `The given resource sharing library (owner) ${body.owner.slice(0, 60)} is not defined in the patron record.`,
      );
    }
    mustBeInGoodStanding(patron.user, now, query.override_blocks === true);
    const externalId = textOf(body.external_id);
    if (externalId !== '' && (await sharingRequestBy(db, patron.key, 'external_id', externalId))) {
      throw refused(
        codes.duplicateRequest,
        `Failed to save the request: Patron has duplicate request with external_id ${externalId.slice(0, 60)}.`,
      );
    }
    const request = inSharingState(
      {
        shipping_cost: null,
        fund_code: null,
        ...mended({ written: sharingWritten }, body),
        request_id: String(await nextNumber(db, 'sharingRequest')),
        request_date: serviceDate(now),
        request_time: now.toISOString(),
        user_primary_id: patron.user.primary_id,
      },
      'REQUEST_CREATED_BOR',
    );
    mustHaveShape(SharingRequest, request);
    await saveSharingRequest(db, patron.key, request);
    return request;
  },

  'users.resourceSharing.get': async ({ db, path, query }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    return theRequest(db, key, path.request_id, query.request_id_type);
  },

  'users.resourceSharing.cancel': async ({ db, path, query, now }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const { reason, note } = query;
    const request = await sharingRequestBy(db, key, 'request_id', path.request_id);
    if (!request) throw refused(codes.requestNotFound, `Request Identifier not found: ${path.request_id}.`);
    if (reason !== undefined) {
      await mustBeInTable(db, 'RequestCancellationReasons', reason, ours.unknownReason, 'reason');
    }
    if (query.remove_request === true) {
      mustBeRemovable(request);
      await removeSharingRequest(db, path.request_id);
    } else {
      await saveSharingRequest(db, key, cancelled(request, { now, reason, note }));
    }
    return undefined;
  },

  'users.resourceSharing.updateShipping': async ({ db, path, query }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const request = await theRequest(db, key, path.request_id, query.request_id_type);
    const { shipping_cost: cost, fund_code: fund } = query;
    if (cost === undefined && fund === undefined) {
      throw refused(codes.mandatoryFieldMissing, 'Mandatory field is missing: shipping_cost or fund_code');
    }
    const updated = withShipping(request, { cost: cost === undefined ? cost : costOf(cost), fund });
    await saveSharingRequest(db, key, updated);
    return updated;
  },
};

/** Checks what the shape does not: codes that stand in tables, the pickup library, and the patron's agreement. */
async function mustBeComplete({ db, body }: CreateSharingCall): Promise<void> {
  if (!flagOf(body.agree_to_copyright_terms)) {
    throw refused(codes.invalidValue, 'Given value is invalid: agree_to_copyright_terms.');
  }
  await mustBeInTable(db, 'ResourceSharingFormats', codeOf(body.format), codes.invalidValue, 'format');
  await mustBeInTable(db, 'CitationTypes', codeOf(body.citation_type), codes.invalidValue, 'citation_type');
  const pickup = codeOf(body.pickup_location);
  if (pickup === '' || (await configRecord(db, 'library', pickup))) return;
  throw refused(codes.invalidValue, `Given value is invalid: pickup_location ${pickup.slice(0, 60)}.`);
}

/** A patron's request, by its id or, with `request_id_type=external`, by the caller's. */
async function theRequest(
  db: Db,
  userKey: number,
  id: string,
  type: string | undefined,
): Promise<SharingRequest> {
  const kind = (type ?? 'internal').toLowerCase();
  if (kind !== 'internal' && kind !== 'external') {
    throw refused(
      codes.paramInvalid,
      'Param value is invalid: request_id_type. Known are internal and external.',
    );
  }
  const column = kind === 'external' ? 'external_id' : 'request_id';
  const request = await sharingRequestBy(db, userKey, column, id);
  if (request) return request;
  throw refused(codes.nothingFound, `No result found for given parameters: request_id ${id.slice(0, 60)}.`);
}

/** The cost to the cent; what is finer, or below zero, is refused. */
function costOf(sent: string): string {
  const cost = amount(sent);
  if (cost.lt(0)) throw refused(codes.shippingCostBelowZero, 'Shipping cost cannot be lower than 0.');
  if (cost.eq(cost.round(2))) return toAmount(cost);
  throw refused(codes.paramInvalid, 'Parameter value is invalid: shipping_cost. Expected two decimals.');
}
