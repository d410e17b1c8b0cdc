import type { Coded } from '../../contract/common.ts';
import { flagOrNull, rowsOf, textOf } from '../../service/read.ts';
import type { Service } from '../ports.ts';

/** Names of the institution's code tables. Assumptions: the description names none of these. */
export const tables = {
  feeReasons: 'FineFeeTransactionReason',
  cancelReasons: 'RequestCancellationReasons',
  workOrderTypes: 'WorkOrderTypes',
  workOrderStatuses: 'AcqWorkOrderStatuses',
} as const;

/** The rows of a code table that are in use. Source: Configuration objects. */
export async function codesOf(service: Service, table: string, signal?: AbortSignal): Promise<Coded[]> {
  const given = { path: { table_name: table } };
  const found = await service.client.call('conf.codeTables.get', given, signal ? { signal } : {});
  return rowsOf(found)
    .filter(({ code, enabled }) => textOf(code) !== '' && flagOrNull(enabled) !== false)
    .map(({ code, description }) => ({ code: textOf(code), label: textOf(description) || textOf(code) }));
}
