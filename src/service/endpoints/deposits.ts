import * as z from 'zod';
import { actOpen, create, get, list } from '../rows.ts';
import { Deposit, NewDeposit } from '../shapes/deposit.ts';
import { userIdType } from './parts.ts';

const deposit = '/users/{user_id}/deposits/{deposit_id}';

/** Money that users leave with the library. */
export const deposits = {
  'users.deposits.list': list('/users/{user_id}/deposits', {
    source: 'User deposits',
    key: 'deposit',
    legacy: ['user_deposit'],
    returns: Deposit,
    query: userIdType,
  }),
  'users.deposits.create': create('/users/{user_id}/deposits', {
    source: 'User deposits',
    body: NewDeposit,
    returns: Deposit,
    query: userIdType,
  }),
  'users.deposits.get': get(deposit, { source: 'User deposits', returns: Deposit, query: userIdType }),
  'users.deposits.act': actOpen(deposit, {
    source: 'User deposits',
    returns: Deposit,
    query: {
      ...userIdType,
      op: z
        .string()
        .trim()
        .min(1)
        .meta({ examples: ['pay', 'refund', 'dispute', 'restore'] }),
    },
  }),
} as const;
