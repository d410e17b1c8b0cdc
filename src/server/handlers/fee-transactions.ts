import { codes } from '../../service/codes.ts';
import { codeOf } from '../../service/read.ts';
import type { Code } from '../../service/shapes/common.ts';
import type { Fee } from '../../service/shapes/fee.ts';
import type { Call, Handlers } from '../handler.ts';
import { readFeeStatus, readPeriod, readTransactionType, reported } from '../rules/fee-report.ts';
import { refused } from '../rules/refusal.ts';
import { configRecord } from '../store/config.ts';
import { feesWithTransactions } from '../store/fee-transactions.ts';
import type { Db } from '../store/schema.ts';
import { institution } from './lookup.ts';

type Query = Call<'conf.feeTransactions'>['query'];

/**
 * Source: Configuration. The deployed service calls the period `transaction_from_date` and `transaction_to_date`, and
 * the library `owner`: both spellings are read. A payment over this interface names no desk that took the money, so
 * that a report by desk has only what names one.
 */
export const feeTransactions: Pick<Handlers, 'conf.feeTransactions'> = {
  'conf.feeTransactions': async ({ db, query }) => {
    const period = readPeriod(
      either(query, 'from_date', 'transaction_from_date'),
      either(query, 'to_date', 'transaction_to_date'),
    );
    const owner = either(query, 'library', 'owner');
    const { received_by_circ_library: receivedIn, received_by_circ_desk: receivedAt } = query;
    if (owner.text !== undefined) await mustBeLibrary(db, owner.name, owner.text);
    if (receivedIn !== undefined) await mustBeLibrary(db, 'received_by_circ_library', receivedIn);
    if (receivedAt !== undefined) await mustBeDesk(db, receivedIn, receivedAt);
    const found = await feesWithTransactions(db, {
      ...period,
      type: readTransactionType(query.transaction_type),
      status: readFeeStatus(query.status),
    });
    const items = found.flatMap(({ fee, positions }): Fee[] => {
      if (owner.text !== undefined && codeOf(fee.owner) !== owner.text) return [];
      const isSought = (transaction: Readonly<Record<string, unknown>>, position: number) =>
        positions.has(position) &&
        (receivedIn === undefined || codeOf(transaction['received_by_library'] as Code) === receivedIn) &&
        (receivedAt === undefined || codeOf(transaction['received_by_desk'] as Code) === receivedAt);
      const shown = reported(fee, isSought);
      return shown ? [shown] : [];
    });
    return { items, total: items.length, envelope: { currency: (await institution(db)).currency } };
  },
};

function either(query: Query, name: keyof Query & string, other: keyof Query & string) {
  const named = query[name] === undefined && query[other] !== undefined ? other : name;
  return { name: named, text: query[named] as string | undefined };
}

async function mustBeLibrary(db: Db, field: string, code: string): Promise<void> {
  if (await configRecord(db, 'library', code)) return;
  throw refused(codes.reportPlaceInvalid, `Param value is invalid: ${field}. There is no library ${code}.`);
}

async function mustBeDesk(db: Db, library: string | undefined, desk: string): Promise<void> {
  if (library !== undefined && (await configRecord(db, 'circ_desk', desk, library))) return;
  throw refused(
    codes.reportPlaceInvalid,
    `Param value is invalid: received_by_circ_desk. There is no desk ${desk} in received_by_circ_library.`,
  );
}
