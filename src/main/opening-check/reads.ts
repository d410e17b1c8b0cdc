import type { Client, CallOptions } from '../../client/client.ts';
import { isClientError, RefusedError } from '../../client/errors.ts';
import type { CheckLine, ReadArea } from '../../contract/opening-check.ts';
import type { Failure } from '../../contract/failure.ts';
import { codes } from '../../service/codes.ts';
import { callFailure } from '../failure.ts';

/** A read that changes nothing. `missing`: the codes by which the service says that what was asked for is not there. */
export interface HarmlessRead {
  readonly area: ReadArea;
  readonly missing?: readonly string[];
  readonly read: (client: Client, options: CallOptions) => Promise<unknown>;
}

/** Longer than this nobody waits for one line of many, in milliseconds. */
const timeoutMs = 15_000;

/** No record has it: what is looked up by it is not there, and a key that may not look is told so. */
const nothing = 'carrel-check';

const one = { limit: 1 } as const;

/**
 * A read for each area: a short list, or a record that is not there. Today's fee report is of one day, as long as the
 * deployed service takes.
 */
export const harmlessReads = (day: string, library: string | null): readonly HarmlessRead[] => [
  { area: 'institution', read: (client, options) => client.call('conf.general', {}, options) },
  { area: 'libraries', read: (client, options) => client.call('conf.libraries.list', {}, options) },
  { area: 'departments', read: (client, options) => client.call('conf.departments.list', {}, options) },
  { area: 'codeTables', read: (client, options) => client.call('conf.codeTables.list', {}, options) },
  { area: 'letters', read: (client, options) => client.call('conf.letters.list', {}, options) },
  { area: 'patrons', read: (client, options) => client.call('users.list', { query: one }, options) },
  {
    area: 'items',
    missing: [codes.noItemForBarcode],
    read: (client, options) => client.call('items.byBarcode', { query: { item_barcode: nothing } }, options),
  },
  {
    area: 'orders',
    missing: [codes.polNotFound],
    read: (client, options) => client.call('acq.pol.get', { path: { pol_id: nothing } }, options),
  },
  { area: 'invoices', read: (client, options) => client.call('acq.invoices.list', { query: one }, options) },
  {
    area: 'feeReport',
    read: (client, options) =>
      client.call(
        'conf.feeTransactions',
        {
          query: {
            ...{ from_date: day, to_date: day, transaction_from_date: day, transaction_to_date: day },
            ...(library !== null && { library, owner: library }),
          },
        },
        options,
      ),
  },
  {
    area: 'lending',
    missing: [codes.partnerNotFound],
    read: (client, options) =>
      client.call(
        'partners.lendingRequests.get',
        { path: { partner_code: nothing, request_id: nothing } },
        options,
      ),
  },
];

type ReadLine = Extract<CheckLine, { kind: 'read' }>;

const lineOf = (area: ReadArea, answer: CheckLine['answer'], failure: Failure | null = null): ReadLine => ({
  ...{ kind: 'read', id: `read ${area}`, area, answer, failure },
});

/**
 * Whether the key may read this area, and what was answered. A key that the service does not accept for it is to be
 * looked at; any other failure tells nothing of the key.
 */
export async function tryRead(
  { area, missing = [], read }: HarmlessRead,
  client: Client,
  signal: AbortSignal,
): Promise<{ readonly line: ReadLine; readonly answer: unknown }> {
  try {
    const answer = await read(client, { signal, timeoutMs, priority: 'bulk' });
    return { line: lineOf(area, 'ok'), answer };
  } catch (error) {
    if (!isClientError(error) || error.kind === 'cancelled') throw error;
    const isMissing =
      error instanceof RefusedError &&
      (missing.includes(error.code) || (missing.length > 0 && error.status === 404));
    if (isMissing) return { line: lineOf(area, 'ok'), answer: null };
    const answer = error.kind === 'unauthorized' ? 'look' : 'unknown';
    return { line: lineOf(area, answer, callFailure(error)), answer: null };
  }
}

/** After a failure like this the next read would only be waited for as well. */
export const isAway = ({ failure }: Pick<CheckLine, 'failure'>): boolean =>
  failure?.kind === 'unreachable' && failure.why !== 'unreadable';

/** A read that was not tried, because the one before found no service. */
export const untried = ({ area }: HarmlessRead, { failure }: Pick<CheckLine, 'failure'>): ReadLine =>
  lineOf(area, 'unknown', failure);
