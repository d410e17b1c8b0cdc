import { RefusedError } from '../../client/errors.ts';
import type { Coded } from '../../contract/common.ts';
import { flagOrNull, rowsOf, textOf } from '../../service/read.ts';
import type { Service } from '../ports.ts';

/** Names of the institution's code tables. Assumptions: the description names none of these. */
export const tables = {
  feeTypes: 'FineFeeType',
  feeReasons: 'FineFeeTransactionReason',
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
  const given = { path: { table_name: table } };
  const found = await service.client.call('conf.codeTables.get', given, signal ? { signal } : {});
  return rowsOf(found)
    .filter(({ code, enabled }) => textOf(code) !== '' && flagOrNull(enabled) !== false)
    .map(({ code, description }) => ({ code: textOf(code), label: textOf(description) || textOf(code) }));
}

/**
 * The same where an institution may not keep the table under this name: then the codes that the description gives, by
 * themselves. A form that cannot be filled in for want of a list would be worse than a short list.
 */
export async function codesOr(
  service: Service,
  table: string,
  otherwise: readonly string[],
  signal?: AbortSignal,
): Promise<Coded[]> {
  const known = await codesOf(service, table, signal).catch((error: unknown) => {
    if (error instanceof RefusedError) return [];
    throw error;
  });
  return known.length > 0 ? known : otherwise.map((code) => ({ code, label: code }));
}
