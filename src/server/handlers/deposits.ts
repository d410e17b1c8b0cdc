import { codes, ours } from '../../service/codes.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { DepositProfile, Library } from '../../service/shapes/config.ts';
import { Deposit, type NewDeposit } from '../../service/shapes/deposit.ts';
import type { HandlersOf } from '../handler.ts';
import { actOnDeposit, newDeposit, readDepositSum } from '../rules/deposit.ts';
import { notThere, refused } from '../rules/refusal.ts';
import { mustHaveShape } from '../rules/shape.ts';
import { configRecord } from '../store/config.ts';
import { nextNumber } from '../store/counters.ts';
import { depositById, depositsOf, saveDeposit } from '../store/deposits.ts';
import type { Db } from '../store/schema.ts';
import { institution, theUser } from './lookup.ts';

/** Source: User deposits. */
export const deposits: HandlersOf<'users.deposits.'> = {
  'users.deposits.list': async ({ db, path, query }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const items = await depositsOf(db, key);
    return { items, total: items.length };
  },

  'users.deposits.create': async ({ db, path, query, body, now }) => {
    const { key, user } = await theUser(db, path.user_id, query.user_id_type);
    const named = await profileAndOwnerOf(db, body);
    mustHaveShape(Deposit, body, codes.parameterInvalid);
    const { decimals } = await institution(db);
    const sum = readDepositSum(body.amount, decimals);
    const primaryId = textOf(user.primary_id);
    const deposit = newDeposit(
      {
        ...body,
        ...named,
        user_primary_id: { value: primaryId, link: `/users/${encodeURIComponent(primaryId)}` },
      },
      { id: String(await nextNumber(db, 'deposit')), now, sum, decimals },
    );
    await saveDeposit(db, key, deposit);
    return deposit;
  },

  'users.deposits.get': async ({ db, path, query }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    return theDeposit(db, key, path.deposit_id);
  },

  'users.deposits.act': async ({ db, path, query, now }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const deposit = actOnDeposit(await theDeposit(db, key, path.deposit_id), query.op, now);
    await saveDeposit(db, key, deposit);
    return deposit;
  },
};

/**
 * The profile and the owner that a new deposit names, as codes with their names. An empty field is a missing one; both
 * must be the institution's own.
 */
async function profileAndOwnerOf(
  db: Db,
  deposit: NewDeposit,
): Promise<Pick<Deposit, 'deposit_profile' | 'owner'>> {
  const required = [
    ['deposit_profile', codeOf(deposit.deposit_profile)],
    ['amount', textOf(deposit.amount)],
    ['owner', codeOf(deposit.owner)],
  ] as const;
  for (const [field, value] of required) {
    if (value === '') throw refused(codes.mandatoryFieldMissing, `Mandatory field is missing: ${field}`);
  }
  const code = codeOf(deposit.deposit_profile);
  const profile = await configRecord<DepositProfile>(db, 'deposit_profile', code);
  if (!profile) {
    throw refused(
      ours.depositProfileUnknown,
      `There is no deposit profile ${code.slice(0, 60)}: deposit_profile.`,
    );
  }
  const owner = codeOf(deposit.owner);
  const library = await configRecord<Library>(db, 'library', owner);
  if (!library) {
    throw refused(
      codes.parameterInvalid,
      `Parameter is not valid: owner. There is no library ${owner.slice(0, 60)}.`,
    );
  }
  return {
    deposit_profile: { value: code, desc: textOf(profile.name) },
    owner: { value: owner, desc: textOf(library.name) },
  };
}

async function theDeposit(db: Db, userKey: number, id: string): Promise<Deposit> {
  const deposit = await depositById(db, userKey, id);
  if (!deposit) throw notThere(codes.depositNotFound, `Failed to get deposit: there is no deposit ${id}.`);
  return deposit;
}
