import { codes } from '../../service/codes.ts';
import { arrayOf, codeOf, flagOf, textOf } from '../../service/read.ts';
import { type NewUser, User, type UserNote } from '../../service/shapes/user.ts';
import type { HandlersOf } from '../handler.ts';
import { heldStates } from '../rules/deposit.ts';
import { mustHaveDays } from '../rules/patron.ts';
import { fitsIntoPath } from '../rules/identifier.ts';
import { notThere, Refusal, refused } from '../rules/refusal.ts';
import { mustHaveShape } from '../rules/shape.ts';
import { readSearch } from '../rules/search.ts';
import { attachmentsOf } from '../store/attachments.ts';
import { depositsIn, depositsOf } from '../store/deposits.ts';
import { without } from '../store/documents.ts';
import { feesOf } from '../store/fees.ts';
import { loansOf } from '../store/loans.ts';
import { purchaseRequestsOf } from '../store/purchase-requests.ts';
import { requestsOf } from '../store/requests.ts';
import type { Db } from '../store/schema.ts';
import { sharingRequestsOf } from '../store/sharing-requests.ts';
import { countsOf, countsOfAll, otherRequestsOf } from '../store/user-counts.ts';
import { findUsers, userOrders } from '../store/user-search.ts';
import {
  deleteUser,
  identifiersOf,
  insertUser,
  replaceUser,
  type StoredUser,
  takenIdentifier,
} from '../store/users.ts';
import { described } from './described.ts';
import { expansionsOf, isInTable, mustBeInTable, ordersOf, pageOf, theUser } from './lookup.ts';

/** So many identifiers a user has at most: each is looked up. Ours. */
const MOST_IDENTIFIERS = 100;

type UserOperations =
  'users.list' | 'users.create' | 'users.get' | 'users.update' | 'users.delete' | 'users.personalData';

