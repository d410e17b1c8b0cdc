import { codes, ours } from '../../service/codes.ts';
import { amount, split, sum, toAmount } from '../../shared/money.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Library } from '../../service/shapes/config.ts';
import { Fee, type NewFee } from '../../service/shapes/fee.ts';
import type { HandlersOf } from '../handler.ts';
import {
  balanceOf,
  disputeFee,
  feeStates,
  newFee,
  payFee,
  readAmount,
  restoreFee,
  waiveFee,
} from '../rules/fee.ts';
import { mustHaveShape } from '../rules/shape.ts';
import { notThere, refused } from '../rules/refusal.ts';
import { configRecord } from '../store/config.ts';
import { nextNumber } from '../store/counters.ts';
import { feeById, feesOf, saveFee } from '../store/fees.ts';
import { itemByBarcode } from '../store/items.ts';
import type { Db } from '../store/schema.ts';
import { institution, isInTable, mustBeInTable, theUser } from './lookup.ts';

/** Source: User fees. */
export const fees: HandlersOf<'users.fees.'> = {
  'users.fees.list': async ({ db, path, query }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const status = (query.status ?? 'ACTIVE').toUpperCase();
    if (!feeStates.some((known) => known === status)) {
      throw refused(
        codes.parameterInvalid,
        `Parameter is not valid: status. Known are ${feeStates.join(', ')}.`,
      );
    }
    const items = await feesOf(db, key, status);
    return { items, total: items.length, envelope: await totals(db, items) };
  },

  'users.fees.create': async ({ db, path, query, body, now }) => {
    const { key, user } = await theUser(db, path.user_id, query.user_id_type);
    const owner = codeOf(body.owner);
    mustBeComplete(body);
    const type = await mustBeInTable(db, 'FineFeeType', codeOf(body.type), codes.feeTypeInvalid, 'type');
    const library = await configRecord<Library>(db, 'library', owner);
    if (!library) {
      throw refused(codes.feeOwnerNotLibrary, 'User fine/fee owner must be a library and not institution.');
    }
    const barcode = codeOf((body as Fee).barcode);
    const item = barcode === '' ? undefined : await itemByBarcode(db, barcode);
    if (barcode !== '' && !item) throw refused(codes.feeBarcodeInvalid, 'User item barcode invalid entry.');
    const primaryId = textOf(user.primary_id);
    const { decimals } = await institution(db);
    const fee = newFee(
      {
        title: item?.bib.title ?? null,
        ...body,
        type,
        owner: { value: owner, desc: textOf(library.name) },
        user_primary_id: { value: primaryId, link: `/users/${encodeURIComponent(primaryId)}` },
      },
      {
        id: String(await nextNumber(db, 'fee')),
        now,
        decimals,
        owes: readAmount(body.original_amount, decimals, 'original_amount'),
      },
    );
    mustHaveShape(Fee, fee);
    await saveFee(db, key, fee);
    return fee;
  },

  'users.fees.get': async ({ db, path, query }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    return theFee(db, key, path.fee_id);
  },

  'users.fees.payAll': async ({ db, path, query, now }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const method = await readMethod(db, query.method);
    const { decimals } = await institution(db);
    const owed = (await feesOf(db, key, 'ACTIVE')).filter((fee) => balanceOf(fee).gt(0));
    const total = sum(
      owed.map((fee) => fee.balance),
      decimals,
    );
    const paid =
      query.amount === undefined || query.amount === 'ALL'
        ? total
        : toAmount(readAmount(query.amount, decimals), decimals);
    if (amount(paid).gt(total)) {
      throw refused(ours.amountAboveBalance, `The amount ${paid} is more than the total owed, ${total}.`);
    }
    const shares = split(
      paid,
      owed.map((fee) => ({ feeId: textOf(fee.id), balance: toAmount(balanceOf(fee), decimals) })),
      decimals,
    );
    const after: Fee[] = [];
    for (const share of shares) {
      const fee = owed.find((one) => textOf(one.id) === share.feeId);
      if (!fee) continue;
      const act = { now, decimals, method, externalId: query.external_transaction_id };
      const changed = payFee(fee, readAmount(share.amount, decimals), act);
      await saveFee(db, key, changed);
      after.push(changed);
    }
    return { fee: after, total_record_count: after.length, ...(await totals(db, after)) };
  },

  'users.fees.pay': async ({ db, path, query, now }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const fee = await theFee(db, key, path.fee_id);
    const method = await readMethod(db, query.method);
    const { decimals } = await institution(db);
    const act = { now, decimals, method, externalId: query.external_transaction_id };
    return saved(db, key, payFee(fee, readAmount(query.amount, decimals), act));
  },

  'users.fees.waive': async ({ db, path, query, now }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const fee = await theFee(db, key, path.fee_id);
    await mustBeInTable(db, 'FineFeeTransactionReason', query.reason, ours.unknownReason, 'reason');
    const { decimals } = await institution(db);
    const waived = query.amount === undefined ? undefined : readAmount(query.amount, decimals);
    const act = { now, decimals, reason: query.reason, comment: query.comment };
    return saved(db, key, waiveFee(fee, waived, act));
  },

  'users.fees.dispute': async ({ db, path, query, now }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const fee = await theFee(db, key, path.fee_id);
    const { decimals } = await institution(db);
    const act = { now, decimals, reason: query.reason, comment: query.comment };
    return saved(db, key, disputeFee(fee, act));
  },

  'users.fees.restore': async ({ db, path, query, now }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const fee = await theFee(db, key, path.fee_id);
    const { decimals } = await institution(db);
    return saved(db, key, restoreFee(fee, { now, decimals, comment: query.comment }));
  },
};

/** An empty field is a missing one. */
function mustBeComplete(fee: NewFee): void {
  const required = [
    ['type', codeOf(fee.type), codes.feeTypeRequired],
    ['original amount', textOf(fee.original_amount), codes.feeAmountRequired],
    ['owner', codeOf(fee.owner), codes.feeOwnerRequired],
  ] as const;
  for (const [name, value, code] of required) {
    if (value === '') throw refused(code, `User fine/fee ${name} is required.`);
  }
}

async function theFee(db: Db, userKey: number, id: string): Promise<Fee> {
  const fee = await feeById(db, userKey, id);
  if (!fee) throw notThere(codes.feeNotFound, `Fine not found: ${id}`);
  return fee;
}

async function saved(db: Db, userKey: number, fee: Fee): Promise<Fee> {
  await saveFee(db, userKey, fee);
  return fee;
}

async function totals(db: Db, fees: readonly Fee[]) {
  const { currency, decimals } = await institution(db);
  const total = sum(
    fees.map((fee) => fee.balance),
    decimals,
  );
  return { total_sum: total, currency };
}

/** The methods of payment are those of the library's table. Source: User fees (`CASH` where none is sent). */
async function readMethod(db: Db, method = 'CASH'): Promise<string> {
  if (await isInTable(db, 'PaymentMethod', method)) return method;
  throw refused(
    codes.parameterInvalid,
    'Parameter is not valid: method. It is not in the code table PaymentMethod.',
  );
}
