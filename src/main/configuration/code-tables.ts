import type { Coded } from '../../contract/common.ts';
import { flagOrNull, rowsOf, textOf } from '../../service/read.ts';
import { orNotOffered } from '../commands/refusals.ts';
import type { Service } from '../ports.ts';

/** The names of the institution's code tables. Assumption: the description names none of them. */
export const tables = {
  feeTypes: 'FineFeeType',
  feeReasons: 'FineFeeTransactionReason',
  paymentMethods: 'PaymentMethod',
  cancelReasons: 'RequestCancellationReasons',
  noteTypes: 'NoteTypes',
  attachmentTypes: 'UserAttachmentTypes',
  workOrderTypes: 'WorkOrderTypes',
  workOrderStatuses: 'AcqWorkOrderStatuses',
  sharingFormats: 'ResourceSharingFormats',
  purchaseFormats: 'PurchaseRequestFormats',
  citationTypes: 'CitationTypes',
  levelsOfService: 'LevelsOfService',
  copyright: 'CopyrightDeclarations',
} as const;

/** The rows of a code table that are in use. Source: Configuration objects. */
export async function codesOf(service: Service, table: string, signal?: AbortSignal): Promise<Coded[]> {
  const args = { path: { table_name: table } };
  const found = await service.client.call('conf.codeTables.get', args, signal ? { signal } : {});
  return rowsOf(found)
    .filter(({ code, enabled }) => textOf(code) !== '' && flagOrNull(enabled) !== false)
    .map(({ code, description }) => ({ code: textOf(code), label: textOf(description) || textOf(code) }));
}

/**
 * The same for a table that an institution may not have under this name: without it, the codes of the description. A
 * short list is better than a form that cannot be filled in. A service that has trouble says nothing of its tables: then
 * the failure is passed on.
 */
export async function codesOr(
  service: Service,
  table: string,
  fallback: readonly string[],
  signal?: AbortSignal,
): Promise<Coded[]> {
  const known = await orNotOffered(codesOf(service, table, signal));
  return known && known.length > 0 ? known : fallback.map((code) => ({ code, label: code }));
}