/** Source: Users. */
export const users: Pick<HandlersOf<'users.'>, UserOperations> = {
  'users.list': async ({ db, query }) => {
    const { items, total } = await findUsers(db, {
      conditions: query.q === undefined ? [] : readSearch(query.q),
      source: { userId: query.source_user_id, institution: query.source_institution_code },
      orders: ordersOf(query.order_by, userOrders, 'last_name'),
      ...pageOf(query),
    });
    return { items: await expanded(db, items, query.expand), total };
  },

  'users.create': async ({ db, body, now }) => {
    const user = await checked(db, body, now);
    const taken = await takenIdentifier(db, user);
    if (taken !== undefined) throw refused(codes.userExists, `User with identifier ${taken} already exists.`);
    await insertUser(db, user);
    return user;
  },

  'users.get': async ({ db, path, query }) => {
    const found = await theUser(db, path.user_id, query.user_id_type);
    const [user] = await expanded(db, [found], query.expand);
    return user;
  },

  'users.update': async ({ db, path, query, body, now }) => {
    const found = await theUser(db, path.user_id, query.user_id_type);
    const user = await checked(db, body, now);
    const taken = await takenIdentifier(db, user, found.key);
    if (taken !== undefined) {
      throw refused(codes.userExists, `Another user with identifier ${taken} already exists.`);
    }
    await replaceUser(db, found.key, user);
    return user;
  },

  'users.delete': async ({ db, path, query }) => {
    const { key, user } = await theUser(db, path.user_id, query.user_id_type);
    const { loans, requests, fees } = await countsOf(db, key);
    const { sharing, purchases } = await otherRequestsOf(db, key);
    const deposits = await depositsIn(db, key, heldStates);
    const counts = {
      'active loans': loans,
      'active requests': requests,
      'resource sharing requests': sharing,
      'purchase requests': purchases,
      'unpaid fees': fees,
      deposits,
    };
    const open = Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${what} ${count}`] : []));
    if (open.length > 0) {
      throw refused(
        codes.userNotDeletable,
        `Failed to delete user with identifier ${path.user_id}: ${open.join(', ')}.`,
      );
    }
    await deleteUser(db, key);
    return user;
  },

  'users.personalData': async ({ db, path, query }) => {
    const { key, user } = await userToExport(db, path.user_id, query.user_id_type);
    const all = { limit: 1_000_000, offset: 0 };
    const active = await requestsOf(db, key, { active: true, ...all });
    const past = await requestsOf(db, key, { active: false, ...all });
    return {
      user,
      loans: (await loansOf(db, key, { open: true, orders: ['loan_date'], direction: 'asc', ...all })).items,
      requests: [...active.items, ...past.items].map(({ request }) => request),
      resource_sharing_requests: await sharingRequestsOf(db, key),
      purchase_requests: (await purchaseRequestsOf(db, key, { status: undefined, ...all })).items,
      fees: await feesOf(db, key),
      deposits: await depositsOf(db, key),
      attachments: await attachmentsOf(db, key),
    };
  },
};

/** The export has a code of its own for a user who does not exist. Source: Users, 3. */
async function userToExport(db: Db, id: string, type: string | undefined): Promise<StoredUser> {
  try {
    return await theUser(db, id, type);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw notThere(codes.userOfTypeNotFound, 'The user can not be found using this identifier.');
  }
}

/** Checks the codes of a user that was sent, and fills in what the service fills in. Source: User. */
async function checked(db: Db, sent: NewUser, now: Date): Promise<User> {
  mustHaveShape(User, sent);
  mustHaveDays(sent);
  for (const field of ['primary_id', 'account_type', 'status', 'user_group'] as const) {
    if (codeOf(sent[field]).trim() === '') {
      throw refused(codes.mandatoryFieldMissing, `Mandatory field is missing: ${field}`);
    }
  }
  await mustBeInTable(db, 'UserGroups', codeOf(sent.user_group), codes.illegalGroup, 'user_group');
  const accountType = codeOf(sent.account_type);
  if (!['INTERNAL', 'EXTERNAL'].includes(accountType)) {
    throw refused(
      codes.illegalAccountType,
      'The given user account type is illegal (must be INTERNAL/EXTERNAL).',
    );
  }
  if (!['ACTIVE', 'INACTIVE'].includes(codeOf(sent.status))) {
    throw refused(codes.invalidValue, `Given status (${codeOf(sent.status)}) is invalid.`);
  }
  // Those a caller got by `expand` and sends back are counts, not fields of the record.
  const record: User = without(sent, ['loans', 'requests', 'fees']);
  const notes = sent.user_note?.map((note) => dated(note, now));
  const user = notes ? { ...record, user_note: notes } : record;
  await checkIdentifiers(db, user);
  return described(db, user);
}

async function checkIdentifiers(db: Db, user: User): Promise<void> {
  if (arrayOf(user.user_identifier).length > MOST_IDENTIFIERS) {
    throw refused(codes.invalidValue, `Given user_identifier is invalid: ${MOST_IDENTIFIERS} at most.`);
  }
  for (const { type, value } of identifiersOf(user)) {
    if (!fitsIntoPath(value)) {
      const field = type === 'PRIMARY_ID' ? 'primary_id' : 'user_identifier';
      throw refused(
        codes.invalidValue,
        `Given identifier of type ${type.slice(0, 60)} is invalid: ${field}.`,
      );
    }
    if (type !== 'PRIMARY_ID' && !(await isInTable(db, 'UserIdentifierTypes', type))) {
      throw refused(codes.invalidValue, `Given identifier type (${type.slice(0, 60)}) is invalid.`);
    }
  }
  for (const identifier of arrayOf(user.user_identifier)) {
    if (textOf(identifier.value) === '') {
      throw refused(codes.mandatoryFieldMissing, 'Mandatory field is missing: user_identifier.value');
    }
  }
}

/** A note with what the service adds on its own. Source: User, note 3. */
function dated(note: UserNote, now: Date): UserNote {
  return {
    ...note,
    note_type: note.note_type ?? { value: 'CIRCULATION' },
    user_viewable: flagOf(note.user_viewable),
    popup_note: flagOf(note.popup_note),
    created_by: note.created_by ?? 'API',
    created_date: note.created_date ?? now.toISOString(),
  };
}

/** The users with the counts that were asked for beside them, and a link to what was counted. Source: Users, `expand`. */
async function expanded(
  db: Db,
  found: readonly StoredUser[],
  expand: string | undefined,
): Promise<readonly User[]> {
  const expansions = expansionsOf(expand);
  const names = (['loans', 'requests', 'fees'] as const).filter((name) => expansions.has(name));
  if (names.length === 0 || found.length === 0) return found.map(({ user }) => user);
  const keys = found.map(({ key }) => key);
  const counts = await countsOfAll(db, keys);
  return found.map(({ key, user }) => {
    const path = `/users/${encodeURIComponent(textOf(user.primary_id))}`;
    const counted = names.map((name): [string, object] => {
      return [name, { value: counts(key)[name], link: `${path}/${name}` }];
    });
    return { ...user, ...Object.fromEntries(counted) };
  });
}
